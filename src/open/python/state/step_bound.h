// Bounds the steps of a part of the evaluation.
#pragma once

#include <utility>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// While an object of it lives, the statement that runs may take `most` more steps. Those steps do not count
/// against the statement around it.
class StepBound {
  public:
    StepBound(Evaluator& evaluator, std::size_t most)
        : evaluator_(evaluator),
          begin_(evaluator.budget.steps),
          outer_(std::exchange(evaluator.budget.last_step, most == kNoBound ? kNoBound : begin_ + most)) {}
    ~StepBound() {
        evaluator_.budget.last_step =
            outer_ == kNoBound ? kNoBound : outer_ + (evaluator_.budget.steps - begin_);
    }
    StepBound(const StepBound&) = delete;
    StepBound& operator=(const StepBound&) = delete;

  private:
    Evaluator& evaluator_;
    std::size_t begin_, outer_;
};

}  // namespace paramscope::open::python
