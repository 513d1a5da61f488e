// FlowRecorder: writes down what flows where while a model is counted, as a graph for each module.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "layers/signal.h"
#include "model/forward.h"

namespace paramscope {

/// How many calls and operations, and how many arrows between them, are recorded of one model.
inline constexpr std::size_t kMostRecordedSteps = 200'000;
inline constexpr std::size_t kMostRecordedArrows = 400'000;

/// What happens in a module's forward pass, in the order of the calls.
struct FlowStep {
    enum class Kind : std::uint8_t {
        Input,      ///< an input of the module: `name`
        Skip,       ///< a tensor that a module outside has kept
        Module,     ///< the call of `module`
        Operation,  ///< a function or an operator: `name`
        Tensor,     ///< a tensor of the module that is used directly: `name`
        Output,     ///< what the module returns
    };

    Kind kind = Kind::Operation;
    std::uint32_t module = 0;  ///< index in the tree
    std::string name;
    std::vector<ForwardExpression::Keyword> keywords{};  ///< of a function or a module

    /// The argument of that name; nullptr for none.
    const Value* find(std::string_view keyword) const;
};

/// A signal that one step makes and another takes.
struct FlowArrow {
    std::uint32_t from = 0, to = 0;  ///< indices of steps
    Signal signal;
};

/// The first call of a module whose flow is known.
struct FlowGraph {
    std::vector<FlowStep> steps;
    std::vector<FlowArrow> arrows;
    bool is_cut = false;  ///< a limit was met: steps or arrows are missing
};

/// The graphs of modules by their index. A module without one has no forward pass that is known, was not
/// called, or is a layer whose rule counts it as a whole.
using FlowGraphs = std::map<std::uint32_t, FlowGraph>;

/// Watches a count. Each signal carries the number of the step that made it (Signal::maker), so what only
/// passes it on (tuples, indices, an absent child) needs no step.
class FlowRecorder {
  public:
    /// `joins_parts`: a join of what was joined before is recorded as one of all its parts, as programs do
    /// it; pictures show it step by step.
    explicit FlowRecorder(bool joins_parts) : joins_parts_(joins_parts) {}
    bool joins_parts() const { return joins_parts_; }

    /// Says what the next call of a module is given by name.
    void set_keywords(std::vector<ForwardExpression::Keyword> keywords) { keywords_ = std::move(keywords); }
    /// Begins a step of the module at hand that takes `inputs`; end_step() is told its number.
    std::uint32_t begin_step(FlowStep step, std::span<const Signal> inputs);
    /// Marks the output of a step as made by it.
    static void end_step(std::uint32_t step, Signal* output);
    /// Records an operation that has made `output` of `inputs`.
    void record_operation(FlowStep operation, std::span<const Signal> inputs, Signal* output);
    /// The step for a tensor that the module at hand uses directly, the same for each use.
    std::uint32_t tensor_step(std::string_view name);

    /// Begins the forward pass of a module, within the step that began last. Only its first is recorded.
    void begin_module(std::uint32_t module, std::span<const std::string> names, std::vector<Signal>* inputs);
    void end_module(const Signal& output);
    /// Forgets the modules from `first` to the one before `end`: their forward line was the wrong one.
    void forget(std::uint32_t first, std::uint32_t end);

    FlowGraphs take_graphs() { return std::move(graphs_); }

  private:
    /// A forward pass, of a module that is recorded or of one that is not (again).
    struct Frame {
        std::uint32_t module = 0;
        std::uint32_t step = 0;  ///< the call in the frame around it; 0: none
        std::size_t parent = 0;
        bool is_recorded = false;
        std::map<std::string, std::uint32_t, std::less<>> tensors;
    };
    struct Place {
        std::size_t frame = 0;
        std::uint32_t index = 0;  ///< in the frame's graph
    };

    FlowGraph* graph_of(std::size_t frame);
    std::uint32_t add_step(std::size_t frame, FlowStep step);
    void add_arrows(std::size_t frame, std::uint32_t to, const Signal& signal);
    void add_arrow(std::size_t frame, std::uint32_t from, std::uint32_t to, const Signal& signal);
    /// The step of a frame that stands for a step inside it; 0: none does.
    std::uint32_t step_in(std::size_t frame, std::uint32_t step) const;
    /// The same; a step outside the frame reaches it as a skip connection through all frames between.
    std::uint32_t reach(std::size_t frame, std::uint32_t step, const Signal& signal);

    const bool joins_parts_;
    FlowGraphs graphs_;
    std::vector<Frame> frames_;                         ///< all that were begun
    std::vector<std::size_t> open_;                     ///< those that have not ended, outermost first
    std::vector<Place> places_;                         ///< of steps, by number - 1
    std::vector<ForwardExpression::Keyword> keywords_;  ///< of the next call of a module
    std::uint32_t last_step_ = 0;  ///< the module call that began last and has no frame yet
    std::size_t arrows_ = 0;
};

/// Calls a module by `call`, which takes its inputs, as a step of the module at hand; `recorder` may be null.
template <class Call>
Signal record_call(FlowRecorder* recorder, std::uint32_t module, std::vector<Signal> inputs, Call call) {
    if (recorder == nullptr) return call(std::move(inputs));
    const std::uint32_t step = recorder->begin_step({FlowStep::Kind::Module, module, ""}, inputs);
    Signal output = call(std::move(inputs));
    FlowRecorder::end_step(step, &output);
    return output;
}

}  // namespace paramscope
