#include "app/dialogs/file_names.h"

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kLongest = 60;

}  // namespace

std::string file_name(std::string_view title, std::string_view what, std::string_view ending) {
    std::string name;
    for (const char c : title) {
        if (name.size() == kLongest) break;
        if (is_letter(c) || is_digit(c)) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && name.back() == '-') name.pop_back();
    return concat(name.empty() ? "model" : name, what.empty() ? "" : "-", what, ending);
}

}  // namespace paramscope::app
