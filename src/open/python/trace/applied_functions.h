// What functions of forward lines gave last: equal layers, and the steps of a loop over tokens, ask the same
// over and over.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layers/signal.h"
#include "layers/work.h"
#include "open/python/state/value.h"

namespace paramscope::open::python {

/// How often each kind of operation is done.
using WorkDone = std::vector<std::pair<Operation, Integer>>;

/// A function on tensors of these shapes, with these arguments, and what it gave.
struct AppliedFunction {
    std::string function;  ///< "" where nothing is kept
    std::vector<std::vector<Value>> inputs;
    SharedList<Argument> arguments;
    std::vector<Value> output;
    WorkDone work;

    /// Keeps a result whose sizes are numbers or have formulas: then nothing decided.
    void keep(std::string_view name, const std::vector<Value>& tensors, const SharedList<Argument>& given,
              const Signal& signal, const Value& result, WorkDone done);
};

class AppliedFunctions {
  public:
    /// What is kept of that function on such tensors; else an empty place for it. Nullptr for tensors of
    /// unknown shapes, and where what decides must be noted each time.
    AppliedFunction* place_of(std::string_view function, const std::vector<Value>& tensors,
                              const SharedList<Argument>& arguments);

  private:
    std::vector<AppliedFunction> kept_;
    std::size_t replaced_ = 0;  ///< so far
};

}  // namespace paramscope::open::python
