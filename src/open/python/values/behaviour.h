// What Python's operations do with a value, one row for each type. The functions of a row stand together in a
// file of the room that knows the type: values/ (numbers, texts, containers), run/ (functions, classes,
// instances), imports/ (modules of Python), torch/ (tensors). The operations themselves (operations.h,
// interpreter.h) ask the row, and raise what Python raises where it has no function.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// The attributes that values of all builtin types have: `__class__`, `__doc__` and the type's methods.
std::optional<Value> builtin_attribute(Evaluator& e, const Value& value, std::string_view name);
/// Appends the key of a value that is one only to itself.
bool append_object_key(const Value& value, int depth, std::string& text);
/// Compares two values of one type as objects.
Truth is_same_object(Evaluator& e, const Value& left, const Value& right);

struct Behaviour {
    std::string_view name;  ///< of the type, as Python's messages have it

    /// bool(value); nullptr: always true.
    Truth (*truth)(Evaluator&, const Value&) = nullptr;
    /// len(value)
    Value (*length)(Evaluator&, const Value&) = nullptr;
    /// As iterate() gives them; `length` is always set.
    std::optional<std::vector<Value>> (*items)(Evaluator&, const Value&, Value* reason,
                                               const Polynomial** length) = nullptr;
    /// value[key]
    Value (*item)(Evaluator&, const Value&, const Value& key) = nullptr;
    bool takes_unknown_keys = false;  ///< item() is asked for them, too
    void (*set_item)(Evaluator&, const Value&, const Value& key, const Value& item) = nullptr;
    void (*delete_item)(Evaluator&, const Value&, const Value& key) = nullptr;
    /// item in value; nullptr: one of its items is equal.
    Truth (*contains)(Evaluator&, const Value&, const Value& item) = nullptr;
    /// value.name; nullopt for none.
    std::optional<Value> (*attribute)(Evaluator&, const Value&, std::string_view name) = builtin_attribute;
    void (*set_attribute)(Evaluator&, const Value&, std::string_view name, const Value& attribute) = nullptr;
    /// False where there is none of that name.
    bool (*delete_attribute)(Evaluator&, const Value&, std::string_view name) = nullptr;
    Value (*call)(Evaluator&, const Value&, Arguments& arguments) = nullptr;
    /// value == other, of the same type.
    Truth (*equal)(Evaluator&, const Value&, const Value& other) = is_same_object;
    /// Appends a text that is equal for equal keys of a dict, and begins no other one; false, and nullptr,
    /// where a value cannot be a key.
    bool (*key)(const Value&, int depth, std::string& text) = append_object_key;
    /// repr(value); nullptr: its type in angle brackets.
    std::string (*represent)(Evaluator&, const Value&, int depth) = nullptr;
    const std::span<const BuiltinRow>* methods = nullptr;
};

const Behaviour& behaviour_of(Type type);
inline const Behaviour& behaviour_of(const Value& value) {
    return behaviour_of(value.type);
}

// run/unknowns.cpp
extern const Behaviour kUnknownBehaviour, kOpaqueBehaviour;
// numbers.cpp
extern const Behaviour kNoneBehaviour, kEllipsisBehaviour, kBoolBehaviour, kIntBehaviour, kFloatBehaviour;
// texts.cpp
extern const Behaviour kStrBehaviour;
// sequences.cpp
extern const Behaviour kTupleBehaviour, kListBehaviour;
// dicts.cpp
extern const Behaviour kDictBehaviour, kSetBehaviour;
// ranges.cpp
extern const Behaviour kRangeBehaviour, kSliceBehaviour;
// run/callables.cpp
extern const Behaviour kFunctionBehaviour, kBuiltinBehaviour, kMethodBehaviour, kDescriptorBehaviour;
// run/class_members.cpp
extern const Behaviour kClassBehaviour, kSuperBehaviour;
// run/instances.cpp
extern const Behaviour kInstanceBehaviour;
// imports/imports.cpp
extern const Behaviour kNamespaceBehaviour;
// torch/tensors.cpp
extern const Behaviour kTensorBehaviour;

/// The methods of builtin types (builtins/).
extern const std::span<const BuiltinRow> kListMethods, kTupleMethods, kDictMethods, kSetMethods, kTextMethods,
    kFloatMethods, kIntMethods;

// What several rows share.

/// Raises TypeError: "'int' object is not iterable".
Value refuse(Evaluator& e, const Value& value, std::string_view what);
/// Raises TypeError: the container has no items.
Value refuse_item(Evaluator& e, const Value& container);
/// Raises TypeError: the value has no len().
Value refuse_length(Evaluator& e, const Value& value);
/// Raises TypeError: no key of a dict.
Value refuse_key(Evaluator& e, const Value& key);
/// True where an item of an iterable is equal to `item`.
Truth contains_equal(Evaluator& e, const Value& iterable, const Value& item);
/// Compares parts of two containers, which may contain themselves.
Truth equal_inside(Evaluator& e, const Value& left, const Value& right);
/// Writes the representations of items between `open` and `close`.
std::string represent_items(Evaluator& e, const std::vector<Value>& items, int depth, std::string_view open,
                            std::string_view close);
/// Appends the key of a value, `depth` tuples deep; false where it cannot be one.
bool append_key(const Value& value, int depth, std::string& text);
/// The value of a slice whose positions are not known, or nothing where one raised.
Value unknown_slice(Evaluator& e);

inline Truth truth_of(bool boolean) {
    return boolean ? Truth::True : Truth::False;
}

}  // namespace paramscope::open::python
