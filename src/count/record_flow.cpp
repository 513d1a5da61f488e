#include "count/record_flow.h"

#include "count/environment/environment.h"
#include "count/flow/flow.h"
#include "count/flow/routing.h"
#include "count/tree/tree.h"

namespace paramscope {
namespace {

/// The options that a report was counted with, as far as they change the flow.
CountOptions options_of(const Report& report) {
    CountOptions options;
    for (const VariableReport& variable : report.variables) {
        if (variable.origin == VariableReport::Origin::Overridden && variable.value)
            options.overrides.emplace_back(variable.name, Polynomial(*variable.value));
    }
    options.inputs = report.given_inputs;
    options.mode = report.mode;
    options.causal = report.causal;
    return options;
}

}  // namespace

FlowGraphs record_flow(const Report& report, const Model& model, std::optional<Mode> mode) {
    if (report.nodes.empty() || report.nodes.size() > kMostRecordedModules) return {};
    Diagnostics ignored;  // the report has them
    CountOptions options = options_of(report);
    options.mode = mode.value_or(report.mode);
    const Environment environment(model, options, &ignored);
    Tree tree = build_tree(model, environment, &ignored);
    if (tree.nodes.size() != report.nodes.size()) return {};
    set_expert_shares(&tree, environment, &ignored);
    FlowRecorder recorder(mode.has_value());
    run_flow(&tree, environment, options.mode, &ignored, &recorder);
    return recorder.take_graphs();
}

}  // namespace paramscope
