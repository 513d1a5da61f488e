// ListOperations: calls of several modules, in order, side by side, in turn, or as experts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "count/flow/runner.h"

namespace paramscope {

/// A list of modules, and the inputs of each module.
struct ListCall {
    std::uint32_t list;
    std::vector<Signal> inputs;
};

/// Calls several children for one module's forward line. An empty input and an undetermined result are
/// unknown signals; an Error is a mistake in the forward line.
class ListOperations {
  public:
    /// `module` is the index of the module whose line it is. The others must outlive the object.
    ListOperations(FlowRunner* runner, Attempt* attempt, std::uint32_t module)
        : runner_(*runner), attempt_(attempt), module_(module) {}

    /// Calls a child; a list calls its modules one after the other.
    Signal call_child(std::uint32_t child, std::vector<Signal> inputs);
    /// x through the modules of a list, one after the other; each also gets the inputs behind the first.
    Signal call_in_order(const ListCall& call);

    /// sequence(x): x through all children of the module, in order.
    Signal sequence(std::vector<Signal> inputs);
    /// outputs(x): as sequence(x), but returns the outputs of all children as a tuple.
    Signal outputs(std::vector<Signal> inputs);
    /// dense(x): each child gets x and all outputs before it, concatenated in dimension 1.
    Signal dense(std::vector<Signal> inputs);
    /// keep(x): x, which is also pushed on the stack of skip connections.
    Signal keep(std::vector<Signal> inputs);

    struct StepOptions {
        bool takes_skip_connection =
            false;                  ///< `take=True`: a step first pops one and concatenates it in dimension 1
        bool keeps_output = false;  ///< `keep=True`: a step pushes its output
    };
    /// x through the first module of each list, then the second of each, ...; each also gets its list's
    /// inputs.
    Result<Signal> call_in_turn(const std::vector<ListCall>& lists, Signal x, StepOptions options);
    /// branches(list, x, more...): the same inputs to each module of the list; their outputs as a tuple.
    Result<Signal> branches(const ListCall& call);
    /// route(experts, x, k=2): x to every expert, as if each token went to all of them. Which share of the
    /// experts' work counts is Node::share, see count/flow/routing.h.
    Result<Signal> route(const ListCall& call);

  private:
    ChildrenOf<Nodes> children(std::uint32_t index) const { return runner_.tree().children(index); }
    std::size_t child_count(std::uint32_t index) const {
        const auto all = children(index);
        return static_cast<std::size_t>(std::distance(all.begin(), all.end()));
    }
    Node& node(std::uint32_t index) { return runner_.tree().nodes[index]; }
    Integer repeats(std::uint32_t index) const;
    void require_weight_per_expert(const ListCall& call) const;
    Signal run_in_order(const ListCall& call);
    Result<Signal> run_branches(const ListCall& call);
    Result<Signal> run_route(const ListCall& call);
    /// One instance of a module.
    Signal call_one(std::uint32_t module, std::vector<Signal> inputs);
    Signal call_with(std::uint32_t module, const Signal& x, std::vector<Signal> more);
    /// The modules of a list, each as often as it is repeated; stops behind kMaxSignals.
    std::vector<std::uint32_t> unrolled(std::uint32_t list);
    /// `parts` are y and what x was joined of, where it was.
    Signal concatenate_channels(const Signal& x, const Signal& y, std::span<const Signal> parts = {});
    Signal concatenate_skip_connection(const Signal& x);

    FlowRunner& runner_;
    Attempt* attempt_;
    std::uint32_t module_;
};

}  // namespace paramscope
