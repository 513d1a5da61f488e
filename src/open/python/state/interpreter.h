// What every room may ask of the interpreter. run/ implements it, tensors and modules are torch/'s and
// modules/'s.
//
// All functions return at once where e.is_interrupted(). What cannot be known is an unknown value with its
// reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

// Code.

/// Runs the statements of the text one by one. One that raises is left out with a remark.
void run_text(Evaluator& e);
void execute(Evaluator& e, const Node& node);
void execute_block(Evaluator& e, const Node& block);
/// Runs a statement at the top of a file: what fails or takes too long is left out with a remark.
void run_top_level(Evaluator& e, const Node& node);
/// The value of an expression.
Value evaluate(Evaluator& e, const Node& node);
Truth truth(Evaluator& e, const Value& value);
/// As truth(), and records what it was decided by.
Truth decide(Evaluator& e, const Value& value);

// Names.

/// The value of a name here: of the function, those around it, the file, or Python; nullopt for none.
std::optional<Value> lookup(Evaluator& e, std::string_view name);
/// Runs the files that mention the word, of those whose import the packages of a file have put off; false for
/// none.
bool import_mentions(Evaluator& e, const SourceFile& file, std::string_view word);
/// Runs the texts of packages that call functions and of which only names were taken so far, of the library
/// that has the file: what they register is asked for. False for none.
bool run_registers(Evaluator& e, const SourceFile& file);
/// What pasted lines mean by a name that they do not define: `nn` is torch.nn.
Value usual_meaning(Evaluator& e, std::string_view name);
/// Assigns to a name, an attribute, an item or a pattern.
void assign(Evaluator& e, const Node& target, const Value& value);
void bind_name(Evaluator& e, std::string_view name, const Value& value);
/// The name of an attribute: in a class, `__x` means `_Class__x`.
std::string private_name(const Node& name);
std::string private_name(std::string_view name, std::string_view cls);

// Attributes.

/// Raises AttributeError where there is none.
Value attribute(Evaluator& e, const Value& object, std::string_view name);
std::optional<Value> find_attribute(Evaluator& e, const Value& object, std::string_view name);
void set_attribute(Evaluator& e, const Value& object, std::string_view name, const Value& value);
void delete_attribute(Evaluator& e, const Value& object, std::string_view name);

// Calls.

Value call(Evaluator& e, const Value& function, Arguments& arguments);
Value call(Evaluator& e, const Value& function, std::vector<Value> positional);
Value call_method(Evaluator& e, const Value& self, std::string_view name, std::vector<Value> positional = {});
Value call_function(Evaluator& e, FunctionObject& function, const Value* self, Arguments& arguments);
/// Runs the generators among the arguments of a function of ours, which looks at their items; an unknown item
/// makes the argument unknown. False when interrupted.
bool run_generators(Evaluator& e, Arguments& arguments);
/// Runs a generator until it gives an item, or `to_its_end`. False when it raised or an item
/// is unknown (`reason` is set).
bool run_generator(Evaluator& e, Sequence& sequence, bool to_its_end, Value* reason);
/// Records that a list of `size` items gets one more; `length` is where its length as a formula is kept.
void note_append(Evaluator& e, Object* object, std::size_t size, const Polynomial** length);

// Classes.

Value construct(Evaluator& e, ClassObject& cls, Arguments& arguments);
/// Sets the fields of a dataclass as its generated __init__ does.
Value construct_dataclass(Evaluator& e, InstanceObject& instance, const ClassObject& cls,
                          Arguments& arguments);
ClassObject* add_class(Evaluator& e, std::string name, std::vector<ClassObject*> bases);
/// A builtin class by name; nullptr for none.
ClassObject* find_class(Evaluator& e, std::string_view name);
/// The class of a value; nullptr where it has none here.
ClassObject* class_of(Evaluator& e, const Value& value);
bool is_instance(Evaluator& e, const Value& value, const ClassObject& cls);
void make_dataclass(Evaluator& e, ClassObject& cls);

// Builds that fail.

/// Accepts the model of a call that was aborted: adds a warning, and makes totals "about".
void assume_unchanged(Evaluator& e, const Node& call, std::string_view text);
/// Adds a warning and makes totals "about" where the text's own construction of the class raised, so that it
/// is built with `expression` instead. Does nothing for other classes.
void replace_failed_build(Evaluator& e, const ClassObject& cls, std::string_view expression);

// Modules of torch.nn.

/// A part, a tensor or an argument of a module; nullopt where it has none of that name.
std::optional<Value> module_attribute(Evaluator& e, InstanceObject& instance, std::string_view name);
/// Registers a module, a parameter or a buffer; false where the value is none of these.
bool set_module_attribute(Evaluator& e, InstanceObject& instance, std::string_view name, const Value& value);
/// Counts an assignment to an attribute of a module, unless it leaves what is there.
void note_module_change(Evaluator& e, InstanceObject& module, std::string_view name, const Value& value);
/// Evaluates the forward pass of a module while a model is built, and keeps what it changes in modules, as
/// Python does.
Value call_module_early(Evaluator& e, InstanceObject& module, const Arguments& arguments);

// Tensors.

Value tensor(Evaluator& e, std::vector<Value> shape);
Value tensor_of_unknown_shape(Evaluator& e, const Value& reason);
Value tensor_binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right);
/// Computes the numbers of `result`, of a binary operator, where those of both operands are known.
void keep_numbers(Evaluator& e, std::string_view symbol, const Value& left, const Value& right,
                  const Value& result);

}  // namespace paramscope::open::python
