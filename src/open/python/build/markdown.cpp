#include "open/python/build/markdown.h"

#include <algorithm>
#include <cstdint>

#include "base/characters.h"
#include "model/read/other_text.h"
#include "model/texts/masked_text.h"

namespace paramscope::open::python {

namespace {

/// True for an opening fence that names another language: "```bash".
bool names_other_language(std::string_view fence) {
    const std::string label =
        lowercase(trim(fence.substr(std::min(fence.find_first_not_of(fence.front()), fence.size()))));
    return !label.empty() && label.find("py") == std::string::npos;
}

}  // namespace

std::string_view mask_prose(std::string_view text, std::string& storage) {
    bool is_inside = false, is_other = false, has_code = false;
    MaskedText masked(text, storage);
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        const std::string_view words = trim(text.substr(at, end - at));
        const bool is_fence = words.starts_with("```") || words.starts_with("~~~");
        const bool is_code = !is_fence && is_program_line(words);
        if (is_code && !is_inside) return text;
        has_code = has_code || (is_code && !is_other);
        if (is_fence || !is_inside || is_other) masked.mask(at, end);
        if (is_fence) is_other = !is_inside && names_other_language(words);
        if (is_fence) is_inside = !is_inside;
    }
    return has_code ? masked.text() : text;
}

}  // namespace paramscope::open::python
