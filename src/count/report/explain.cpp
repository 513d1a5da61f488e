#include "count/report/explain.h"

#include <algorithm>
#include <cmath>

#include "algebra/print.h"
#include "base/concat.h"
#include "count/messages.h"
#include "layers/catalogue.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostParts = 64;

/// A line with a formula over the model's hyper-parameters.
ExplainedLine line_over_variables(const Report& report, std::string subject, const Quantity& quantity) {
    ExplainedLine line{std::move(subject), quantity.formula, {}, quantity.value};
    for (const std::string& name : symbols(quantity.formula)) {
        const auto found =
            std::find_if(report.variables.begin(), report.variables.end(),
                         [&](const VariableReport& variable) { return variable.name == name; });
        if (found != report.variables.end() && found->value) line.values.emplace_back(name, *found->value);
    }
    return line;
}

/// Adds a line for each of a module's own tensors, in the layer's argument names:
/// weight = out_features·in_features.
void explain_tensors(const Report& report, const NodeReport& node, std::vector<ExplainedLine>* parts) {
    const FoundLayer layer = find_layer(node.type);
    std::vector<Tensor> symbolic;  // with argument names for sizes
    const SymbolValues values = values_of(report);
    std::optional<Arguments> arguments;
    if (layer.rule && layer.rule->tensors && node.facts->family == layer.family()) {
        arguments.emplace(*layer.signature, *node.module, values, nullptr);
        layer.rule->tensors(arguments->symbolic(), symbolic);
    }
    for (const TensorReport& tensor : node.facts->tensors) {
        if (tensor.role == Role::Buffer) continue;
        ExplainedLine line = line_over_variables(report, tensor.name.str(), {tensor.elements, tensor.count});
        const auto named = std::find_if(symbolic.begin(), symbolic.end(),
                                        [&](const Tensor& other) { return other.name == tensor.name; });
        if (named != symbolic.end() && tensor.tied_to.empty()) {
            line.formula = product(named->shape);
            line.values.clear();
            for (const std::string& symbol : symbols(line.formula)) {
                const std::optional<Polynomial> size = arguments->value_of_symbol(symbol);
                const std::optional<Rational> value = size ? arguments->value(*size) : std::nullopt;
                if (value) line.values.emplace_back(symbol, *value);
            }
        }
        if (!tensor.tied_to.empty()) {
            line.label =
                message("explanation.tied_tensor", {{"tensor", tensor.name}, {"path", tensor.tied_to}});
            line.subject = line.label.english();
        }
        parts->push_back(std::move(line));
    }
}

/// Adds a line for each child that has some of the number.
void explain_children(const Report& report, std::size_t index, Subject subject,
                      std::vector<ExplainedLine>* parts) {
    for (const std::uint32_t child : report.children(index)) {
        if (parts->size() >= kMostParts) break;
        const NodeReport& row = report.nodes[child];
        const Quantity& quantity = quantity_of(row, subject);
        if (quantity.formula.is_zero()) continue;
        parts->push_back(line_over_variables(report, concat(row.name, ": ", row.type), quantity));
    }
}

/// Adds the approximation by the leading terms, unless that is the whole formula.
void approximate(const Report& report, Explanation* explanation) {
    const Polynomial& exact = explanation->total.formula;
    const std::vector<std::string> names = symbols(exact);
    if (names.empty() || !explanation->total.result || *explanation->total.result == 0) return;
    Polynomial leading = leading_terms(exact, names);
    if (leading == exact) return;
    const Result<Rational> value = evaluate(leading, values_of(report));
    if (!value) return;
    const double whole = Rational(*explanation->total.result).to_double();
    explanation->relative_error = std::abs(whole - value->to_double()) / std::abs(whole);
    if (value->is_integer()) explanation->approximate_value = value->numerator();
    explanation->approximation = std::move(leading);
}

}  // namespace

const Quantity& quantity_of(const NodeReport& node, Subject subject) {
    switch (subject) {
        case Subject::Parameters: return node.facts->parameters;
        case Subject::Macs: return node.facts->macs;
        case Subject::Flops: return node.facts->flops;
    }
    return node.facts->parameters;
}

std::string ExplainedLine::formula_text(Notation notation) const { return print(formula, notation); }

std::string ExplainedLine::numbers_text(Notation notation) const {
    return print_with(formula, notation, [this](std::string_view symbol) -> std::optional<std::string> {
        for (const auto& [name, value] : values) {
            if (name == symbol) return to_string(value);
        }
        return std::nullopt;
    });
}

bool ExplainedLine::numbers_differ() const {
    return !values.empty() && formula != Polynomial::symbol(values.front().first);
}

Explanation explain(const Report& report, std::size_t node, Subject subject) {
    Explanation explanation;
    const NodeReport& row = report.nodes[node];
    if (subject == Subject::Parameters) explain_tensors(report, row, &explanation.parts);
    explain_children(report, node, subject, &explanation.parts);
    explanation.total = line_over_variables(report, report.path_or_type(row), quantity_of(row, subject));
    approximate(report, &explanation);
    return explanation;
}

}  // namespace paramscope
