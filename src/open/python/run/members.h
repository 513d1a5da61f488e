// Members of classes as instances, classes and super() give them.
#pragma once

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// A member of a class as its instance, or the class itself, gives it.
Value bind_member(Evaluator& e, const Value& member, const Value& self, bool is_instance);

/// `__module__`: the name of the file that a class or a function is written in.
Value module_of(Evaluator& e, const Node* definition);

// What classes have that say nothing of it.

/// object.__new__(): an instance without its constructor.
Value make_plainly(Evaluator& e, const Value& self, Arguments& arguments);
/// object.__init__() and that of exceptions, which keep their arguments.
Value initialize_plainly(Evaluator& e, const Value& self, Arguments& arguments);
/// Sets an attribute as object.__setattr__() does: by the setter of a property, else in the instance.
void set_without_hook(Evaluator& e, const Value& object, std::string_view name, const Value& value);
/// The __setattr__() of an instance, and the __getattr__() of a module.
Value set_plainly(Evaluator& e, const Value& self, Arguments& arguments);
Value get_plainly(Evaluator& e, const Value& self, Arguments& arguments);

}  // namespace paramscope::open::python
