#include "open/python/texts/quoted.h"

namespace paramscope::open::python {

std::string quoted(std::string_view text) {
    std::string literal = "'";
    for (const char c : text) {
        if (c == '\n') {
            literal += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            literal += ' ';
        } else {
            if (c == '\'' || c == '\\') literal += '\\';
            literal += c;
        }
    }
    return literal + "'";
}

}  // namespace paramscope::open::python
