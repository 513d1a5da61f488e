#include "count/explain/explain.h"

#include <cmath>

#include "algebra/formula_values.h"
#include "algebra/print.h"
#include "algebra/terms.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/explain/layer_formula.h"
#include "count/messages.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostParts = 64;

/// A line with a formula over the model's hyper-parameters.
ExplainedLine line_over_variables(const Report& report, std::string subject, const Quantity& quantity) {
    ExplainedLine line{std::move(subject), quantity.formula, {}, quantity.value};
    for (const std::string& name : symbols(quantity.formula)) {
        const auto* found = find_by(report.variables, &VariableReport::name, name);
        if (found != nullptr && found->value) line.values.emplace_back(name, *found->value);
    }
    return line;
}

/// Adds a line for each of a module's own tensors, in the layer's own sizes: weight = d_out·d_in.
void explain_tensors(const Report& report, std::size_t index, std::vector<ExplainedLine>* parts) {
    for (const TensorReport& tensor : report.nodes[index].facts->tensors.list()) {
        if (tensor.role == Role::Buffer) continue;
        ExplainedLine line = line_over_variables(report, tensor.name.str(), {tensor.elements, tensor.count});
        if (!tensor.tied_to.empty()) {
            line.label =
                message("explanation.tied_tensor", {{"tensor", tensor.name}, {"path", tensor.tied_to}});
            line.subject = line.label.english();
        } else if (const std::optional<NamedFormula> own = tensor_formula(report, index, tensor)) {
            line.formula = own->formula;
            line.values = own->numbers();
        }
        parts->push_back(std::move(line));
    }
}

/// Adds a line for each child that has some of the number.
void explain_children(const Report& report, std::size_t index, const SubjectNumbers& numbers,
                      std::vector<ExplainedLine>* parts) {
    for (const std::uint32_t child : report.children(index)) {
        if (parts->size() >= kMostParts) break;
        const NodeReport& row = report.nodes[child];
        const Quantity& quantity = numbers.of(child);
        if (quantity.formula.is_zero()) continue;
        parts->push_back(line_over_variables(report, concat(row.name, ": ", row.type), quantity));
    }
}

/// True where a symbol stands for different numbers in two formulas.
bool contradict(const NamedFormula& a, const NamedFormula& b) {
    return any_of(a.sizes, [&](const NamedSize& size) {
        const NamedSize* const other = b.find(size.symbol);
        return other != nullptr && !(other->value == size.value);
    });
}

/// A term of a formula with its value.
struct ValuedTerm {
    Term term;
    double value = 0;
};

/// The terms that `leading` lacks, those with the largest values first.
std::vector<ValuedTerm> other_terms(const Polynomial& exact, const Polynomial& leading,
                                    const FormulaValues& values) {
    std::vector<ValuedTerm> others;
    const Polynomial rest = exact - leading;
    for (const Term& term : rest.terms()) {
        const std::optional<Rational> value = values.value(Polynomial::from_terms({term}));
        others.push_back({term, value ? value->to_double() : 0});
    }
    stable_sort(others, [](const ValuedTerm& a, const ValuedTerm& b) {
        return std::abs(a.value) > std::abs(b.value);
    });
    return others;
}

}  // namespace

std::optional<Approximation> approximate(const Polynomial& exact, const SymbolValues& values,
                                         const std::optional<Integer>& value) {
    constexpr double close = 0.05;
    const std::vector<std::string> names = symbols(exact);
    if (names.empty() || !value || *value == 0) return std::nullopt;
    const FormulaValues known(values);
    const Polynomial leading = leading_terms(exact, names);
    const std::optional<Rational> first = known.value(leading);
    if (!first) return std::nullopt;
    const double whole = Rational(*value).to_double();
    const auto error_of = [&](double near) { return std::abs(whole - near) / std::abs(whole); };
    const std::vector<ValuedTerm> others = other_terms(exact, leading, known);
    std::vector<Term> kept(leading.terms().begin(), leading.terms().end());
    double near = first->to_double();
    auto other = others.begin();
    for (; other != others.end() && error_of(near) >= close; ++other) {
        kept.push_back(other->term);
        near += other->value;
    }
    if (other == others.end()) return std::nullopt;
    Approximation result{Polynomial::from_terms(std::move(kept)), {}, error_of(near)};
    result.value = known.integer(result.formula);
    return result;
}

std::string ExplainedLine::formula_text(Notation notation) const {
    return print_factored(formula, notation);
}

std::string ExplainedLine::numbers_text(Notation notation) const {
    return print_factored(formula, notation, [this](std::string_view symbol) -> std::optional<std::string> {
        for (const auto& [name, value] : values) {
            if (name == symbol) return to_string(value);
        }
        return std::nullopt;
    });
}

bool ExplainedLine::numbers_differ() const {
    return !values.empty() && formula != Polynomial::symbol(values.front().first);
}

std::vector<EquationSide> Explanation::sides() const {
    std::vector<EquationSide> sides;
    if (layer) sides.push_back({&*layer, false});
    if (!named.formula.is_constant()) sides.push_back({&named, false});
    if (!sides.empty() && sides.back().formula->numbers_differ())
        sides.push_back({sides.back().formula, true});
    return sides;
}

std::vector<NamedSize> Explanation::legend() const {
    std::vector<NamedSize> legend;
    if (layer) legend = layer->sizes;
    for (const NamedSize& size : named.sizes) {
        if (size.meaning.empty() && size.made_of.is_zero()) continue;
        NamedSize* const known =
            find_where(legend, [&](const NamedSize& other) { return other.symbol == size.symbol; });
        if (known == nullptr) {
            legend.push_back(size);
        } else if (!size.meaning.empty() && size.meaning != known->meaning) {
            known->meaning += concat(known->meaning.empty() ? "" : ", ", size.meaning);
        }
    }
    return legend;
}

std::vector<ExplainedLine> explain_own_tensors(const Report& report, std::size_t node) {
    std::vector<ExplainedLine> parts;
    explain_tensors(report, node, &parts);
    return parts;
}

Explanation explain(const Report& report, std::size_t node, Subject subject) {
    Explanation explanation;
    const NodeReport& row = report.nodes[node];
    const SubjectNumbers numbers(report, subject, node);
    if (subject == Subject::Parameters) explain_tensors(report, node, &explanation.parts);
    explain_children(report, node, numbers, &explanation.parts);
    explanation.total = line_over_variables(report, report.path_or_type(row), numbers.of(node));
    explanation.basis = numbers.of(node).basis;
    explanation.named = named_formula(report, explanation.total.formula);
    explanation.layer = layer_formula(report, node, subject, numbers.of(node).value);
    if (explanation.layer && (explanation.layer->formula == explanation.named.formula ||
                              contradict(*explanation.layer, explanation.named)))
        explanation.layer.reset();
    explanation.approximation =
        approximate(explanation.named.formula, explanation.named.values(), explanation.total.result);
    return explanation;
}

}  // namespace paramscope
