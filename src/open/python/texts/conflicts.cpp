// Conflicts of two versions, as git marks them.
#include "base/characters.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/messages.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

enum class Mark { None, Begin, Base, Middle, End };

/// The mark of a conflict that a line is: seven equal signs, and a name behind all but the middle one.
Mark mark_of(std::string_view line) {
    constexpr std::size_t kLength = 7;
    const std::string_view signs = line.substr(0, kLength), rest = line.substr(signs.size());
    if (signs == "=======" && trim(rest).empty()) return Mark::Middle;
    if (!rest.empty() && !is_space(rest[0])) return Mark::None;
    if (signs == "<<<<<<<") return Mark::Begin;
    if (signs == "|||||||") return Mark::Base;
    return signs == ">>>>>>>" ? Mark::End : Mark::None;
}

}  // namespace

std::optional<Unwrapped> settle_conflicts(std::string_view text) {
    if (text.find("<<<<<<<") == std::string_view::npos) return std::nullopt;
    Unwrapped result;
    MaskedText masked(text, result.text);
    std::optional<std::uint32_t> first, dropped;  // where a conflict and its other side begin
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        const Mark mark = mark_of(text.substr(at, end - at));
        if (mark == Mark::Begin) {
            first = at;
            dropped.reset();
        } else if (first && !dropped && (mark == Mark::Base || mark == Mark::Middle)) {
            dropped = at;
        } else if (first && dropped && mark == Mark::End) {
            if (result.diagnostics.empty())
                result.diagnostics.push_back(
                    {Severity::Note, message("texts.conflict"), {*first, line_end(text, *first)}, ""});
            masked.mask(*first, line_end(text, *first));
            for (std::uint32_t i = *dropped; i < end; i = next_line(text, i))
                masked.mask(i, line_end(text, i));
            first.reset();
        }
    }
    return result.diagnostics.empty() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace paramscope::open::python::texts
