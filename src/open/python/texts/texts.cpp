#include "open/python/texts/texts.h"

#include <algorithm>

#include "base/characters.h"
#include "model/texts/diff.h"
#include "model/texts/masked_text.h"
#include "open/python/texts/wrappings.h"
#include "open/summary/table.h"

namespace paramscope::open::python::texts {
namespace {

std::optional<Unwrapped> remove_diff_signs(std::string_view text) {
    Unwrapped result;
    MaskedText masked(text, result.text);
    for (const Span& mark : read_diff(text).marks) masked.mask(mark.begin, mark.end);
    return result.text.empty() ? std::nullopt : std::optional(std::move(result));
}

std::optional<Unwrapped> remove_tables(std::string_view text) {
    Unwrapped result;
    const std::string_view rest = mask_summaries(text, result.text);
    return rest.data() == text.data() ? std::nullopt : std::optional(std::move(result));
}

/// What may surround code, in the order in which it is removed: what is on each line, from the outside to the
/// inside; what stands between lines; what the code itself has lost.
using Remove = std::optional<Unwrapped> (*)(std::string_view text);
constexpr Remove kMarks[] = {replace_characters, remove_diff_signs,   settle_conflicts,
                             remove_quotes,      remove_line_numbers, remove_prompts};
constexpr Remove kSurroundings[] = {
    remove_markdown,  remove_tables,    remove_prints,       remove_magics,       remove_prose,
    straighten_signs, bracket_unpacked, restore_line_breaks, restore_indentation, complete_fragment};

template <std::size_t count>
void remove_all(const Remove (&table)[count], FoundCode& code) {
    for (const Remove remove : table) {
        if (has_errors(code.diagnostics())) return;
        if (std::optional<Unwrapped> rest = remove(code.text())) code.take(std::move(*rest));
    }
}

}  // namespace

Span FoundCode::place_in_source(Span span) const {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) span = step->span_before(span);
    return span;
}

void FoundCode::take(Unwrapped rest) {
    for (Diagnostic& each : rest.diagnostics) {
        each.span = place_in_source(each.span);
        diagnostics_.push_back(std::move(each));
    }
    rest.diagnostics.clear();
    text_ = std::exchange(rest.text, {});
    basis_ = worst(basis_, rest.basis);
    steps_.push_back(std::move(rest));
}

FoundCode without_marks(std::string_view text) {
    FoundCode code(text);
    remove_all(kMarks, code);
    return code;
}

FoundCode find_code(std::string_view text) {
    FoundCode code(text);
    remove_all(kMarks, code);
    remove_all(kSurroundings, code);
    return code;
}

}  // namespace paramscope::open::python::texts
