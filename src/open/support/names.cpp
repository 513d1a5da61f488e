#include "open/support/names.h"

#include <algorithm>
#include <cstdint>

#include "model/texts/mask.h"

namespace paramscope::open {

std::string replace_unicode_spaces(std::string_view text) {
    std::string result;
    for (std::uint32_t i = 0; i < text.size();) {
        const std::uint32_t length = unicode_space_length(text, i);
        result += length > 0 ? '_' : text[i];
        i += std::max(length, 1u);
    }
    return result;
}

}  // namespace paramscope::open
