#include "count/cost/verdict.h"

#include <span>

namespace paramscope {

Verdict judge_plan(const Report& report, const MemoryPlan& plan, const Device& device) {
    Verdict verdict{
        fit_devices(report, plan, std::span(&device, 1)).front(), plan.total.value, plan.options.devices, {}};
    const SymbolValues values = values_of(report);
    for (const std::string& name : adjustable_sizes(report)) {
        const std::optional<Rational> value = values(name);
        if (value && value->is_integer()) verdict.sizes.emplace_back(name, value->numerator());
    }
    return verdict;
}

bool is_close(const Verdict& verdict, const MemoryPlan& plan) {
    return verdict.fit.fits == Fits::Unknown && plan.total.basis == Basis::Approximate &&
           verdict.bytes.has_value();
}

}  // namespace paramscope
