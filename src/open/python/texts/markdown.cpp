// Source code in the fences of a Markdown text.
#include <algorithm>
#include <cstdint>

#include "base/characters.h"
#include "model/read/other_text.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// True for an opening fence that names another language: "```bash".
bool names_other_language(std::string_view fence) {
    const std::string label =
        lowercase(trim(fence.substr(std::min(fence.find_first_not_of(fence.front()), fence.size()))));
    return !label.empty() && label.find("py") == std::string::npos;
}

}  // namespace

std::optional<Unwrapped> remove_markdown(std::string_view text) {
    Unwrapped result;
    bool is_inside = false, is_other = false, has_code = false;
    MaskedText masked(text, result.text);
    for (const CodeLine& line : code_lines(text)) {
        const bool is_fence =
            !line.is_in_string && (line.words.starts_with("```") || line.words.starts_with("~~~"));
        const std::uint32_t words = offset_in(text, line.words);
        const bool is_code = is_program_line(is_fence ? trim(line.words.substr(3)) : line.words);
        const bool ends_block = is_inside && !is_fence && !line.is_in_string && line.words.ends_with("```");
        if (is_code && !is_fence && !is_inside) return std::nullopt;
        has_code = has_code || (is_code && !is_other);
        if (is_fence || !is_inside || is_other)
            masked.mask(words, is_code && is_fence ? words + 3 : line.span.end);
        if (ends_block) masked.mask(words + static_cast<std::uint32_t>(line.words.size()) - 3, line.span.end);
        if (is_fence) is_other = !is_inside && !is_code && names_other_language(line.words);
        if (is_fence || ends_block) is_inside = !is_inside;
    }
    return has_code && !result.text.empty() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace paramscope::open::python::texts
