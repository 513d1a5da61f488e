// FlowRunner: sends signals through the modules of a tree.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "count/environment/environment.h"
#include "count/flow/attempt.h"
#include "count/flow/recorder.h"
#include "count/flow/tally.h"
#include "count/tree/tree.h"
#include "model/forward.h"

namespace paramscope {

/// How many repeats of a module are followed one by one when each changes the shape.
inline constexpr Integer kMaxFollowedRepeats = 4096;

/// Calls modules: repeats, layers, forward lines of the text and of the library. Writes shapes and work to
/// the tree; diagnostics go to the attempt at hand.
class FlowRunner {
  public:
    /// Both must outlive the runner.
    FlowRunner(Tree* tree, const Environment& environment) : tree_(*tree), environment_(environment) {}

    /// Sends the inputs through the whole model.
    void run_model(std::vector<Signal> inputs, Attempt* attempt);
    /// Calls a module with all its repeats; each repeat passes its output to the next as the first input.
    Signal call(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    /// Calls one instance of a module.
    Signal call_once(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);

    struct LayerResult {
        Signal output;
        bool size_mismatch = false;  ///< an input's size contradicts the layer's own sizes
    };
    /// Computes the output of a catalogue layer and tallies its work. The first input must be a tensor.
    LayerResult run_layer(const FoundLayer& layer, const Arguments& arguments,
                          const NumberedList<TensorReport>& tensors, std::span<const Signal> inputs,
                          Work* work, Attempt* attempt);

    Tree& tree() { return tree_; }
    const Environment& environment() const { return environment_; }
    const Polynomial& elements_of(const Dims& shape) { return element_counts_.of(shape); }
    FlowRecorder* recorder = nullptr;  ///< writes down the flow, when somebody wants to see it
    /// What inputs and buffers depend on: known in training only, where gradients are left out.
    Signal::Source source_of_constants = Signal::Source::Weights;
    /// Reasons of unknown() that were given: what comes after it is unknown for the same one.
    std::set<std::string> told_reasons;
    int binding_depth = 0;  ///< `where` names being computed, over all forward lines that are being evaluated

  private:
    Signal call_repeats(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    Signal run_repeats(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    Signal run_module(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    Signal run_layer_module(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    SharedValue<Signal> kept(const Signal& signal, const Node& node, SharedValue<Signal> Node::*place) const;
    /// The only call of an equal layer with the same input; null for none.
    const Node* find_equal_call(const Node& node, std::span<const Signal> inputs) const;
    Signal run_line_in_text(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    Signal run_library_rule(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    Signal evaluate_line(std::uint32_t index, std::vector<Signal> inputs, Attempt* attempt);
    /// Ends an attempt at a library rule that is contradicted: a module in it has the name of a known type
    /// and is another one, so all work counted inside is unknown.
    Signal reject_library_rule(std::uint32_t index, Attempt rejected, Attempt* attempt);
    /// Resets work and outputs of a module and everything below it, those of earlier calls included, and
    /// removes the parameters that its library rule added.
    void reset_subtree_work(std::uint32_t index);
    /// Adds hidden tensors whose shape depends on an input's.
    void resolve_input_sized_tensors(Node* node, const std::vector<Signal>& inputs);
    void warn_unknown_flow(std::uint32_t index, Attempt* attempt);

    Tree& tree_;
    const Environment& environment_;
    ElementCounts element_counts_;
    std::size_t calls_ = 0;
    bool has_used_library_rule_ = false;
    std::set<std::string> types_of_unknown_flow_;  ///< types that were warned about
};

/// Marks the module's work as unknown and returns an unknown signal.
Signal unknown_work(Node* node);

}  // namespace paramscope
