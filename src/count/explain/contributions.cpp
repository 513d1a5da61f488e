#include "count/explain/contributions.h"

#include <optional>
#include <string_view>

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kMostFound = 1000;

bool has_term(const Polynomial& formula, const Monomial& monomial) {
    const std::span<const Term> terms = formula.terms();
    return any_of(terms, [&](const Term& term) { return compare(term.monomial, monomial) == 0; });
}

/// A row's number without its children's.
Polynomial own_number(const Report& report, std::uint32_t index, Subject subject,
                      const SubjectNumbers& numbers) {
    const NodeReport& row = report.nodes[index];
    if (row.subtree_end == index + 1) return numbers.of(index).formula;
    Polynomial own;
    if (subject != Subject::Parameters) return own;
    for (const TensorReport& tensor : row.facts->tensors.list()) {
        if (tensor.role == Role::Parameter && tensor.tied_to.empty()) own += tensor.elements;
    }
    return own * row.facts->repeat().formula;
}

}  // namespace

std::vector<std::uint32_t> rows_of_term(const Report& report, std::size_t node, Subject subject,
                                        const Monomial& monomial) {
    std::vector<std::uint32_t> found;
    const auto top = static_cast<std::uint32_t>(node);
    const std::uint32_t end = report.nodes[node].subtree_end;
    if (end - top > kMostRows) return found;
    const SubjectNumbers numbers(report, subject, node);
    std::vector<Polynomial> times(end - top, Polynomial(1));  // the repeats around each row
    for (std::uint32_t i = top; i < end && found.size() < kMostFound; ++i) {
        const NodeReport& row = report.nodes[i];
        if (i > top) {
            const NodeReport& parent = report.nodes[row.parent];
            const bool are_followed = subject != Subject::Parameters && parent.facts->repeats_followed;
            times[i - top] =
                times[row.parent - top] * (are_followed ? Polynomial(1) : parent.facts->repeat().formula);
        }
        if (has_term(own_number(report, i, subject, numbers) * times[i - top], monomial)) found.push_back(i);
    }
    return found;
}

Monomial monomial_of(const NamedFormula& named, const Term& term) {
    const Polynomial over_given_sizes =
        substitute(Polynomial::from_terms({{Integer{1}, term.monomial}}),
                   [&](std::string_view symbol) -> std::optional<Polynomial> {
                       const NamedSize* const size = named.find(symbol);
                       const bool is_made = size != nullptr && !size->made_of.is_zero();
                       return is_made ? std::optional(size->made_of) : std::nullopt;
                   });
    const Polynomial over_parameters =
        substitute(over_given_sizes, [&](std::string_view symbol) -> std::optional<Polynomial> {
            const NamedSize* const size = named.find(symbol);
            const bool is_short = size != nullptr && !size->meaning.empty();
            return is_short ? std::optional(Polynomial::symbol(size->meaning)) : std::nullopt;
        });
    return over_parameters.terms().empty() ? Monomial() : over_parameters.terms().front().monomial;
}

}  // namespace paramscope
