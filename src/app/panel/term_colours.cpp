#include "app/panel/term_colours.h"

#include "app/ui/theme.h"
#include "base/ranges.h"
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
        std::string_view part = parts.of_own(row);
        if (part == kOutputPart) part = kEmbeddingPart;
        if (!common.empty() && part != common) return "";
        common = part;
    }
    return common;
}

}  // namespace

void TermColours::update(Context& context, std::size_t node, Subject subject, const NamedFormula& named) {
    const std::uint64_t text = context.workspace.versions().counted_text;
    const bool is_known = text_ == text && node_ == node && subject_ == subject && formula_ == named.formula;
    if (is_known) return;
    const Report& report = context.workspace.report();
    const bool is_short = named.formula.terms().size() <= kMostTerms && report.nodes.size() <= kMostRows;
    if (is_short && (!context.pause.is_over(context.workspace) || !context.steps.may(report)))
        return origins_.clear();
    text_ = text;
    node_ = node;
    subject_ = subject;
    formula_ = named.formula;
    origins_.clear();
    if (is_short) find(context, named);
}

void TermColours::find(Context& context, const NamedFormula& named) {
    const Report& report = context.workspace.report();
    const std::shared_ptr<const Parts> parts = context.weights.parts(context.workspace);
    const bool has_colours = parts->are_of_transformer() && (node_ > 0 || named.formula.terms().size() > 1);
    for (const Term& term : named.formula.terms()) {
        Origin& origin = origins_.emplace_back();
        origin.modules = rows_of_term(report, node_, subject_, monomial_of(named, term));
        if (has_colours) origin.part = part_of(*parts, origin.modules);
    }
}

std::span<const ImU32> TermColours::colours() {
    colours_.clear();
    for (const Origin& origin : origins_)
        colours_.push_back(origin.part.empty() ? 0 : text_colour_of(origin.part));
    return colours_;
}

std::span<const ImU32> TermColours::grounds(const Report& report, std::size_t pointed) {
    grounds_.assign(origins_.size(), 0);
    if (pointed <= node_ || pointed >= report.nodes[node_].subtree_end) return grounds_;
    for (std::size_t i = 0; i < origins_.size(); ++i) {
        const bool is_of = any_of(origins_[i].modules, [&](std::uint32_t module) {
            return module < report.nodes[pointed].subtree_end && pointed < report.nodes[module].subtree_end;
        });
        if (is_of) grounds_[i] = palette().accent_soft;
    }
    return grounds_;
}

void TermColours::highlight(Context& context, const Polynomial& formula, const Term* pointed) const {
    if (pointed == nullptr) return;
    const auto term = static_cast<std::size_t>(pointed - formula.terms().data());
    if (term < origins_.size()) context.highlighting = origins_[term].modules;
}

}  // namespace paramscope::app
