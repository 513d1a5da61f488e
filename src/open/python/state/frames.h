// Where the interpreter is in the code, and what it does next.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "open/python/state/value.h"

namespace paramscope::open::python {

/// What the evaluation does next.
enum class Flow { Next, Break, Continue, Return, Raise, Stop };

/// How the code that runs is left: `result` of a return, `exception` of a raise, `stop_reason` at a limit.
struct Control {
    Flow flow = Flow::Next;
    Value result;
    Value exception;
    Span exception_place;
    std::optional<Message> exception_hint;  ///< says more of the exception than its own text
    std::optional<Message> stop_reason;
};

/// How often a list grew inside a loop.
struct Growth {
    std::size_t size = 0;  ///< before the loop
    std::size_t added = 0;
    const Polynomial* length = nullptr;
    const Polynomial** place = nullptr;
};

/// The functions, loops and handlers that run, the innermost last. Importing a file puts them aside.
struct Frames {
    Scope* scope = nullptr;
    const Node* here = nullptr;  ///< the node that is evaluated
    std::vector<FunctionObject*> functions;
    std::vector<Value> selves;                ///< their first arguments
    std::vector<std::vector<Value>*> yields;  ///< where they put what they yield; nullptr for others
    std::vector<Value> handled;               ///< exceptions whose handlers run
    int tries = 0;                            ///< try statements whose bodies run
    std::vector<std::map<Object*, Growth>> growths;
};

}  // namespace paramscope::open::python
