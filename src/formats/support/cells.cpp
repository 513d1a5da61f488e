#include "formats/support/cells.h"

#include "algebra/print.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/explain/layer_formula.h"
#include "formats/support/table.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

/// `(batch, tokens) = (1, 128)`.
std::string shape_text(const Dims& shape, const SymbolValues& values) {
    const std::string formula = to_string(shape);
    Dims numbers;
    for (const std::optional<Rational>& size : sizes_of(shape, values)) {
        if (!size) return formula;
        numbers.emplace_back(*size);
    }
    return numbers == shape ? formula : concat(formula, " = ", to_string(numbers));
}

}  // namespace

std::vector<const NodeReport*> shown_nodes(const Report& report, const WriteOptions& options) {
    std::vector<const NodeReport*> shown;
    for (std::size_t i = 0; i < report.nodes.size();) {
        const NodeReport& node = report.nodes[i];
        shown.push_back(&node);
        i = node.depth < options.depth ? i + 1 : node.subtree_end;
    }
    return shown;
}

std::optional<Polynomial> known_formula(const Quantity& quantity) {
    const bool says_nothing = quantity.is_unknown() && quantity.formula.is_zero();
    if (says_nothing || quantity.formula.is_faulted()) return std::nullopt;
    return quantity.formula;
}

std::string parameter_formula(const Report& report, const NodeReport& node) {
    const Quantity& parameters = node.facts->parameters;
    const std::optional<Polynomial> formula = known_formula(parameters);
    if (formula && !formula->is_constant()) return print(*formula, Notation::Unicode);
    const auto index = static_cast<std::size_t>(&node - report.nodes.data());
    const std::optional<NamedFormula> of_layer =
        layer_formula(report, index, Subject::Parameters, parameters.value);
    return of_layer && !of_layer->formula.is_constant() ? print(of_layer->formula, Notation::Unicode) : "";
}

std::string repeated_type(const NodeReport& node) {
    const bool once = node.facts->repeat().value == Integer{1};
    const std::string count = node.facts->repeat().value ? with_thousands(*node.facts->repeat().value) : "?";
    return once ? std::string(node.type) : concat(count, " x ", node.type);
}

std::string output_shape(const NodeReport& node) {
    if (!node.facts->output_sizes) return "";
    const auto text_of = [](Integer size) { return to_string(size); };
    return concat("(", join(*node.facts->output_sizes, ", ", text_of), ")");
}

bool has_work(const Report& report) {
    return any_of(report.nodes, [](const NodeReport& node) { return node.facts->macs.value.has_value(); });
}

std::string_view title_of(const Report& report) {
    if (report.model == nullptr || report.model->notes.empty()) return "";
    return report.model->notes.front();
}

std::string heading_line(std::string_view heading, const TextLayout* layout) {
    return layout != nullptr ? layout->heading(heading) : printable(heading) + "\n";
}

std::vector<std::optional<Rational>> sizes_of(const Dims& shape, const SymbolValues& values) {
    std::vector<std::optional<Rational>> sizes;
    for (const Polynomial& size : shape) {
        const Result<Rational> value = evaluate(size, values);
        sizes.push_back(value ? std::optional(*value) : std::nullopt);
    }
    return sizes;
}

std::string input_text(const Report& report) {
    const SymbolValues values = values_of(report);
    return join(report.inputs, "; ", [&](const Dims& input) { return shape_text(input, values); });
}

std::string equals_formula(const Quantity& quantity, const ShortNames& names) {
    constexpr std::size_t kWidestFormula = 200;  // a longer one would fill several lines
    if (quantity.formula.is_constant() || quantity.formula.is_faulted()) return "";
    const std::string formula = print_factored(with_short_names(quantity.formula, names), Notation::Unicode);
    const bool fits = display_width(formula) <= kWidestFormula;
    return fits ? " = " + formula : " (--format json has the long formula)";
}

}  // namespace paramscope
