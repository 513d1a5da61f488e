// Code that has lost the blanks at the beginning of its lines.
#include <string>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/messages.h"
#include "open/python/texts/statement_levels.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// Words that begin a block, whose end only its indentation tells.
constexpr std::string_view kOpeners[] = {"for",  "while", "with",   "try",    "if",
                                         "elif", "else",  "except", "finally"};

/// True where a method stands below a class and no deeper, and no line is indented.
bool lacks_indentation(const std::vector<CodeLine>& lines) {
    bool is_below_class = false, is_method = false;
    for (const CodeLine& line : lines) {
        if (!is_code(line)) continue;
        if (line.indentation > 0) return false;
        is_method = is_method || (is_below_class && line.words.starts_with("def __init__(self"));
        is_below_class = is_below_class || line.words.starts_with("class ");
    }
    return is_method;
}

/// The word of a block that goes on behind its line; "" for another line.
std::string_view block_word(std::string_view words) {
    std::size_t end = 0;
    while (end < words.size() && is_letter(words[end])) ++end;
    const std::string_view word = words.substr(0, end);
    return contains(kOpeners, word) && words.ends_with(':') ? word : "";
}

}  // namespace

std::optional<Unwrapped> restore_indentation(std::string_view text) {
    const std::vector<CodeLine> lines = code_lines(text);
    if (!lacks_indentation(lines)) return std::nullopt;
    Rebuilder rebuilt(text);
    StatementLevels levels;
    Diagnostic note{Severity::Note, message("texts.indentation"), {}, ""};
    for (const CodeLine& line : lines) {
        if (is_code(line)) {
            if (const std::string_view word = block_word(line.words); !word.empty()) {
                note = {Severity::Error, message("texts.no_indentation", {{"what", word}}), line.span, ""};
                break;
            }
            rebuilt.insert(std::string(4 * levels.of(line.words), ' '), line.span.begin);
        }
        rebuilt.keep(line.span.begin, next_line(text, line.span.begin));
    }
    Unwrapped result = std::move(rebuilt).take();
    result.diagnostics.push_back(std::move(note));
    return result;
}

}  // namespace paramscope::open::python::texts
