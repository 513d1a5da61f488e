// Passes of one model on inputs that are tried. What each changes in modules is undone.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "open/python/trace/forward.h"

namespace paramscope::open::python {

/// The modules below a root as they are, to undo what a forward pass changes in them.
class Snapshot {
  public:
    Snapshot(Evaluator& evaluator, InstanceObject& root);
    void restore() const;

  private:
    struct Saved {
        InstanceObject* module;
        Attributes attributes;
        ModuleState state;
    };
    std::vector<Saved> modules_;
    std::deque<std::pair<TensorObject*, TensorObject>> tensors_;
};

class ForwardRuns {
  public:
    ForwardRuns(Evaluator& evaluator, InstanceObject& root);

    std::unique_ptr<ForwardPass> run(const python::Arguments& inputs, Routing routing = Routing::Even,
                                     const Branching& branching = {});
    /// A pass in which inputs may lack their shapes; changes what is known of them.
    void probe(const python::Arguments& inputs, std::vector<InputHint>* hints);
    /// A pass that ends where sizes do not fit, or after so many steps.
    std::unique_ptr<ForwardPass> search(const python::Arguments& inputs, std::size_t most_steps);

    /// Of the last pass: why it was not evaluated to its end, and where.
    const std::optional<Message>& failure() const { return failure_; }
    const Span& failure_place() const { return failure_place_; }
    /// How many steps it took.
    std::size_t steps() const { return steps_; }
    /// True where a pass reached a limit: no others are tried.
    bool is_at_limit() const { return is_at_limit_ || evaluator_.has_many_objects(); }
    /// True where layers get the number of their inputs from a pass.
    bool has_open_lazy_layers() const { return !open_lazy_.empty(); }
    /// What decided before the first pass.
    const std::set<std::string>& decided() const { return decided_; }

  private:
    std::unique_ptr<ForwardPass> run(std::unique_ptr<ForwardPass> pass, const python::Arguments& inputs);
    void begin_inference();
    void restore();

    Evaluator& evaluator_;
    InstanceObject& root_;
    Snapshot snapshot_;
    std::vector<InstanceObject*> trained_;    ///< modules whose classes say what train(False) does
    std::vector<InstanceObject*> open_lazy_;  ///< layers that get the number of their inputs from a pass
    std::set<std::string> decided_;
    std::optional<Message> failure_;
    Span failure_place_;
    std::size_t steps_ = 0;
    bool is_at_limit_ = false;
};

}  // namespace paramscope::open::python
