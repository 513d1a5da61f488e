#include "count/work_range.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

/// A formula's value with these numbers in place of the report's.
std::optional<Integer> value_with(const std::vector<Setting>& settings, const Polynomial& formula,
                                  const Report& report) {
    const SymbolValues usual = values_of(report);
    const auto values = [&](std::string_view name) {
        const Setting* setting = find_by(settings, &Setting::name, name);
        return setting != nullptr ? setting->value.constant() : usual(name);
    };
    const Result<Rational> value = evaluate(formula, values);
    return value && value->is_integer() ? std::optional(value->numerator()) : std::nullopt;
}

}  // namespace

void add_work_range(Report* report) {
    report->macs_bounds = report->flops_bounds = std::nullopt;
    const WorkRange& range = report->model->work_range;
    if (range.least.empty() || range.most.empty() || report->root() == nullptr) return;
    const auto is_set = [&](const Setting& each) {
        const VariableReport* variable = find_by(report->variables, &VariableReport::name, each.name);
        return variable == nullptr || variable->origin == VariableReport::Origin::Overridden;
    };
    if (any_of(range.least, is_set) || any_of(range.most, is_set)) return;
    const auto bounds_of = [&](const Quantity& work) -> std::optional<Bounds> {
        const auto least = value_with(range.least, work.formula, *report),
                   most = value_with(range.most, work.formula, *report);
        const bool is_range = work.basis == Basis::Approximate && least && most && *least < *most;
        return is_range ? std::optional(Bounds{*least, *most}) : std::nullopt;
    };
    report->macs_bounds = bounds_of(report->root()->facts->macs);
    report->flops_bounds = bounds_of(report->root()->facts->flops);
}

}  // namespace paramscope
