// Evaluates the forward pass of a model on shapes, and records its steps: one forward line for each module
// whose class the source writes. What is not known makes the work of its module unknown, with the reason.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/environment/environment.h"
#include "layers/signal.h"
#include "layers/work.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/trace/applied_functions.h"

namespace paramscope::open::python {

/// The name of a constant whose shape is not known.
inline constexpr const char* kUnknownOperand = "unknown";

/// A tensor that a step takes.
struct ForwardOperand {
    enum class Kind {
        Input,      ///< of the module: `index`
        Step,       ///< the result of step `index`, or the item `items` of it
        Parameter,  ///< a tensor of the module or of one below: `name`
        Constant,   ///< any other: `shape`
    };
    Kind kind = Kind::Constant;
    std::size_t index = 0;
    std::vector<std::size_t> items;
    std::string name;
    Dims shape;
    const TensorObject* object = nullptr;  ///< of a parameter or constant

    friend bool operator==(const ForwardOperand&, const ForwardOperand&) = default;
};

/// One operation of a forward pass: a call of a module or of a function of forward lines.
struct ForwardStep {
    std::string function;  ///< a path of a module ("layers.0"), a function ("cat"), an operator ("+")
    bool is_module = false;
    bool has_work = true;
    InstanceObject* target = nullptr;  ///< the module that is called
    std::vector<ForwardOperand> operands;
    SharedList<Argument> arguments;  ///< literals: positional ones without a name
    std::string name;                ///< of the variable that holds the result, "" for none
};

/// A loop over a list of modules.
struct ForwardLoop {
    std::vector<const InstanceObject*> items;  ///< the module of each iteration, nullptr for none
    std::vector<std::size_t> begins;           ///< the first step of each iteration
    std::size_t end = 0;
    const Polynomial* length = nullptr;
    bool is_folded = false;
};

/// The call of one module that is being evaluated.
struct ForwardFrame {
    InstanceObject* module = nullptr;
    std::size_t number = 0;  ///< of the frame: see TensorObject::frame
    std::vector<std::string> inputs;
    std::vector<ForwardStep> steps;
    std::vector<ForwardLoop> loops;
    bool calls_foreign = false;
    bool has_misfit = false;         ///< one of its layers refuses the sizes that it gets
    std::optional<Message> unknown;  ///< why its work is not known
    Span unknown_span;
    std::map<const Object*, std::string> tensor_names;  ///< of the tensors of the module and below
    std::map<const Object*, std::string> module_paths;
};

/// A call of a module that has ended, as it was recorded and as its line has it.
struct EndedFrame {
    ForwardFrame recorded, folded;
    std::vector<ForwardOperand> outputs;  ///< as recorded
    std::string line;
};

/// The shape of an input as far as the layers tell that take it.
struct InputHint {
    std::vector<Value> shape;        ///< empty: not known
    std::size_t rank = 0;            ///< 0: not known
    const Object* reason = nullptr;  ///< the value that stands for its shape while it is not known
    bool is_asked_for_none = false;  ///< the code compares it with None
    bool is_none = false;
};

/// Which experts of a mixture the tokens go to.
enum class Routing { Unknown, Even, First, Last };

/// Which way the branches go that depend on data, and which of them go the other way.
struct Branching {
    enum class Way { Unknown, Taken, NotTaken };
    Way way = Way::Unknown;
    std::optional<std::size_t> other;  ///< the number of one, as they are met
    std::optional<Span> place;         ///< of all that stand there
};

class ForwardPass final : public Tracer {
  public:
    ForwardPass(Evaluator& evaluator, InstanceObject& root)
        : evaluator_(evaluator), root_(root), made_before_(evaluator.findings.modules.size()) {}

    /// Evaluates one call of the model; false when it raised an exception or reached a limit.
    bool run(python::Arguments arguments);
    /// What one function gives, of tensors of no step; nullopt when it is not known.
    std::optional<Value> run_function(std::string_view name, python::Arguments arguments);

    /// The forward line of a module; nullptr when it has none.
    const std::string* line_of(const InstanceObject& module) const;
    /// True when single modules of the list are called, or tensors in them are used: it cannot be written as
    /// repeats of one.
    bool is_called_singly(const InstanceObject& list) const { return called_singly_.contains(&list); }
    /// Sizes that do not fit together, and where: another input may be meant.
    struct Mismatch {
        Message why;
        Span place;
    };
    /// The first that was seen; nullopt for none.
    const std::optional<Mismatch>& mismatch() const { return mismatch_; }
    /// What the first sizes that do not go together had to satisfy; nullopt where that is not known.
    const std::optional<Unmet>& unmet() const { return requirements_.unmet; }
    /// The first sizes that fit, but are expected to be equal.
    const std::optional<Unmet>& unusual() const { return unusual_; }
    /// Formulas of sizes that had to be equal, and were, while an input is looked for.
    const std::vector<Requirements::Pair>& equal_sizes() const { return equal_sizes_; }
    bool is_root_unknown() const { return is_root_unknown_; }
    /// True where the work or the output of any module is unknown.
    bool has_unknown() const { return has_unknown_; }
    /// True for a layer with unknown arguments that decided neither output nor work in any call.
    bool is_indifferent(const InstanceObject& layer) const {
        const auto found = unknown_arguments_decide_.find(&layer);
        return found != unknown_arguments_decide_.end() && !found->second;
    }
    /// Symbols that the lines name.
    const std::set<std::string>& symbols() const { return symbols_; }

    // What the interpreter asks.

    Value call_module(InstanceObject& module, python::Arguments& arguments) override;
    Value call_inherited(InstanceObject& module, python::Arguments& arguments) override;
    std::optional<Value> call_function(std::string_view name, python::Arguments& arguments) override;
    std::optional<Value> call_opaque(const std::string& name, python::Arguments& arguments) override;
    Value binary(std::string_view symbol, const Value& left, const Value& right) override;
    Value compare(std::string_view symbol, const Value& left, const Value& right) override;
    Value item(const Value& tensor, const Value& key) override;
    std::optional<std::vector<Value>> items(const Value& tensor) override;
    void put(const Value& into, const Value& numbers) override;
    void expect_expands(const Value& value, const Value& into) override;
    void mark_unknown(const Value& why) override;
    void name(std::string_view name, const Value& value) override;
    std::optional<std::size_t> begin_loop(const Polynomial* length) override;
    void begin_iteration(std::optional<std::size_t> loop, const Value& item) override;
    void end_loop(std::optional<std::size_t> loop) override;
    Value without_routing(const Value& tensor) override;
    Value scaled(const Value& tensor) override;
    Truth choose_branch(const Node& statement) override;
    void note_rank(const Value& shape, std::size_t rank) override;
    void note_unmet(Unmet::Kind kind, const Value& actual, const Value& expected) override;
    void note_unusual(const Value& actual, const Value& usual) override;
    void note_equal(const Value& a, const Value& b) override;

    /// Notes that the numbers of tokens of experts are used: they hold for these sizes of the input only.
    void use_routing(const RoutingObject& used) {
        has_routing = true;
        for (const Value& size : used.sizes) evaluator_.decisions.decide_by(size);
    }
    void note_mismatch(Message why);
    /// Notes the number of dimensions of an input whose shape is looked for.
    void note_input_rank(const Value& tensor, std::size_t rank);

    /// Notes a mismatch, and returns false, where two tensors cannot be broadcast together.
    bool expect_broadcast(const Value& left, const Value& right);
    /// Refuses sizes that a function takes only where they are equal.
    void expect_equal(const Value& actual, const Value& expected);

    // Recording.

    /// Adds a step of a function of forward lines on tensors; the result has the shape that the engine gives.
    Value apply(std::string_view function, const std::vector<Value>& tensors,
                SharedList<Argument> arguments = {});
    /// Adds a step of a layer without parameters: MaxPool2d(x, kernel_size=2).
    Value apply_layer(std::string_view type, const std::vector<Value>& tensors,
                      SharedList<Argument> arguments);
    /// Adds a step that only changes the shape: the result is `shaped`.
    Value reshape(std::string_view function, const Value& from, const Value& shaped,
                  SharedList<Argument> arguments = {});
    /// As reshape(), with the sizes of the result as argument.
    Value resize(const Value& from, const Value& shaped, std::string_view function = "resize");
    Value unknown_result(std::string_view function);
    /// Says at the call of a module, which gave `result`, that the backward pass computes it again; of other
    /// code what it keeps is not known.
    Value recomputed(const Value& called, const Value& result);
    /// Says of the step that made `result` that its memory is like that of a function of torch.
    Value resembling(std::string_view function, const Value& result);
    /// True for what a step gives that turns dimensions or takes a part.
    bool is_view(const Value& tensor);
    /// Keeps the symbols of arguments: the model text defines them.
    void note_symbols(const SharedList<Argument>& arguments);
    /// A size, a number, a flag or a tuple of them as an argument; nullopt for other values.
    std::optional<Argument> argument(std::string name, const Value& value);
    Evaluator& evaluator() { return evaluator_; }
    Value sized(std::vector<Value> shape) { return tensor(evaluator_, std::move(shape)); }
    Value value_of(const Polynomial& size);

    /// Gives the only input the shape that the first layer of the model takes.
    void hint_of_first_layer(InstanceObject& root);

    Value returned;  ///< by the model, after run()
    Routing routing = Routing::Even;
    Branching branching;
    std::vector<Span> branches;   ///< that depend on data, as they were met
    std::vector<Remark> remarks;  ///< about names that the code does not define
    std::optional<Signal> root_output;
    bool has_routing = false;                          ///< some tokens were sent to experts
    bool has_cache = false;                            ///< the code says what it keeps for tokens to come
    std::array<Integer, kOperationKinds> work_done{};  ///< of all steps, by kind of operation
    std::vector<InputHint> hints;                      ///< of each input

  private:
    friend struct ForwardLineWriter;

    std::optional<Signal> signal_of(const Value& tensor);
    /// Why the call of a layer is unknown: the first of its unknown arguments that decides its output or
    /// work. Nullopt where none does.
    std::optional<Value> deciding_argument(const InstanceObject& layer, const Module& written,
                                           const std::vector<OpenArgument>& open,
                                           std::span<const Signal> inputs);
    /// The result of a function of torch or of a method of tensors, whose step is recorded.
    std::optional<Value> step_of(std::string_view name, python::Arguments& arguments);
    Value reshaped(const Value& from, const Value& result, const python::Arguments& arguments);
    std::optional<Value> probe_function(std::string_view name, const python::Arguments& arguments);
    /// Gives up these sizes of the input, or the pass where they are given, as PyTorch raises for them.
    void refuse_sizes(std::string_view what, std::string_view actual, std::string_view expected);
    bool hides_batch(const Value& smaller, const Value& larger) const;
    Value matrix_product(const Value& left, const Value& right);
    Value result_of(const Signal& signal, std::vector<std::size_t> items, std::size_t step);
    Value record(ForwardStep step, const Signal& output);
    Value record(ForwardStep step, const AppliedFunction& known);
    WorkDone add_work(const Work& work);
    void add_work(const WorkDone& work);
    ForwardOperand operand_of(const Value& tensor);
    const Environment& environment();

    ForwardFrame& frame() { return *frames_.back(); }
    void push_frame(InstanceObject& module);
    std::optional<std::string> path_of(const InstanceObject& module);
    /// The step of a call; its function is empty where the module is no part of the one that runs, but of one
    /// around.
    std::optional<ForwardStep> step_of(InstanceObject& module);

    Value call_layer(InstanceObject& module, std::string_view type, python::Arguments& arguments);
    bool check_inputs(std::string_view type, const InstanceObject& module, const std::vector<Value>& tensors);
    bool check_indices(const InstanceObject& module, const TensorObject& indices);
    Value call_layer_elsewhere(InstanceObject& module, std::string_view type, python::Arguments& arguments);
    Value call_attention(InstanceObject& module, ForwardStep step, python::Arguments& arguments);
    void take_lazy_size(InstanceObject& module, const Value& input);
    Value call_changed_layer(InstanceObject& module, std::string_view type, ForwardStep step,
                             python::Arguments arguments);
    Value spectral_weight(const Value& weight, const Value& u, const Value& v);
    std::optional<Value> call_as_function(InstanceObject& module, std::string_view type,
                                          const python::Arguments& arguments);
    Value call_without_hooks(InstanceObject& module, python::Arguments& arguments);
    Value call_sequence(InstanceObject& module, python::Arguments& arguments);
    Value call_forward(InstanceObject& module, const Value& forward, python::Arguments& arguments);
    void learn_requirements();
    void leave_open(ForwardStep& step);
    Value run_layer(const Module& module, std::string_view type, std::vector<Signal> inputs,
                    ForwardStep step);
    void hint(std::string_view type, const InstanceObject& module, const Value& input);
    void hint_shape(InputHint& hint, std::string_view type, const InstanceObject& module, bool is_flat);

    /// Replaces the tensors in a value by inputs of the innermost frame.
    /// Stops the evaluation at a value that is too large to be looked through.
    bool check_size(const Value& value);
    Value take_input(const Value& value, std::string_view name, std::vector<ForwardOperand>* operands,
                     const ForwardFrame* caller);
    /// Ends the innermost frame: keeps its line, and records the call in the frame around it.
    Value end_frame(const Value& result, std::optional<ForwardStep> step,
                    std::vector<ForwardOperand> operands);
    const EndedFrame& write_frame(std::vector<ForwardOperand> outputs);
    void decide_by_loops(const ForwardFrame& frame, bool with_folded);
    Value give_output(const Value& value, std::size_t* count, std::size_t step, bool is_tuple);
    Value inline_steps(const ForwardFrame& inner, const std::vector<ForwardOperand>& operands,
                       const Value& result);
    Value moved(const Value& value, const ForwardFrame& inner, std::size_t offset,
                const std::vector<ForwardOperand>& operands);
    /// Replaces loops whose iterations are alike by each(list, x); the items of the list get forward lines.
    void fold_loops(ForwardFrame& frame, std::vector<ForwardOperand>& outputs);
    bool fold_loop(ForwardFrame& frame, ForwardLoop& loop, std::vector<ForwardOperand>& outputs);
    void fold_lists(ForwardFrame& frame, std::vector<ForwardOperand>& outputs);
    /// Notes the lists whose modules, or tensors below them, the steps of a call of `module` name one by one.
    void note_single_calls(const ForwardFrame& frame, const InstanceObject& module);
    void note_single_path(const InstanceObject& module, std::string_view path);
    void tell_unknown_name(const Message& reason, Span place);

    Evaluator& evaluator_;
    InstanceObject& root_;
    std::size_t made_before_ = 0;  ///< modules that the pass itself did not make
    std::vector<std::unique_ptr<ForwardFrame>> frames_;
    std::map<const InstanceObject*, std::string> lines_;
    std::map<const ClassObject*, EndedFrame> ended_;  ///< the last of each class
    std::set<const InstanceObject*> called_singly_;
    std::set<std::string> symbols_;
    std::vector<Span> told_;  ///< why parts of the model are unknown: their rows say so, no line repeats it
    std::unique_ptr<paramscope::Model> model_;
    std::unique_ptr<Environment> environment_;
    Requirements requirements_;  ///< of the step that was applied last
    std::size_t known_symbols_ = 0;
    AppliedFunctions applied_;
    std::optional<Mismatch> mismatch_;
    std::vector<Requirements::Pair> equal_sizes_;
    std::optional<Unmet> unusual_;
    std::map<const InstanceObject*, bool> unknown_arguments_decide_;  ///< output or work, by layer
    bool is_root_unknown_ = false;
    bool has_unknown_ = false;
};

/// The text of a frame's line: `forward(x) = ... where ...`. It gives no reason of a place in `told`.
std::string forward_line(const ForwardFrame& frame, const std::vector<ForwardOperand>& outputs,
                         const Evaluator& evaluator, const std::vector<Span>& told);

/// The forward pass that a class, or one that it derives from, defines; nullptr when it has PyTorch's.
const Value* forward_of(const ClassObject& cls);

/// The parameters of the forward pass of a class behind `self`; none when it has no function.
std::vector<Parameter> inputs_of(const ClassObject& cls);

}  // namespace paramscope::open::python
