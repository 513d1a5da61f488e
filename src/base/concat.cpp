#include "base/concat.h"

namespace paramscope {

void append(std::string& text, const char* piece) {
    text.append(piece);
}

void append(std::string& text, std::string_view piece) {
    text.append(piece);
}

void append(std::string& text, const std::string& piece) {
    text.append(piece);
}

}  // namespace paramscope
