// Python's builtin functions as tables: one file for each concern. The methods of its builtin types stand
// beside them, and are named in the rows of values/behaviour.h.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

extern const std::span<const BuiltinRow> kObjectFunctions, kNumberFunctions, kIterationFunctions,
    kTextFunctions;

// What calling a builtin class gives: int(), list().

Value make_int(Evaluator& e, const Value& self, Arguments& a);
Value make_float(Evaluator& e, const Value& self, Arguments& a);
Value make_bool(Evaluator& e, const Value& self, Arguments& a);
Value make_str(Evaluator& e, const Value& self, Arguments& a);
Value make_tuple(Evaluator& e, const Value& self, Arguments& a);
Value make_list(Evaluator& e, const Value& self, Arguments& a);
Value make_dict(Evaluator& e, const Value& self, Arguments& a);
Value make_set(Evaluator& e, const Value& self, Arguments& a);
Value make_range(Evaluator& e, const Value& self, Arguments& a);
Value make_slice(Evaluator& e, const Value& self, Arguments& a);

/// The function type().
Value type_function(Evaluator& e, const Value& self, Arguments& a);

// What the tables' functions share.

/// An unknown value: the function `name` is not evaluated with these arguments.
Value not_evaluated(Evaluator& e, std::string_view name);

/// Sets `items` to the items of `iterable`; false, with what to return in `result`, when they are unknown or
/// an exception was raised. `length` is set to their number as a formula; without it, the number decides.
bool items_of(Evaluator& e, const Value& iterable, std::vector<Value>* items, Value* result,
              const Polynomial** length = nullptr);

/// Sorts stably by Python's `<`, with the arguments `key` and `reverse`; false when the order is unknown
/// (`reason`) or an exception was raised.
bool sort_items(Evaluator& e, std::vector<Value>* items, Arguments& a, Value* reason);

/// Give a new evaluator Python's builtin classes, and its functions.
void add_builtin_classes(Evaluator& e);
void add_builtins(Evaluator& e);

}  // namespace paramscope::open::python
