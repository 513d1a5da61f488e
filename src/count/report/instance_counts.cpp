#include "count/report/instance_counts.h"

namespace paramscope {

std::vector<Polynomial> times_done(const Report& report) {
    std::vector<Polynomial> times(report.nodes.size(), Polynomial(1));
    for (std::size_t i = 0; i < times.size(); ++i) {
        const NodeReport& row = report.nodes[i];
        if (i > 0) times[i] = times[row.parent];
        if (!row.repeats_followed) times[i] *= row.repeat.formula;
    }
    return times;
}

OwnWork own_work(const NodeReport& row) {
    const FoundLayer layer = row.module ? find_layer(*row.module) : FoundLayer{};
    return {row.work, row.module, row.type, layer.family == row.family ? layer : FoundLayer{}};
}

Quantity value_of(const Report& report, Polynomial formula, bool complete) {
    Quantity quantity{std::move(formula), std::nullopt, complete};
    const Result<Rational> value = evaluate(quantity.formula, values_of(report));
    if (value && value->is_integer()) quantity.value = value->numerator();
    return quantity;
}

}  // namespace paramscope
