// What print() wrote of a module, beside the code that made it.
#include "base/characters.h"
#include "model/names.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// True for `Net(`: a name and the bracket that its children follow.
bool opens_module(std::string_view words) {
    return words.ends_with('(') && is_dotted_name(words.substr(0, words.size() - 1));
}

bool is_child(std::string_view text, const CodeLine& line) {
    return !line.is_in_string && line.words.starts_with('(') &&
           starts_child_line(text, offset_in(text, line.words));
}

/// The index behind the line that closes what line `i` opens: the first that is indented no deeper.
std::size_t end_of_module(const std::vector<CodeLine>& lines, std::size_t i) {
    std::size_t end = i + 1;
    while (end < lines.size() && (lines[end].is_empty() || lines[end].indentation > lines[i].indentation))
        ++end;
    const bool is_closed = end < lines.size() && lines[end].words == ")";
    return is_closed ? end + 1 : end;
}

}  // namespace

std::optional<Unwrapped> remove_prints(std::string_view text) {
    Unwrapped result;
    MaskedText masked(text, result.text);
    const std::vector<CodeLine> lines = code_lines(text);
    for (std::size_t i = 0; i + 1 < lines.size();) {
        const bool is_print =
            lines[i].is_free() && opens_module(lines[i].words) && is_child(text, lines[i + 1]);
        const std::size_t end = is_print ? end_of_module(lines, i) : i + 1;
        for (; i < end; ++i) {
            if (is_print) masked.mask(lines[i].span.begin, lines[i].span.end);
        }
    }
    return result.text.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace paramscope::open::python::texts
