#include "open/python/build/literal.h"

namespace paramscope::open::python {

std::string literal(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            quoted += ' ';
        } else {
            if (c == '\'' || c == '\\') quoted += '\\';
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace paramscope::open::python
