// CallFrame: the frame of a function of Python, as long as its body runs.
#pragma once

#include <utility>
#include <vector>

#include "open/python/imports/imports.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

class CallFrame {
  public:
    /// `self` is the first argument; `yields` gets what the function yields, nullptr for one that does not.
    CallFrame(Evaluator& e, FunctionObject& function, Scope* scope, const Value& self,
              std::vector<Value>* yields)
        : e_(e), scope_(std::exchange(e.frames.scope, scope)), tries_(e.frames.tries) {
        // A function of a library raises for the code that calls it.
        const bool is_library = function.definition != nullptr && !is_of_source(e, *function.definition);
        if (!is_library) e.frames.tries = 0;
        ++e.budget.depth;
        e.frames.functions.push_back(&function);
        e.frames.selves.push_back(self);
        e.frames.yields.push_back(yields);
    }
    ~CallFrame() {
        e_.frames.tries = tries_;
        e_.frames.yields.pop_back();
        e_.frames.selves.pop_back();
        e_.frames.functions.pop_back();
        e_.frames.scope = scope_;
        --e_.budget.depth;
    }
    CallFrame(const CallFrame&) = delete;
    CallFrame& operator=(const CallFrame&) = delete;

  private:
    Evaluator& e_;
    Scope* scope_;
    int tries_;
};

}  // namespace paramscope::open::python
