#include "formats/derivation/derivation_terms.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/utf8.h"
#include "count/explain/layer_formula.h"
#include "formats/support/cells.h"
#include "formats/support/numbers.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

constexpr std::size_t kWidestTerm = 200;
constexpr std::size_t kLongestName = 400;

/// True when it is made of symbols only: no brackets that a sum would multiply out.
bool is_plain(const Polynomial& formula) {
    for (const Term& term : formula.terms()) {
        for (const Power& power : term.monomial) {
            if (!power.atom.is_symbol()) return false;
        }
    }
    return true;
}

/// The values of a line; refers to it.
SymbolValues numbers_of(const ExplainedLine& line) {
    return [&line](std::string_view symbol) -> std::optional<Rational> {
        for (const auto& [name, value] : line.values) {
            if (name == symbol) return value;
        }
        return std::nullopt;
    };
}

}  // namespace

std::string_view clipped(std::string_view name) {
    std::size_t length = std::min(name.size(), kLongestName);
    while (length < name.size() && is_utf8_continuation(name[length])) --length;
    return name.substr(0, length);
}

std::string DerivationTerms::words(Phrase which, std::initializer_list<std::string_view> pieces) const {
    return phrase(language_, which, pieces);
}

std::string DerivationTerms::side(const Polynomial& formula, const SymbolTexts& shown) const {
    if (formula.is_faulted() || formula.size() > kWidestTerm) return "";
    const bool fits = display_width(print_factored(formula, Notation::Unicode, shown)) <= kWidestTerm;
    return fits ? print_factored(formula, out_.notation(), shown) : "";
}

std::string DerivationTerms::plain_side(const Polynomial& formula) const {
    return is_plain(formula) ? side(formula) : "";
}

std::string DerivationTerms::written_out(const Polynomial& formula, const SymbolValues& numbers,
                                         const std::optional<Integer>& result) const {
    const std::string with_numbers =
        side(formula, [&](std::string_view symbol) -> std::optional<std::string> {
            const std::optional<Rational> value = numbers(symbol);
            return value ? std::optional(to_string(*value)) : std::nullopt;
        });
    return out_.equation({side(formula), with_numbers, result ? out_.number(*result) : ""});
}

std::string DerivationTerms::written_out(const Polynomial& formula,
                                         const std::optional<Integer>& result) const {
    return written_out(formula, values_, result);
}

std::string DerivationTerms::written_out(const ExplainedLine& line) const {
    return written_out(line.formula, numbers_of(line), line.result);
}

std::string DerivationTerms::short_sum(const Polynomial& formula) const {
    const std::optional<Integer> result = value_of(formula);
    return is_plain(formula) ? written_out(formula, result) : amount(result);
}

std::string DerivationTerms::amount(const std::optional<Integer>& value) const {
    return value ? out_.equation({out_.number(*value)}) : words(Phrase::Unknown);
}

std::string DerivationTerms::bounded(Basis basis, std::string text) const {
    static constexpr ByBound<std::optional<Phrase>> kBounds{std::nullopt, Phrase::AtMost, Phrase::AtLeast,
                                                            Phrase::About};
    const std::optional<Phrase> phrase = kBounds.of(basis);
    return phrase ? words(*phrase, {text}) : text;
}

std::string DerivationTerms::quantity(const Quantity& number, bool with_numbers) const {
    if (number.is_unknown()) return words(Phrase::Unknown);
    const std::string text = with_numbers
                                 ? written_out(number.formula, number.value)
                                 : out_.equation({plain_side(number.formula), out_.number(*number.value)});
    return bounded(number.basis, text);
}

std::optional<Integer> DerivationTerms::value_of(const Polynomial& formula) const {
    const Result<Rational> value = evaluate(formula, values_);
    return value && value->is_integer() ? std::optional(value->numerator()) : std::nullopt;
}

std::string DerivationTerms::shape(const Dims& dims) const {
    Dims numbers;
    for (const std::optional<Rational>& size : sizes_of(dims, values_)) {
        if (size) numbers.emplace_back(*size);
    }
    const bool known = numbers.size() == dims.size();
    return out_.equation({shape_side(dims), known ? shape_side(numbers) : ""});
}

std::string DerivationTerms::factor(std::size_t count) const {
    return concat(out_.number(static_cast<Integer>(count)), out_.times());
}

std::string DerivationTerms::repeats_side(const NodeReport& row, const std::optional<Integer>& one) const {
    if (!row.facts->repeat().value || !one) return "";
    return concat(out_.number(*row.facts->repeat().value), out_.times(), out_.number(*one));
}

std::string DerivationTerms::approximation(const Polynomial& exact,
                                           const std::optional<Integer>& value) const {
    if (!is_plain(exact)) return "";
    const std::optional<Approximation> near = approximate(exact, values_, value);
    const std::string formula = near ? side(near->formula) : "";
    if (!near || !near->value || formula.empty()) return "";
    return words(Phrase::Approximation, {out_.equation({formula, out_.number(*near->value)}),
                                         relative_error(near->relative_error, out_.notation())});
}

std::string DerivationTerms::layer_line(Subject subject, std::uint32_t node, const Polynomial& one) const {
    const NodeReport& row = report_.nodes[node];
    if (subject == Subject::Parameters) return tensors_line(node, one);
    if (subject == Subject::Activations) return activations_line(node, one);
    const bool by_weights = one.is_constant() || row.facts->family == "convolution";
    const std::string weights = by_weights ? weights_at_positions(node, one) : "";
    return weights.empty() ? written_out(one, value_of(one)) : weights;
}

/// In the layer's own sizes: `C_out·H_out·N·W_out·bytes = 64·112·1·112·4 = 3,211,264`.
std::string DerivationTerms::activations_line(std::uint32_t node, const Polynomial& one) const {
    const std::optional<Integer> result = value_of(one);
    const std::optional<NamedFormula> own = layer_formula(report_, node, Subject::Activations, result);
    return own ? written_out(own->formula, own->values(), result) : short_sum(one);
}

std::string DerivationTerms::shape_side(const Dims& dims) const {
    std::vector<std::string> sizes;
    for (const Polynomial& size : dims) sizes.push_back(print(size, out_.notation()));
    return out_.tuple(sizes);
}

std::string DerivationTerms::tensors_line(std::uint32_t node, const Polynomial& one) const {
    const NodeReport& row = report_.nodes[node];
    ExplainedLine sum;
    sum.result = value_of(one);
    for (const ExplainedLine& part : explain_own_tensors(report_, node)) {
        for (const auto& value : part.values) {
            const auto* known =
                find_where(sum.values, [&](const auto& other) { return other.first == value.first; });
            // A name with two meanings: written over the model's own names instead.
            if (known != nullptr && !(known->second == value.second)) {
                return written_out(one, sum.result);
            }
            if (known == nullptr) sum.values.push_back(value);
        }
        sum.formula += part.formula;
    }
    std::string tied;
    for (const TensorReport& tensor : row.facts->tensors.list()) {
        if (tensor.tied_to.empty()) continue;
        tied += concat(
            "; ", words(Phrase::Tied, {out_.code(clipped(tensor.name)), out_.code(clipped(tensor.tied_to))}));
    }
    const Result<Rational> check = evaluate(sum.formula, numbers_of(sum));
    const bool adds_up = check && sum.result && *check == Rational(*sum.result);
    return (adds_up ? written_out(sum) : written_out(one, sum.result)) + tied;
}

/// `(in·k·k·out) × (55 × 55) = 34,848 × 3,025 = 105,415,200`, where the work is just that: each weight once
/// at each position of the output.
std::string DerivationTerms::weights_at_positions(std::uint32_t node, const Polynomial& one) const {
    const NodeReport& row = report_.nodes[node];
    const std::optional<Integer> macs = value_of(one);
    if (!macs || !row.facts->output_sizes || row.facts->tensors.empty()) return "";
    const TensorReport weight = row.facts->tensors.list().front();
    const SharedList<Integer>& sizes = *row.facts->output_sizes;
    const std::size_t rank = weight.shape.size();
    if (!weight.count || rank < 2 || sizes.empty()) return "";
    // Channels stand behind the batch where there is one; features are last.
    const std::size_t channel = rank == 2 ? sizes.size() - 1 : sizes.size() == rank ? 1 : 0;
    Integer positions = 1;
    std::string places;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i == channel) continue;
        positions = checked_multiply(positions, sizes[i]).value_or(0);
        if (sizes[i] != 1) places += concat(places.empty() ? "" : out_.times(), out_.number(sizes[i]));
    }
    if (checked_multiply(positions, *weight.count) != macs) return "";
    const ExplainedLine line = explain_own_tensors(report_, node).front();
    const std::string formula = side(line.formula);
    const bool has_formula = !formula.empty() && !places.empty() && !line.formula.is_constant();
    return out_.equation({has_formula ? concat(formula, out_.times(), places) : "",
                          concat(out_.number(*weight.count), out_.times(), out_.number(positions)),
                          out_.number(*macs)});
}

}  // namespace paramscope
