#include "app/document/source_reading.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

/// Takes `depth = 3;` from the beginning of `build`; "" when it begins with something else.
std::string_view take_setting(std::string_view& build) {
    const std::size_t end = std::min(build.find(';'), build.size());
    const std::string_view setting = trim(build.substr(0, end));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || !is_dotted_name(trim(setting.substr(0, equals)))) return {};
    const std::string_view number = trim(setting.substr(equals + 1));
    if (number.empty() || !all_of(number, is_digit)) return {};
    build.remove_prefix(std::min(end + 1, build.size()));
    return setting;
}

std::string joined(std::string_view a, std::string_view b) {
    return a.empty() || b.empty() ? concat(a, b) : concat(a, "; ", b);
}

}  // namespace

std::string with_number(std::string_view build, const SourceNumber& number) {
    std::string settings;
    for (std::string_view setting; !(setting = take_setting(build)).empty();) {
        if (trim(setting.substr(0, setting.find('='))) != number.name) settings = joined(settings, setting);
    }
    if (number.value != number.written)
        settings = joined(settings, concat(number.name, " = ", to_string(number.value)));
    return joined(settings, trim(build));
}

std::string without_numbers(std::string_view build) {
    while (!take_setting(build).empty()) {
    }
    return std::string(trim(build));
}

}  // namespace paramscope::app
