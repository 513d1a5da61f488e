#include "adjust/trial.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope::adjust {
namespace {

/// What is wrong with a model, without numbers and places.
std::vector<std::pair<Severity, std::string_view>> problems_of(const Report& report) {
    std::vector<std::pair<Severity, std::string_view>> problems;
    for (const Diagnostic& diagnostic : report.diagnostics)
        if (diagnostic.severity != Severity::Note)
            problems.emplace_back(diagnostic.severity, diagnostic.message.id());
    sort(problems);
    return problems;
}

template <typename Compare>
bool nodes_agree(const Report& a, const Report& b, const Compare& agree) {
    return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                      [&](const NodeReport& x, const NodeReport& y) { return agree(*x.facts, *y.facts); });
}

bool is_known_alike(const Quantity& a, const Quantity& b) {
    return a.value.has_value() == b.value.has_value() && a.is_complete() == b.is_complete();
}

}  // namespace

bool have_same_numbers(const Report& a, const Report& b) {
    const auto is_same = [](const Quantity& x, const Quantity& y) {
        return x.value == y.value && x.is_complete() == y.is_complete();
    };
    const auto agree = [&](const ModuleFacts& x, const ModuleFacts& y) {
        return is_same(x.parameters, y.parameters) && is_same(x.buffers, y.buffers) &&
               is_same(x.macs, y.macs) && is_same(x.flops, y.flops) && x.status == y.status;
    };
    if (a.nodes.empty() || !nodes_agree(a, b, agree)) return false;
    const bool is_trusted_alike = a.root()->facts->parameters.basis == b.root()->facts->parameters.basis;
    return is_trusted_alike && a.parameters_min == b.parameters_min && a.parameters_max == b.parameters_max;
}

Trial::Trial(std::shared_ptr<const Model> model, std::vector<Dims> inputs)
    : model_(std::move(model)), inputs_(std::move(inputs)), present_(counted({}, inputs_)) {}

Report Trial::counted(const Assignment& values, const std::vector<Dims>& inputs) const {
    CountOptions options;
    options.overrides = values;
    options.inputs = inputs;
    return count(model_, options);
}

bool Trial::fits(const Assignment& values, const std::vector<Dims>& inputs) const {
    counted_modules_ += present_.nodes.size();
    if (counted_modules_ > kMostTrialModules) return false;
    const Report report = counted(values, inputs);
    const auto agree = [](const ModuleFacts& x, const ModuleFacts& y) {
        return x.status == y.status && is_known_alike(x.parameters, y.parameters) &&
               is_known_alike(x.macs, y.macs) && x.output_sizes.has_value() == y.output_sizes.has_value();
    };
    return problems_of(report) == problems_of(present_) && nodes_agree(report, present_, agree);
}

}  // namespace paramscope::adjust
