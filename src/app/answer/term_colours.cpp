#include "app/answer/term_colours.h"

#include "app/ui/theme.h"
#include "count/explain/contributions.h"
#include "count/report/parts.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostTerms = 16;     // that are looked for: more are not told apart by colours
constexpr std::size_t kMostRows = 20'000;  // of a report

/// The part that all rows are of; "" of several. Embedding and output are one where they share a term: the
/// size of a vocabulary.
std::string_view part_of(const Parts& parts, const std::vector<std::uint32_t>& rows) {
    std::string_view common;
    for (const std::uint32_t row : rows) {
        std::string_view part = parts.of(row);
        if (part == kOutputPart) part = kEmbeddingPart;
        if (!common.empty() && part != common) return "";
        common = part;
    }
    return common;
}

}  // namespace

std::span<const ImU32> TermColours::of(Context& context, std::size_t node, Subject subject,
                                       const NamedFormula& named) {
    const bool is_known = model_ == context.workspace.versions().counted_text && node_ == node &&
                          subject_ == subject && formula_ == named.formula;
    if (!is_known) find(context, node, subject, named);
    colours_.clear();
    for (const std::string_view part : parts_) colours_.push_back(part.empty() ? 0 : text_colour_of(part));
    return colours_;
}

void TermColours::find(Context& context, std::size_t node, Subject subject, const NamedFormula& named) {
    const Report& report = context.workspace.report();
    const std::span<const Term> terms = named.formula.terms();
    parts_.clear();
    const std::shared_ptr<const Parts> parts = context.weights.parts(context.workspace);
    const bool is_coloured = parts->are_of_transformer() && terms.size() > 1 && terms.size() <= kMostTerms &&
                             report.nodes.size() <= kMostRows;
    if (is_coloured && !context.steps.may(report)) return;
    model_ = context.workspace.versions().counted_text;
    node_ = node;
    subject_ = subject;
    formula_ = named.formula;
    if (!is_coloured) return;
    for (const Term& term : terms)
        parts_.push_back(part_of(*parts, rows_of_term(report, node, subject, monomial_of(named, term))));
}

}  // namespace paramscope::app
