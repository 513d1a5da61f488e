#include "count/flow/flow.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "count/flow/attempt.h"
#include "count/flow/messages.h"
#include "count/flow/runner.h"
#include "model/names.h"

namespace paramscope {
namespace {

std::vector<Signal> input_signals(const Environment& environment, Signal::Source source) {
    std::vector<Signal> inputs;
    for (const Dims& shape : environment.inputs()) inputs.push_back(Signal::tensor(shape));
    for (Signal& input : inputs) input.source = source;
    return inputs;
}

void warn_unresolved_tensors(const Tree& tree, Attempt* attempt) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const Node& node = tree.nodes[i];
        for (const Tensor& tensor : node.unresolved_tensors) {
            attempt->warn(i, message("flow.size_from_input",
                                     {{"tensor", tensor.name}, {"type", class_name(node.module->type)}}));
        }
    }
}

}  // namespace

void run_flow(Tree* tree, const Environment& environment, Mode mode, Diagnostics* diagnostics,
              FlowRecorder* recorder) {
    FlowRunner runner(tree, environment);
    runner.recorder = recorder;
    if (mode == Mode::Training) runner.source_of_constants = Signal::Source::Inputs;
    Attempt attempt(*tree);
    std::vector<Signal> inputs = input_signals(environment, runner.source_of_constants);
    // Without inputs a recorder still sees what leads where, without shapes.
    if (inputs.empty() && recorder != nullptr) inputs.push_back(Signal::unknown());
    if (!inputs.empty()) runner.run_model(std::move(inputs), &attempt);
    for (std::uint32_t i = 0; i < tree->nodes.size(); ++i) {
        const Node& node = tree->nodes[i];
        const bool can_start_here = node.calls == 0 && node.module->stated_input;
        if (can_start_here) runner.call(i, {Signal::unknown()}, &attempt);
    }
    warn_unresolved_tensors(*tree, &attempt);
    Diagnostics reported = attempt.take_diagnostics();
    std::move(reported.begin(), reported.end(), std::back_inserter(*diagnostics));
}

}  // namespace paramscope
