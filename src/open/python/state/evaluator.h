// Evaluates Python abstractly. Numbers carry the formulas they were computed from; what cannot be computed is
// an unknown value with its reason. The code reaches no file, clock, network or eval.
//
// Evaluator is what all parts of an evaluation share: values, limits, flow, and a struct of state for each
// concern. What is done with them are functions of the rooms: run/ (statements, expressions, calls), values/
// (operators, items), builtins/, imports/, effects/, modules/ (torch.nn), torch/ (functions), trace/ (forward
// passes).
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open/python/messages.h"
#include "open/python/state/budget.h"
#include "open/python/state/decisions.h"
#include "open/python/state/frames.h"
#include "open/python/state/heap.h"
#include "open/python/state/records.h"
#include "open/python/state/tracer.h"
#include "open/python/state/value.h"
#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {

class Evaluator {
  public:
    /// For the statements of `tree`. The names in `pinned` become no hyper-parameters: an earlier evaluation
    /// took a branch that depends on their values. prepare() must follow.
    Evaluator(const SyntaxTree& tree, std::set<std::string> pinned);

    /// Runs a part of the evaluation. What decides it shapes the model if it makes modules, or if
    /// `is_of_model`.
    template <class Run>
    void watch_decisions(bool is_of_model, Run run) {
        const std::size_t made = findings.modules.size();
        std::set<std::string> before = decisions.begin_part();
        run();
        decisions.end_part(std::move(before), is_of_model || findings.modules.size() > made);
    }

    // Flow. Every function that evaluates returns early once is_interrupted().

    bool is_interrupted() const { return control.flow != Flow::Next; }
    bool is_stopped() const { return control.flow == Flow::Stop; }
    /// Raises Python's exception of that name; returns an unknown value.
    Value raise(std::string_view exception, std::string_view sentence);
    Value raise_instance(const Value& exception);
    /// Ends the evaluation: a limit is reached.
    Value stop(Message message);
    void stop_for_memory();
    void stop_for_steps();
    /// Ends the exception that was raised, and gives its text: "ValueError: ...".
    std::string catch_exception();
    Value take_exception();
    std::string exception_text(const Value& exception);

    // Limits.

    /// Counts steps against the limit; false when it is reached.
    bool step(std::size_t count = 1);
    bool count_items(std::size_t count);
    /// Charges the reading of all of a text; false at a limit.
    bool read(const Value& value);
    /// False, and stops, where so many items more are too many.
    bool has_room(std::size_t items);
    /// True when earlier evaluations have left so many values that no more should follow.
    bool has_many_objects() const { return heap.size() > 3 * kMostObjects; }
    /// Bounds an evaluation that is repeated, as something decided: for as long as it took until now it may
    /// find what else does.
    void bound_unsettled();
    /// Gives later evaluation the limits of a whole one.
    void renew_limits();

    // Making values.

    template <class T>
    T* make() {
        T* object = heap.make<T>();
        if (heap.size() > budget.most_objects) stop_for_memory();
        return object;
    }
    Value unknown(Message reason);
    Value text(std::string text, const Polynomial* decided_by = nullptr);
    Value tuple(std::vector<Value> items);
    Value list(std::vector<Value> items, const Polynomial* length = nullptr);
    Value dict();
    /// A copy of a tuple, list or dict with what `map(item, key)` gives for its items, `key` being nullptr
    /// but for a dict; any other value itself.
    template <class Map>
    Value map_items(const Value& value, Map map) {
        if (value.is(Type::Tuple) || value.is(Type::List)) {
            Value copy = list({}, value.as<Sequence>().length);
            copy.type = value.type;
            for (const Value& each : value.items()) copy.items().push_back(map(each, nullptr));
            return copy;
        }
        if (!value.is(Type::Dict)) return value;
        const Value copy = dict();
        for (const Dict::Entry& entry : value.as<Dict>().entries) {
            if (!entry.is_removed)
                copy.as<Dict>().set(*key_of(entry.key), entry.key, map(entry.value, &entry.key));
        }
        return copy;
    }
    Value builtin(std::string_view name, BuiltinFunction function, Value self = {});
    Value opaque(std::string_view name);

    // Places.

    /// The place of what is evaluated.
    Span place() const { return frames.here != nullptr ? frames.here->span : Span{}; }
    /// Keeps a module that is made, and notes whether the constructor of another one makes it.
    void note_module(InstanceObject& made);
    void remark(Severity severity, Message message);
    void remark(Severity severity, Message message, Span span);

    const SyntaxTree& tree;
    Heap heap;
    Budget budget;
    Control control;
    Frames frames;
    Decisions decisions;
    Definitions definitions;
    KnownClasses known;
    Imports imports;
    Findings findings;
    Uncertainty uncertainty;
    EarlyCalls early_calls;
    Scope* builtins = nullptr;
    Scope* globals = nullptr;
    Tracer* tracer = nullptr;       ///< the forward pass that is evaluated; nullptr while models are built
    std::size_t traced_frames = 0;  ///< of forward passes, so far
};

/// A parameter of a Python function.
struct Parameter {
    std::string_view name;
    const Value* default_value = nullptr;
    const Node* annotation = nullptr;
    bool is_rest = false;        ///< *args
    bool is_named_rest = false;  ///< **kwargs
    bool is_keyword_only = false;
    bool is_positional_only = false;
};
std::vector<Parameter> parameters_of(const FunctionObject& function);
/// The name of a parameter in the syntax tree; nullptr for a separator.
const Node* parameter_identifier(const Node& parameter);

/// The methods of a builtin type by name; an entry without a function ends the table.
struct BuiltinRow {
    std::string_view name;
    BuiltinFunction function;
};
/// The method of a value's type, nullptr for none.
BuiltinFunction find_method(const Value& value, std::string_view name);
/// A function of torch or F: in a forward pass a step, else the shape of its result.
Value call_torch_function(Evaluator& evaluator, const Value& name, Arguments& arguments);
/// The functions of torch and of tensors by name; nullptr for none.
BuiltinFunction find_torch_function(std::string_view name);
/// True for a function of torch or of tensors that is known here, while models are built or in forward
/// passes.
bool is_torch_function(std::string_view name);
/// The methods of nn.Module and its containers.
BuiltinFunction find_module_method(const ClassObject& cls, std::string_view name);

}  // namespace paramscope::open::python
