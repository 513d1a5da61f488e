// Commands of notebooks, which Python does not know.
#include "base/characters.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// True for `!pip install x`, `%matplotlib inline`, `%%time`, `net?`, `files = !ls`.
bool is_command(std::string_view words) {
    const std::size_t equals = words.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : trim(words.substr(equals + 1));
    const bool assigns = value.starts_with('!') && is_dotted_name(trim(words.substr(0, equals)));
    if (words.starts_with('!')) return !words.starts_with("!=");
    if (words.starts_with('%')) return words.size() > 1 && (is_letter(words[1]) || words.starts_with("%%"));
    return assigns || (words.ends_with('?') && is_dotted_name(words.substr(0, words.find('?'))));
}

/// Removes a line; one of a block, which may have no other, becomes a number
/// unless it continues the line before.
void remove(std::string_view text, const CodeLine& line, bool continues, MaskedText& masked) {
    const std::uint32_t begin = offset_in(text, line.words);
    masked.replace(begin, line.span.end, line.indentation > 0 && !continues ? "0" : "");
}

}  // namespace

std::optional<Unwrapped> remove_magics(std::string_view text) {
    if (text.find_first_of("!%?") == std::string_view::npos) return std::nullopt;
    Unwrapped result;
    MaskedText masked(text, result.text);
    bool continues = false;  // behind a backslash
    for (const CodeLine& line : code_lines(text)) {
        const bool is_removed = continues || (line.is_free() && is_command(line.words));
        if (is_removed && !line.is_empty()) remove(text, line, continues, masked);
        continues = is_removed && line.words.ends_with('\\');
    }
    return result.text.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace paramscope::open::python::texts
