// Bounds the steps of a part of the evaluation.
#pragma once

#include <utility>

#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

/// While an object of it lives, the statement that runs may take `most` more steps. Those steps do not count
/// against the statement around it.
class Evaluator::StepBound {
  public:
    StepBound(Evaluator& evaluator, std::size_t most)
        : evaluator_(evaluator),
          begin_(evaluator.steps_),
          outer_(std::exchange(evaluator.last_step_, most == kNoBound ? kNoBound : begin_ + most)) {}
    ~StepBound() {
        evaluator_.last_step_ = outer_ == kNoBound ? kNoBound : outer_ + (evaluator_.steps_ - begin_);
    }
    StepBound(const StepBound&) = delete;
    StepBound& operator=(const StepBound&) = delete;

  private:
    Evaluator& evaluator_;
    std::size_t begin_, outer_;
};

}  // namespace paramscope::open::python
