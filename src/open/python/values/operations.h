// What values do: operators, comparisons, items, iteration, texts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

// comparisons.cpp

Value compare(Evaluator& e, std::string_view symbol, const Value& left, const Value& right);
Truth equal(Evaluator& e, const Value& left, const Value& right);
bool is_named_tuple(Evaluator& e, const Value& value);
bool is_view(const Value& value);
Value set_of_view(Evaluator& e, const Value& value);

// copies.cpp

/// copy.deepcopy(): `done` has the copies of objects that were met before.
Value copy_deep(Evaluator& e, const Value& value, std::map<const Object*, Value>& done);

// fields.cpp

Value attributes_of(Evaluator& e, const Value& object);
Value field_names(Evaluator& e, const ClassObject& cls);
Value fields_of(Evaluator& e, const Value& value, bool is_deep);
Value documentation(Evaluator& e, const Node& definition);
std::optional<Value> named_tuple_attribute(Evaluator& e, const Value& object, std::string_view name);
/// True for an attribute by which code tells arrays from Python's own numbers, texts and containers, of one
/// of these. A number may be one of numpy, which has them, once code took something from numpy.
bool lacks_attribute_of_arrays(const Evaluator& e, const Value& object, std::string_view name);

// format.cpp

std::optional<std::string> format(Evaluator& e, const Value& value, std::string_view specification);
Value format_percent(Evaluator& e, const std::string& pattern, const Value& values);
Value format_method(Evaluator& e, const std::string& pattern, Arguments& arguments);

// operations.cpp

Value item(Evaluator& e, const Value& container, const Value& key);
/// The value of a key whose key_of() is `name`; nullptr where a dict lacks it. Files that packages have put
/// off are run if they mention it.
Value* find_entry(Evaluator& e, Dict& dict, const Value& key, const std::string& name);
void set_item(Evaluator& e, const Value& container, const Value& key, const Value& value);
void delete_item(Evaluator& e, const Value& container, const Value& key);
std::optional<Integer> index_of(Evaluator& e, const Value& value);
/// The index of an item of `count`, negative ones from the end; nullopt out of range.
std::optional<std::size_t> position(Integer index, std::size_t count);
std::optional<std::vector<std::size_t>> slice_positions(Evaluator& e, const SliceObject& slice,
                                                        std::size_t count);
/// Calls a method of torch.nn's containers: __getitem__, __iter__; nullopt where the module has none.
std::optional<Value> call_container(Evaluator& e, const Value& module, std::string_view method,
                                    std::vector<Value> positional);

/// The items of an iterable; nullopt when it is unknown (`reason` is set) or raised. Whoever looks at
/// each item is decided by how many there are, unless `length` takes their number as a formula.
std::optional<std::vector<Value>> iterate(Evaluator& e, const Value& iterable, Value* reason,
                                          const Polynomial** length = nullptr);
Value range(Evaluator& e, const Value& start, const Value& stop, const Value& step);
/// An iterator over items that are made at once: iterating takes them.
Value iterator(Evaluator& e, std::vector<Value> items, const Polynomial* length = nullptr);
/// As iterate(); `length` is always set.
std::optional<std::vector<Value>> items_of(Evaluator& e, const Value& iterable, Value* reason,
                                           const Polynomial** length);

// operators.cpp

Value binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right);
Value unary(Evaluator& e, std::string_view symbol, const Value& operand);
/// int(value): towards zero.
Value to_integer(Evaluator& e, const Value& value);
Value to_float(Evaluator& e, const Value& value);

// strings.cpp

Value string_literal(Evaluator& e, const Node& node);
std::string to_text(Evaluator& e, const Value& value);
std::string represent(Evaluator& e, const Value& value, int depth = 0);
/// print(): up to kMostOutput characters are kept.
void write_output(Evaluator& e, const std::string& text);

}  // namespace paramscope::open::python
