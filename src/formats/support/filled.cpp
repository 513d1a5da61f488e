#include "formats/support/filled.h"

namespace paramscope {

std::string filled(std::string_view text, std::initializer_list<std::string_view> pieces) {
    std::string words;
    const std::string_view* next = pieces.begin();
    for (const char c : text) {
        if (c == '@' && next != pieces.end()) {
            words += *next++;
        } else {
            words += c;
        }
    }
    return words;
}

}  // namespace paramscope
