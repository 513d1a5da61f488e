#include "count/report/report.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

/// Searches the descendants of `node` for the one whose path continues with `rest`, "" when it has been
/// reached. `is_start`: no name has been passed yet, so no dot comes before the next one.
std::optional<std::uint32_t> find_below(const Report& report, std::uint32_t node, std::string_view rest,
                                        bool is_start) {
    for (const std::uint32_t child : report.children(node)) {
        const std::string_view name = first_name(report.nodes[child].name);
        std::string_view behind = rest;
        if (!is_start) {
            if (!behind.starts_with('.')) return std::nullopt;
            behind.remove_prefix(1);
        }
        if (!behind.starts_with(name)) continue;
        behind.remove_prefix(name.size());
        if (behind.empty()) return child;
        if (const auto found = find_below(report, child, behind, is_start && name.empty())) return found;
    }
    return std::nullopt;
}

}  // namespace

std::string_view to_string(Status status) {
    constexpr std::string_view kNames[] = {"counted", "zero", "unknown"};
    return kNames[static_cast<std::size_t>(status)];
}

std::string Report::path(const NodeReport& node) const {
    std::vector<std::string_view> names;
    for (const NodeReport* at = &node; at != root(); at = &nodes[at->parent])
        names.push_back(first_name(at->name));
    std::string path;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        if (!path.empty()) path += '.';
        path += *name;
    }
    return path;
}

std::string Report::path_or_type(const NodeReport& node) const {
    std::string text = path(node);
    return text.empty() ? std::string(node.type) : text;
}

std::optional<std::uint32_t> Report::find(std::string_view path) const {
    if (nodes.empty()) return std::nullopt;
    if (path.empty()) return 0;
    return find_below(*this, 0, path, true);
}

bool has_weights(const NodeReport& row) {
    return any_of(row.facts->tensors.list(),
                  [](const TensorReport& tensor) { return tensor.role == Role::Parameter; });
}

bool is_list(const NodeReport& row) {
    return row.facts->family == "container" || row.type == "Sequential";
}

std::optional<Integer> Report::instances(std::size_t node) const {
    std::optional<Integer> count = Integer{1};
    for (std::size_t at = node; at != 0 && count; at = nodes[at].parent) {
        const std::optional<Integer>& repeat = nodes[nodes[at].parent].facts->repeat().value;
        count = repeat ? checked_multiply(*count, *repeat) : std::nullopt;
    }
    return count;
}

Basis Report::basis_of_created(const ModuleFacts& facts) const {
    const bool is_estimated = model && (model->estimated.products || model->estimated.elements);
    return worst(facts.macs.basis, is_estimated ? Basis::Approximate : Basis::Exact);
}

Quantity Report::quantity(Polynomial formula, Basis basis) const {
    if (const auto whole = formula.whole()) return {std::move(formula), Integer{*whole}, basis};
    Quantity quantity{std::move(formula), std::nullopt, basis};
    const Result<Rational> value = evaluate(quantity.formula, values_of(*this));
    if (value && value->is_integer()) quantity.value = value->numerator();
    return quantity;
}

SymbolValues values_of(const Report& report) {
    return [&report](std::string_view name) -> std::optional<Rational> {
        const auto* variable = find_by(report.variables, &VariableReport::name, name);
        return variable == nullptr ? std::nullopt : variable->value;
    };
}

}  // namespace paramscope
