// What the interpreter asks of the forward pass that it evaluates.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "layers/requirements.h"
#include "open/python/state/value.h"

namespace paramscope::open::python {

enum class Truth { False, True, Unknown };

/// Follows the tensors of a forward pass. Evaluator::tracer is nullptr while models are built.
class Tracer {
  public:
    virtual ~Tracer() = default;

    virtual Value call_module(InstanceObject& module, Arguments& arguments) = 0;
    /// super().forward(x): the pass of the layer that the class derives from.
    virtual Value call_inherited(InstanceObject& module, Arguments& arguments) = 0;
    /// A function of torch or a method of tensors; nullopt when the evaluator's own rule is enough.
    virtual std::optional<Value> call_function(std::string_view name, Arguments& arguments) = 0;
    /// A function of torch that is imported without a rule; nullopt when it takes no tensors.
    virtual std::optional<Value> call_opaque(const std::string& name, Arguments& arguments) = 0;
    virtual Value binary(std::string_view symbol, const Value& left, const Value& right) = 0;
    virtual Value compare(std::string_view symbol, const Value& left, const Value& right) = 0;
    virtual Value item(const Value& tensor, const Value& key) = 0;
    virtual std::optional<std::vector<Value>> items(const Value& tensor) = 0;
    /// Copies numbers into a tensor, or into a part of it: `x[0] = numbers`.
    virtual void put(const Value& into, const Value& numbers) = 0;
    /// Refuses the sizes of the input where `value` does not expand to the shape of `into`: `x[0] = value`.
    virtual void expect_expands(const Value& value, const Value& into) = 0;
    /// Notes that work of the module that runs is not known.
    virtual void mark_unknown(const Value& why) = 0;
    virtual void name(std::string_view name, const Value& value) = 0;
    /// Loops over several modules: the number of the loop, for the calls after it.
    virtual std::optional<std::size_t> begin_loop(const Polynomial* length) = 0;
    virtual void begin_iteration(std::optional<std::size_t> loop, const Value& item) = 0;
    virtual void end_loop(std::optional<std::size_t> loop) = 0;
    /// The tensor with other numbers: what it tells of a routing to experts no longer holds.
    virtual Value without_routing(const Value& tensor) = 0;
    /// The tensor times or plus a number.
    virtual Value scaled(const Value& tensor) = 0;
    /// Which way the branch of that statement goes, which depends on data; Unknown where that is not chosen.
    virtual Truth choose_branch(const Node& statement) = 0;
    /// Notes that an unknown shape was unpacked into so many sizes.
    virtual void note_rank(const Value& shape, std::size_t rank) = 0;
    /// Notes numbers that the code or a function of torch compares, and that do not go together.
    virtual void note_unmet(Unmet::Kind kind, const Value& actual, const Value& expected) = 0;
    /// Notes sizes that fit, but would be expected to be equal.
    virtual void note_unusual(const Value& actual, const Value& usual) = 0;
    /// Notes sizes that must be equal, and are.
    virtual void note_equal(const Value& a, const Value& b) = 0;

    bool is_early = false;      ///< a model is being built
    bool is_probing = false;    ///< inputs may lack their shapes
    bool is_searching = false;  ///< inputs have shapes that are tried
};

/// Every tensor of a value: of tuples, lists and dicts in order.
void collect_tensors(const Value& value, std::vector<Value>& tensors);

/// True where the shape of every tensor is known.
bool are_shapes_known(const std::vector<Value>& tensors);

/// True when an argument holds a tensor or a module, so that the call may do work.
bool takes_tensors(const Arguments& arguments);

}  // namespace paramscope::open::python
