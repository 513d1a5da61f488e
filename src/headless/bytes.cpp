#include "headless/bytes.h"

namespace paramscope::headless {

std::string characters_of(std::string_view bytes) {
    std::string characters;
    characters.reserve(bytes.size());
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (code >= 0x80) characters += static_cast<char>(0xC0 | code >> 6);
        characters += code >= 0x80 ? static_cast<char>(0x80 | (code & 0x3F)) : byte;
    }
    return characters;
}

std::string bytes_of(std::string_view characters) {
    std::string bytes;
    bytes.reserve(characters.size());
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const auto first = static_cast<unsigned char>(characters[i]);
        const bool is_pair = first >= 0xC0 && i + 1 < characters.size();
        bytes += is_pair ? static_cast<char>((first & 3) << 6 | (characters[++i] & 0x3F)) : characters[i];
    }
    return bytes;
}

}  // namespace paramscope::headless
