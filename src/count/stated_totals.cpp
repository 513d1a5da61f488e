#include "count/stated_totals.h"

#include <optional>

#include "count/messages.h"
#include "model/stated_totals.h"

namespace paramscope {

void compare_stated_total(Report* report) {
    const std::optional<StatedTotal> stated = whole_total(report->model->stated_totals);
    if (!stated || report->nodes.empty()) return;
    ModuleFacts& root = report->nodes.front().facts.edit();
    if (!root.parameters.value) return;
    const Integer most = *root.parameters.value, least = report->parameters_min.value_or(most);
    const PrintedNumber& number = stated->number;
    if (least <= number.value + number.precision && number.value <= most + number.precision) return;
    report->diagnostics.push_back(
        {Severity::Warning,
         message("total.differs", {{"stated", to_string(number.value)}, {"counted", to_string(most)}}),
         stated->span});
    const Basis basis = number.value > most ? Basis::Partial : Basis::Approximate;
    ModuleFacts::Unusual& unusual = root.make_unusual();
    for (Quantity* quantity : {&root.parameters, &unusual.active, &unusual.stored})
        quantity->basis = worst(quantity->basis, basis);
    report->parameters_min.reset();
    report->parameters_max.reset();
}

}  // namespace paramscope
