// Evaluates Python abstractly. Numbers carry the formulas they were computed from; what cannot be computed is
// an unknown value with its reason. The code reaches no file, clock, network or eval.
//
// The methods of Evaluator are in the files that the comments name. builtins/ has Python's functions and
// methods, libraries/ those of imported libraries, torch.cpp tensors, modules.cpp torch.nn.Module.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "open/python/effects/possible_effects.h"
#include "open/python/messages.h"
#include "open/python/syntax/syntax.h"
#include "open/python/values/value.h"

namespace paramscope::open::python {

/// Limits of one evaluation; see docs/limits.md.
inline constexpr std::size_t kMostSteps = 12'000'000;        // evaluated nodes and items
inline constexpr std::size_t kMostStatementSteps = 200'000;  // of them, of one statement of a file
inline constexpr std::size_t kMostObjects = 400'000;         // values that are objects
inline constexpr std::size_t kMostItems = 6'000'000;  // items of all containers, made one after the other
inline constexpr std::size_t kItemsOfEntry = 4;       // what an entry of a dict or set weighs
inline constexpr std::size_t kMostCharacters = 32u << 20;  // of all strings, made one after the other
inline constexpr int kDeepestEvaluation = 400;             // nested calls, statements and expressions
inline constexpr std::size_t kMostOutput = 1u << 16;       // characters that print() writes

/// What the evaluation does next.
enum class Flow { Next, Break, Continue, Return, Raise, Stop };

enum class Truth { False, True, Unknown };

/// One problem of the source: a statement that was left out, an exception.
struct Remark {
    Severity severity = Severity::Note;
    Message message;
    Span span;
};

class ForwardPass;
class SourceFiles;
struct SourceFile;
struct Library;

/// A call of a module that the text makes outside of forward passes.
struct ModuleCall {
    InstanceObject* module;
    Arguments arguments;
};

/// A call at the top of the text that makes modules and gives none: `main()`.
struct MakingCall {
    const Node* node;
    std::size_t first_module;  ///< of those that it makes, in modules()
    bool is_sure;              ///< it ran to its end, or what is left changes no module
};

class Evaluator {
  public:
    /// Evaluates `tree`. The names in `pinned` become no hyper-parameters: an earlier evaluation took a
    /// branch that depends on their values (decided_by()).
    Evaluator(const SyntaxTree& tree, std::set<std::string> pinned);
    ~Evaluator();

    /// Resolves imports among `files` too; they must outlive the evaluator.
    void set_files(SourceFiles* files) { files_ = files; }
    /// Runs the statements of the text one by one. One that raises is left out with a remark.
    void run_text();
    /// The value of one expression in the text's names.
    Value run_expression(const Node& node) { return evaluate(node); }
    /// Makes hyper-parameters of the whole numbers that calls in this expression pass by name.
    void name_arguments_below(const Node* expression) { named_below_ = expression; }
    /// Makes hyper-parameters of the whole numbers that a class of that definition is constructed with, also
    /// of the defaults of its arguments. Constructions inside of another one keep their numbers.
    void name_arguments_of(const Node* definition) { named_class_ = definition; }
    bool names_arguments_of(const Node* definition) const { return named_class_ == definition; }
    /// Reserves the name of a hyper-parameter for that expression: no default of the text takes it.
    void reserve_name(std::string_view name) { reserved_.emplace(name); }

    /// Gives the hyper-parameter of that name another number than the text's.
    void set_number(std::string_view name, Integer number) {
        set_numbers_.insert_or_assign(std::string(name), number);
    }
    /// Names given to set_number() that are no hyper-parameter of what was evaluated.
    std::vector<std::string> unset_numbers() const;
    /// Names given to set_number() for which the text has other numbers, too, which stay.
    const std::set<std::string>& partly_set_numbers() const { return partly_set_; }

    const std::string& output() const { return output_; }
    const std::vector<Remark>& remarks() const { return remarks_; }
    /// Hyper-parameters on whose values a branch, an index or a name depended.
    const std::set<std::string>& decided_by() const { return decided_by_; }
    /// Hyper-parameters and their values, in order of first use.
    const std::vector<std::pair<std::string, Integer>>& hyper_parameters() const { return hyper_parameters_; }
    /// Runs a part of the evaluation. What decides it shapes the model if it makes modules, or if
    /// `is_of_model`.
    template <class Run>
    void watch_decisions(bool is_of_model, Run run) {
        const std::size_t made = modules_.size();
        std::set<std::string> before = std::exchange(decided_by_, {});
        run();
        if (is_of_model || modules_.size() > made) shaped_by_.insert(decided_by_.begin(), decided_by_.end());
        decided_by_.merge(before);
    }
    /// Those of decided_by() that shape the model.
    const std::set<std::string>& shaped_by() const { return shaped_by_; }
    /// Numbers in place of hyper-parameters that decided something: with others the text is evaluated again.
    const std::vector<std::pair<std::string, Integer>>& deciding_numbers() const { return deciding_numbers_; }
    Integer written_number(const std::string& name) const { return written_numbers_.at(name); }
    Scope& globals() { return *globals_; }
    /// All modules that were made, in order.
    const std::vector<InstanceObject*>& modules() const { return modules_; }
    /// Modules that an unknown function got, and names of the text that held them until its result took their
    /// place: `net = wrap(net)`.
    const std::vector<std::pair<std::string, InstanceObject*>>& replaced_modules() const {
        return replaced_modules_;
    }
    /// All classes of the text in order.
    const std::vector<ClassObject*>& classes() const { return classes_; }

    // Flow. Every function that evaluates returns early once is_interrupted().

    Flow flow() const { return flow_; }
    bool is_interrupted() const { return flow_ != Flow::Next; }
    bool is_stopped() const { return flow_ == Flow::Stop; }
    /// Raises Python's exception of that name; returns an unknown value.
    Value raise(std::string_view exception, std::string_view text);
    Value raise_instance(const Value& exception);
    /// Ends the evaluation: a limit is reached.
    Value stop(Message message);
    /// Ends the exception that was raised, and gives its text: "ValueError: ...".
    std::string catch_exception();
    Value take_exception();
    std::string exception_text(const Value& exception);
    Span exception_place() const { return exception_span_; }
    const std::optional<Message>& stop_reason() const { return stop_reason_; }
    void clear_flow() { flow_ = Flow::Next; }
    /// Counts steps against the limit; false when it is reached.
    bool step(std::size_t count = 1);
    bool count_items(std::size_t count);
    /// Charges the reading of all of a text; false at a limit.
    bool read(const Value& value);
    /// False, and stops, where so many items more are too many.
    bool has_room(std::size_t items);

    // The forward pass.

    /// A number that no frame of a forward pass had before.
    std::size_t next_frame() { return ++frames_; }
    /// The forward pass that is evaluated; nullptr while models are built.
    ForwardPass* forward() const { return forward_; }
    void set_forward(ForwardPass* forward) { forward_ = forward; }
    /// A size of an input as a symbol; its number where the symbol decides something.
    Value input_size(std::string_view name, Integer value);
    /// The symbol of that size: another one where a hyper-parameter has the name.
    std::string input_symbol(std::string_view name) const;
    bool is_input_size(std::string_view name) const { return input_sizes_.contains(std::string(name)); }
    /// "line 12" or, in an imported file, "models/layers.py, line 3".
    std::string place_text(std::uint32_t place) const;
    void set_decided_by(std::set<std::string> names) { decided_by_ = std::move(names); }
    /// True when earlier evaluations have left so many values that no more should follow.
    bool has_many_objects() const { return objects_.size() > 3 * kMostObjects; }
    /// Gives later evaluation the limits of a whole one.
    void renew_limits();
    /// The calls of modules that the text made, in order.
    const std::vector<ModuleCall>& calls_of_text() const { return calls_of_text_; }
    const std::vector<MakingCall>& making_calls() const { return making_calls_; }
    /// Takes a model as it is though the call that makes it is not run to its end: a warning, and totals are
    /// "about".
    void assume_unchanged(const Node& call, std::string_view text);
    const std::set<std::string>& pinned() const { return pinned_; }

    // Making values.

    template <class T>
    T* make() {
        auto owned = std::make_unique<T>();
        T* object = owned.get();
        objects_.push_back(std::move(owned));
        if (objects_.size() > most_objects_) stop_for_memory();
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
    Value range(const Value& start, const Value& stop, const Value& step);
    const Polynomial* keep(Polynomial formula);
    /// A symbol "#..." for a number that depends on these formulas in a way that no formula expresses.
    const Polynomial* derived(const Polynomial* a, const Polynomial* b = nullptr);
    const Polynomial* derived(std::set<std::string> from);
    /// Makes the whole number a hyper-parameter of that name, unless the name has another value or is pinned.
    Value hyper_parameter(std::string_view name, const Value& value);
    /// The hyper-parameters that a formula depends on, also through derived symbols.
    std::set<std::string> sources(const Polynomial& formula) const;
    static bool is_derived(std::string_view symbol) { return symbol.starts_with('#'); }
    /// True when no part of the formula is derived.
    static bool is_plain(const Polynomial& formula);
    /// Records that the following evaluation depends on the value: its formula is fixed to its number.
    void decide_by(const Value& value);
    void decide_by(const Polynomial* formula);
    /// The formula of `value`, or its number when it has no plain one; then the value decides.
    Polynomial formula_of(const Value& value);

    // expressions.cpp

    Value evaluate(const Node& node);
    Truth truth(const Value& value);
    /// As truth(), and records what it was decided by.
    Truth decide(const Value& value);

    // operators.cpp

    Value binary(std::string_view symbol, const Value& left, const Value& right);
    Value unary(std::string_view symbol, const Value& operand);
    Value compare(std::string_view symbol, const Value& left, const Value& right);
    Truth equal(const Value& left, const Value& right);
    bool is_named_tuple(const Value& value) const;
    static bool is_view(const Value& value);
    Value set_of_view(const Value& value);
    Value tuple_of(const Value& named_tuple);
    Truth contains(const Value& container, const Value& item);
    /// int(value): towards zero.
    Value to_integer(const Value& value);
    Value to_float(const Value& value);

    // statements.cpp

    void execute(const Node& node);
    void execute_block(const Node& block);
    void assign(const Node& target, const Value& value);
    Value name_numbers(const Node& target, const Node& written, const Value& value);
    void note_replaced(std::string_view name);
    void bind(std::string_view name, const Value& value);
    void remark(Severity severity, Message message);
    void remark(Severity severity, Message message, Span span);
    /// Records that a list of `size` items gets one more; `length` is where its length as a formula is kept.
    void note_append(Object* object, std::size_t size, const Polynomial** length);
    /// Makes everything unknown that the statement may change. Called for statements that are not evaluated.
    void forget_changes(const Node& node, const Value& reason);

    // functions.cpp

    Value call(const Value& function, Arguments& arguments);
    bool charge_method(const Value& self, const python::Arguments& arguments);
    Value call_opaque(const Value& function, Arguments& arguments);
    Value call(const Value& function, std::vector<Value> positional);
    Value call_method(const Value& self, std::string_view name, std::vector<Value> positional = {});
    Value call_function(FunctionObject& function, const Value* self, Arguments& arguments);
    Value make_function(const Node& node);
    std::optional<Value> lookup(std::string_view name);
    const FunctionInfo* info_of(const Node& function);

    // classes.cpp

    Value make_class(const Node& node);
    Value construct(ClassObject& cls, Arguments& arguments);
    bool linearize(ClassObject& cls);
    ClassObject* add_class(std::string name, std::vector<ClassObject*> bases);
    ClassObject* find_class(std::string_view name) const;
    bool is_instance(const Value& value, const ClassObject& cls) const;
    ClassObject* class_of(const Value& value) const;
    void make_dataclass(ClassObject& cls);
    void call_subclass_hook(ClassObject& cls);
    void add_class_keywords(const Node& definition, python::Arguments* arguments);
    // enums.cpp
    static bool is_enumeration(const ClassObject& cls);
    void make_enumeration(ClassObject& cls);
    Value find_member(const Dict& members, const Value& value);
    Value construct_member(ClassObject& cls, const Arguments& arguments);
    /// Sets the fields of a dataclass as its generated __init__ does.
    Value construct_dataclass(InstanceObject& instance, const ClassObject& cls, Arguments& arguments);

    bool is_in_function() const { return !functions_.empty(); }
    /// The names of the function that runs, as locals() gives them.
    Value local_names();

    /// The class and the first argument that super() means here.
    std::optional<std::pair<ClassObject*, Value>> super_context() const;

    // attributes.cpp

    /// The name of an attribute: in a class, `__x` means `_Class__x`.
    static std::string private_name(const Node& name);
    static std::string private_name(std::string_view name, std::string_view cls);
    Value attribute(const Value& object, std::string_view name);
    std::optional<Value> find_attribute(const Value& object, std::string_view name);
    void set_attribute(const Value& object, std::string_view name, const Value& value);
    void delete_attribute(const Value& object, std::string_view name);
    Value attributes_of(const Value& object);
    Value field_names(const ClassObject& cls);
    Value fields_of(const Value& value, bool is_deep);
    Value documentation(const Node& definition);
    std::optional<Value> named_tuple_attribute(const Value& object, std::string_view name);

    // items.cpp, iterate.cpp

    Value item(const Value& container, const Value& key);
    void set_item(const Value& container, const Value& key, const Value& value);
    void delete_item(const Value& container, const Value& key);
    /// The items of an iterable; nullopt when it is unknown (`reason` is set) or raised. Whoever looks at
    /// each item is decided by how many there are, unless `keeps_length`.
    std::optional<std::vector<Value>> iterate(const Value& iterable, Value* reason,
                                              const Polynomial** length = nullptr);
    /// An iterator over items that are made at once: iterating takes them.
    Value iterator(std::vector<Value> items, const Polynomial* length = nullptr);
    /// Runs a generator expression until it gives an item, or `to_its_end`. False when it raised or an item
    /// is unknown (`reason` is set).
    bool run_generator(Sequence& sequence, bool to_its_end, Value* reason);
    std::optional<Integer> index_of(const Value& value);
    /// The index of an item of `count`, negative ones from the end; nullopt out of range.
    static std::optional<std::size_t> position(Integer index, std::size_t count);
    std::optional<std::vector<std::size_t>> slice_positions(const SliceObject& slice, std::size_t count);

    // strings.cpp

    Value string_literal(const Node& node);
    std::string to_text(const Value& value);
    std::string represent(const Value& value, int depth = 0);
    std::optional<std::string> format(const Value& value, std::string_view specification);
    Value format_percent(const std::string& pattern, const Value& values);
    Value format_method(const std::string& pattern, Arguments& arguments);
    void print(const std::string& text);

    // imports.cpp

    Value import_module(std::string_view name);
    Value namespace_member(NamespaceObject& module, std::string_view name);
    /// The names of a library of ours (libraries/*.py); nullptr when there is none.
    Scope* library_scope(std::string_view name);
    bool refuse_import(const Value& value, std::string_view name);

    // keras_code.cpp

    /// What our text of Keras defines; nothing unless the code imports Keras.
    ClassObject* keras_class(std::string_view name);
    std::optional<Value> keras_name(std::string_view name);
    /// The framework that the code imports besides PyTorch and Keras, "" for none.
    const std::string& other_framework() const { return other_framework_; }
    /// True when something that is not here was taken to be what its name suggests, or a statement was given
    /// up that may have changed anything.
    bool has_assumptions() const { return has_assumptions_; }

    /// Notes that an attribute is read, or is a part of what is counted: one that a statement which was not
    /// run to its end may have assigned makes totals "about". `module` is that of the object; nullptr for
    /// others.
    void use_attribute(const ModuleState* module, std::string_view name) {
        if (!uncertain_attributes_.empty()) use_uncertain_attribute(module, name);
    }

    /// A statement of the text that builds a module of a class, and raises.
    struct FailedBuild {
        const ClassObject* cls;
        std::string_view call;
        std::string exception;
        Span span;  ///< where it is raised
    };
    /// Builds the class in the place of what the text builds of it and fails: a warning, and totals are
    /// "about". Nothing for a class that the text does not fail to build.
    void replace_failed_build(const ClassObject& cls, std::string_view expression);

    // modules.cpp

    ModuleState& module_state(InstanceObject& instance);
    void bind_layer(InstanceObject& instance, Arguments& arguments);
    void refuse_float_sizes(InstanceObject& instance, std::string_view type);
    std::optional<Value> module_attribute(InstanceObject& instance, std::string_view name);
    bool set_module_attribute(InstanceObject& instance, std::string_view name, const Value& value);
    void set_layer_argument(InstanceObject& instance, std::string_view name, const Value& value);
    Value copy_deep(const Value& value, std::map<const Object*, Value>& done);
    /// The module and all below it, each once.
    void collect_modules(InstanceObject& module, std::vector<InstanceObject*>& found) const;
    /// The tensors of the module itself by name: of its layer, and those registered.
    std::vector<std::pair<std::string, Value>> own_tensors(InstanceObject& module, bool with_buffers);

    // torch.cpp

    Value tensor(std::vector<Value> shape);
    Value tensor_of_unknown_shape(const Value& reason);
    Value tensor_binary(std::string_view symbol, const Value& left, const Value& right);
    Value tensor_attribute(const Value& object, std::string_view name);
    Value tensor_item(const Value& object, const Value& key);
    std::optional<std::vector<Value>> tensor_items(const Value& object, Value* reason,
                                                   const Polynomial** length);

    // early_calls.cpp

    /// Notes that a module gets another part, or loses one.
    void note_part_change() { ++module_changes_; }
    std::optional<Value> call_function_early(std::string_view name, const python::Arguments& arguments);

    struct KnownClasses {
        ClassObject *object = nullptr, *module = nullptr, *parameter = nullptr, *exception = nullptr,
                    *module_list = nullptr, *module_dict = nullptr, *sequential = nullptr,
                    *parameter_list = nullptr, *parameter_dict = nullptr, *ordered_dict = nullptr,
                    *tuple = nullptr, *named_tuple = nullptr;
    };
    KnownClasses known;
    ClassObject* layer_class(std::string_view type);
    /// A class of torch.nn that layers derive from, as `_BatchNorm`; nullptr for other names.
    ClassObject* layer_base(std::string_view name);

    const Node* here() const { return here_; }
    Span place() const { return here_ != nullptr ? here_->span : Span{}; }
    bool is_of_source(const Node& node) const;
    /// While an object of it lives, decide_by() records nothing: an assert holds for every model.
    class Undecided {
      public:
        explicit Undecided(Evaluator& evaluator, bool is_active = true)
            : evaluator_(evaluator), is_active_(is_active) {
            evaluator_.undecided_ += is_active_;
        }
        ~Undecided() { evaluator_.undecided_ -= is_active_; }

      private:
        Evaluator& evaluator_;
        bool is_active_;
    };

  private:
    friend struct Rules;

    void stop_for_memory();
    void stop_for_steps();
    class StepBound;  // step_bound.h
    static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
    bool give_up_statement(const Node& node, bool makes_modules);
    void forget_handlers(const Node& try_statement);
    Value call_module_early(InstanceObject& module, const python::Arguments& arguments);
    Value without_origins(const Value& value);
    void note_module_change(InstanceObject& module, std::string_view name, const Value& value);
    Value forget_forward(InstanceObject& module);
    const TextEffects& text_effects();
    void note_making_call(const Node& node, std::size_t first_module, bool is_sure);
    bool gives_only_foreign_values(const FunctionObject& function);
    bool forget_effects(const Node& node, const Value& reason);
    void use_uncertain_attribute(const ModuleState* module, std::string_view name);
    void doubt_attribute(std::string_view name, Span span);
    bool settle_uncertain_reads(const Node& node, bool is_forgotten);
    void add_uncertain_attributes(const std::set<std::string_view>& names);
    struct EarlyCall;
    bool may_repeat_calls();
    bool run_early(ForwardPass& pass, const python::Arguments& arguments);
    void visit_objects(std::string_view skipped, const std::function<bool(const Value&)>& visit);
    std::set<std::string_view> held_functions();
    bool is_held(const Object* object, std::string_view name);
    void note_failed_builds(const Node& node, const std::string& exception, Span span);
    void add_builtin_classes();
    void add_builtins();
    void add_module_classes();

    // expressions.cpp
    Value identifier(const Node& node);
    Value usual_meaning(std::string_view name);
    Value number_literal(const Node& node);
    Value float_literal(const Node& node);
    Value constant(const Node& node);
    Value sequence(const Node& node);
    Value set_display(const Node& node);
    Value dictionary(const Node& node);
    Value attribute_expression(const Node& node);
    Value subscript(const Node& node);
    Value slice(const Node& node);
    Value call_expression(const Node& node);
    Value call_with(const Node& node, const Value& function);
    Value call_sum(const Node& node, const Value& function);
    Value binary_operator(const Node& node);
    Value unary_operator(const Node& node);
    Value not_operator(const Node& node);
    Value boolean_operator(const Node& node);
    Value comparison(const Node& node);
    Value conditional(const Node& node);
    Value lambda(const Node& node);
    Value inner(const Node& node);
    Value named_expression(const Node& node);
    Value string_expression(const Node& node);
    Value yield(const Node& node);
    Value await(const Node& node);
    bool add_items(const Node& node, std::vector<Value>* items, Value* reason);
    bool is_named_argument(const Node& arguments) const;
    bool add_arguments(const Node& node, Arguments* arguments);
    bool run_generators(Arguments& arguments);

    // strings.cpp, format.cpp
    Value interpolation(const Node& node);
    Value format_specifier(const Node& node);
    std::string represent_dict(const Value& value, int depth);
    std::string represent_instance(const Value& value, int depth);
    Value percent_value(const Value& value, char type, std::string* form);

    // file_imports.cpp
    class Aside;
    Scope* file_scope(const SourceFile& file);
    NamespaceObject* module_at(const std::string& path);
    NamespaceObject* folder_module(const std::string& path);
    std::vector<std::string> import_roots(const Node& statement) const;
    NamespaceObject* import_file(std::string_view dotted);
    NamespaceObject* import_folder(std::string_view dotted, const std::vector<std::string_view>& names);
    NamespaceObject* import_flat_file(std::string_view dotted, const std::vector<std::string_view>& names);
    Value import_relative(const Node& from, const std::vector<std::string_view>& names);
    Value file_member(NamespaceObject& module, std::string_view name);
    void bind_all(NamespaceObject& module);

    // imports.cpp
    std::optional<Value> keras_layer(std::string_view name);
    void bind_top(std::string_view dotted, const Value& module);
    Value import_source(const Node& from, const std::vector<std::string_view>& names);
    bool has_member(const Library& library, std::string_view name);
    std::optional<Value> import_from_project(std::string_view relative,
                                             const std::vector<std::string_view>& names);
    void note_project(std::string_view relative, std::string_view library);
    Value imported(const Value& module, std::string_view name);
    std::optional<Value> from_wildcards(std::string_view name);
    std::optional<Value> nn_class(std::string_view name);
    std::optional<Value> library_value(std::string_view library, std::string_view name);

    // items.cpp
    Value dict_item(Dict& dict, const Value& key);
    Value sequence_item(const Value& container, const Value& key);
    Value text_item(const Value& container, const Value& key);
    Value range_item(const Value& container, const Value& key);
    Value instance_item(const Value& container, const Value& key);
    Value refuse_item(const Value& container);
    Value unknown_slice();
    void set_unknown_item(const Value& container, const Value& key);
    void set_list_item(Sequence& sequence, const Value& key, const Value& value);
    void set_slice(Sequence& sequence, const SliceObject& slice, const Value& value);
    std::optional<Value> call_container(const Value& module, std::string_view method,
                                        std::vector<Value> positional);

    // iterate.cpp
    std::optional<std::vector<Value>> items_of(const Value& iterable, Value* reason,
                                               const Polynomial** length);
    std::optional<std::vector<Value>> items_of_range(const RangeObject& range, const Polynomial** length);
    std::optional<std::vector<Value>> items_of_instance(const Value& iterable, Value* reason,
                                                        const Polynomial** length);
    std::optional<std::vector<Value>> items_of_iterator(const Value& iterator);

    // comparisons.cpp
    std::optional<Truth> equal_instances(const Value& left, const Value& right);
    Truth equal_inside(const Value& left, const Value& right);
    Truth equal_sequences(const Value& left, const Value& right);
    Truth equal_dicts(const Value& left, const Value& right);
    Value compare_sets(std::string_view symbol, const Dict& left, const Dict& right);
    Value compare_order(std::string_view symbol, const Value& left, const Value& right);
    Value compare_sequences(std::string_view symbol, const Value& left, const Value& right);
    Value unknown_operation(std::string_view symbol, const Value& left, const Value& right);
    const Polynomial* formula_inside(const Value& value);

    // comprehensions.cpp
    Value list_comprehension(const Node& node);
    Value set_comprehension(const Node& node);
    Value dictionary_comprehension(const Node& node);
    Value comprehension(const Node& node, Type type);
    Scope* comprehension_scope();
    Value generator_expression(const Node& node);
    bool comprehend(const Node& node, std::size_t clause, const std::function<void()>& add, Value* reason,
                    const Polynomial** length);

    // statements.cpp
    void expression_statement(const Node& node);
    void note_omission();
    void assignment(const Node& node);
    void augmented_assignment(const Node& node);
    void return_statement(const Node& node);
    void if_statement(const Node& node);
    void match_statement(const Node& node);
    void for_statement(const Node& node);
    void while_statement(const Node& node);
    void try_statement(const Node& node);
    void with_statement(const Node& node);
    void leave(const Value& manager);
    void raise_statement(const Node& node);
    void assert_statement(const Node& node);
    void pass_statement(const Node& node);
    void break_statement(const Node& node);
    void continue_statement(const Node& node);
    void delete_statement(const Node& node);
    void import_statement(const Node& node);
    void import_from_statement(const Node& node);
    void definition(const Node& node);
    void decorated_definition(const Node& node);
    void unsupported_statement(const Node& node);
    void unpack(const Node& target, const std::vector<const Node*>& targets, const Value& value);
    void run_top_level(const Node& node);
    bool handles(const Node& clause, const Value& exception);
    /// How often a list grew inside a loop.
    struct Growth {
        std::size_t size = 0;  ///< before the loop
        std::size_t added = 0;
        const Polynomial* length = nullptr;
        const Polynomial** place = nullptr;
    };
    void settle_growth(const Growth& growth, std::size_t steps, const Polynomial& count);

    // functions.cpp
    bool bind_arguments(const FunctionObject& function, const Value* self, const Arguments& arguments,
                        Scope& scope);

    // attributes.cpp
    void set_instance_attribute(const Value& object, std::string_view name, const Value& value);

    // classes.cpp
    bool add_bases(const Node& node, ClassObject& cls);
    Value construct_instance(ClassObject& cls, Arguments& arguments);
    void initialize_instance(InstanceObject& instance, FunctionObject& initialize, Arguments& arguments);
    void name_arguments(const FunctionObject& initialize, Arguments& arguments);

    const SyntaxTree& tree_;
    std::deque<std::unique_ptr<Object>> objects_;
    std::deque<Polynomial> formulas_;
    std::map<std::string, Scope*, std::less<>> library_scopes_;
    std::string_view library_;  ///< whose text runs
    std::set<std::string, std::less<>> noted_projects_;
    std::map<std::string, NamespaceObject*, std::less<>> namespaces_;
    std::map<std::string, ClassObject*, std::less<>> builtin_classes_;
    std::map<std::string, ClassObject*, std::less<>> layer_classes_;
    std::map<const Node*, std::unique_ptr<FunctionInfo>> infos_;
    std::vector<ClassObject*> classes_;
    std::vector<InstanceObject*> modules_;
    std::map<std::string, ClassObject*, std::less<>> keras_layers_;
    std::string other_framework_;
    bool has_assumptions_ = false;
    std::size_t doubtful_steps_ = 0;  ///< that gave an unknown value, and may raise
    std::size_t frames_ = 0;          ///< of forward passes, so far
    int unfinished_statements_ = 0;
    std::unique_ptr<TextEffects> text_effects_;  ///< made when a statement is not run to its end
    /// Attributes that statements which were not run to their end may assign, of the modules made so far
    /// then.
    std::map<std::string, std::size_t, std::less<>> uncertain_attributes_;
    /// Where a statement outside of functions reads them; nothing while none runs.
    std::optional<std::map<std::string, Span, std::less<>>> uncertain_reads_;
    std::size_t module_changes_ = 0;  ///< of attributes and parts of modules
    std::map<const InstanceObject*, std::shared_ptr<EarlyCall>> early_calls_;
    std::optional<bool> may_repeat_calls_;
    std::size_t early_steps_ = 0;  ///< of calls of modules while one is built
    SourceFiles* files_ = nullptr;
    std::map<std::string, NamespaceObject*, std::less<>> file_modules_;  ///< by path without ending
    std::map<const SourceFile*, Scope*> file_scopes_;
    std::set<const Scope*> running_;  ///< of files whose statements run
    Scope* builtins_ = nullptr;
    Scope* globals_ = nullptr;
    Scope* scope_ = nullptr;
    std::vector<FunctionObject*> functions_;  ///< that are being evaluated
    std::vector<Value> selves_;               ///< their first arguments
    std::vector<std::vector<Value>*> yields_;
    std::vector<Value> handled_;  ///< exceptions whose handlers run
    const Node* here_ = nullptr;

    Flow flow_ = Flow::Next;
    Value result_;     ///< of return
    Value exception_;  ///< that was raised
    Span exception_span_;
    std::optional<Message> stop_reason_;
    std::vector<Value> wildcards_;  ///< modules of `from module import *`
    int tries_ = 0;                 ///< try statements whose bodies run
    std::vector<std::map<Object*, Growth>> growths_;

    std::set<std::string> pinned_;
    std::set<std::string> reserved_;
    std::set<std::string> decided_by_;
    std::set<std::string> shaped_by_;
    std::vector<std::pair<std::string, Integer>> hyper_parameters_;
    std::vector<std::pair<std::string, Integer>> deciding_numbers_;
    std::map<std::string, Integer, std::less<>> set_numbers_;
    std::set<std::string> partly_set_;
    std::map<std::string, Integer> written_numbers_;        ///< of each name, the first number of the text
    std::map<std::string, std::set<std::string>> derived_;  ///< what derived symbols come from
    std::map<std::set<std::string>, const Polynomial*> derived_formulas_;
    /// A question to derived(), and its answer.
    struct Derivation {
        const Polynomial *a = nullptr, *b = nullptr, *result = nullptr;
    };
    std::array<Derivation, 64> recently_derived_;
    int undecided_ = 0;
    const Node* named_below_ = nullptr;
    const Node* named_class_ = nullptr;

    std::size_t steps_ = 0;
    std::size_t last_step_ = kNoBound;  ///< of the statement that runs
    bool is_given_up_ = false;          ///< that statement alone takes too many steps
    std::size_t items_ = 0;
    std::size_t characters_ = 0;
    int depth_ = 0;
    std::string output_;
    std::size_t most_objects_ = kMostObjects;
    ForwardPass* forward_ = nullptr;
    std::set<std::string> input_sizes_;
    std::vector<ModuleCall> calls_of_text_;
    std::vector<MakingCall> making_calls_;
    std::vector<std::pair<std::string, InstanceObject*>> replaced_modules_;
    std::vector<Remark> remarks_;
    std::vector<FailedBuild> failed_builds_;
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
/// The methods of nn.Module and its containers.
BuiltinFunction find_module_method(const ClassObject& cls, std::string_view name);

}  // namespace paramscope::open::python
