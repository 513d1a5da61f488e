#include "open/python/trace/forward.h"
#include "base/ranges.h"
#include "open/python/modules/modules.h"

#include "base/concat.h"
#include "count/functions/functions.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/names.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kCostOfStep = 20;  // of a step and each of its operands, in steps of evaluation
constexpr std::size_t kMostVisits = 20'000;
constexpr std::size_t kDeepestValue = 100;

/// True for a path that a forward line can name.
bool is_nameable(std::string_view path) {
    return !path.empty() && all_of(path, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
               c == '.';
    });
}

/// Finds the paths of all modules and tensors below the module of a frame.
void find_names(Evaluator& evaluator, InstanceObject& module, const std::string& path, ForwardFrame& frame) {
    if (!frame.module_paths.emplace(&module, path).second || !evaluator.step()) return;
    for (const auto& [key, tensor] : own_tensors(evaluator, module, true)) {
        const std::string name = path.empty() ? written_name(key) : concat(path, ".", written_name(key));
        if (tensor.is(Type::Tensor) && key.find('.') == std::string::npos)
            frame.tensor_names.emplace(tensor.object, name);
    }
    for (const auto& [key, child] : module.module->children.entries) {
        if (is_module(child))
            find_names(evaluator, child.instance(),
                       path.empty() ? written_name(key) : concat(path, ".", written_name(key)), frame);
    }
}

}  // namespace

namespace {

void collect_tensors(const Value& value, std::vector<Value>& tensors, std::size_t depth,
                     std::size_t* visits) {
    if (depth > kDeepestValue || ++*visits > kMostVisits) return;
    switch (value.type) {
        case Type::Tensor:
            tensors.push_back(value);
            return;
        case Type::Tuple:
        case Type::List:
            for (const Value& each : value.items()) collect_tensors(each, tensors, depth + 1, visits);
            return;
        case Type::Dict:
            for (const Dict::Entry& entry : value.as<Dict>().entries) {
                if (!entry.is_removed) collect_tensors(entry.value, tensors, depth + 1, visits);
            }
            return;
        case Type::Instance:
            // A dataclass that holds what a model returns.
            if (value.instance().module == nullptr) {
                for (const auto& [name, each] : value.instance().attributes.entries) {
                    if (!each.is(Type::Instance)) collect_tensors(each, tensors, depth + 1, visits);
                }
            }
            return;
        default:
            return;
    }
}

/// True for a value that holds more values, or deeper ones, than are looked through.
bool is_too_large(const Value& value, std::size_t depth, std::size_t* visits) {
    if (depth > kDeepestValue || ++*visits > kMostVisits) return true;
    const auto is_large = [&](const Value& each) { return is_too_large(each, depth + 1, visits); };
    switch (value.type) {
        case Type::Tuple:
        case Type::List:
            return any_of(value.items(), is_large);
        case Type::Dict: {
            const auto& entries = value.as<Dict>().entries;
            return any_of(entries, [&](const Dict::Entry& entry) {
                return !entry.is_removed && is_large(entry.value);
            });
        }
        default:
            return false;
    }
}

/// Makes `pass` the running forward pass while the object lives, and restores the one before it.
class Running {
  public:
    Running(Evaluator& evaluator, Tracer* pass) : evaluator_(evaluator), before_(evaluator.tracer) {
        evaluator_.tracer = pass;
    }
    ~Running() { evaluator_.tracer = before_; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    Evaluator& evaluator_;
    Tracer* before_;
};

/// Why parts of a model are unknown, by their places.
std::vector<Span> reasons_of_parts(InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    std::vector<Span> places;
    const auto add = [&](const Value& part) {
        if (part.is_unknown()) places.push_back(part.as<Unknown>().span);
    };
    for (const InstanceObject* each : modules) {
        for (const Value& doubt : each->module->doubts) add(doubt);
        for (const auto& [name, child] : each->module->children.entries) add(child);
    }
    return places;
}

}  // namespace

bool are_shapes_known(const std::vector<Value>& tensors) {
    return all_of(tensors, [](const Value& each) { return each.tensor().is_shape_known; });
}

void collect_tensors(const Value& value, std::vector<Value>& tensors) {
    std::size_t visits = 0;
    collect_tensors(value, tensors, 0, &visits);
}

bool ForwardPass::check_size(const Value& value) {
    std::size_t visits = 0;
    if (is_too_large(value, 0, &visits)) evaluator_.stop(message("python.too_much_memory"));
    return !evaluator_.is_interrupted();
}

bool ForwardPass::run(python::Arguments arguments) {
    const Running running(evaluator_, this);
    told_ = reasons_of_parts(root_);
    returned = call_module(root_, arguments);
    if (returned.is(Type::Tensor)) root_output = signal_of(returned);
    return !evaluator_.is_interrupted();
}

std::optional<Value> ForwardPass::run_function(std::string_view name, python::Arguments arguments) {
    const Running running(evaluator_, this);
    push_frame(root_);
    const std::optional<Value> value = call_function(name, arguments);
    frames_.pop_back();
    return value;
}

Truth ForwardPass::choose_branch(const Node& statement) {
    branches.push_back(statement.span);
    if (branching.way == Branching::Way::Unknown) return Truth::Unknown;
    const bool is_other = branching.other == branches.size() - 1 || branching.place == statement.span;
    return (branching.way == Branching::Way::Taken) != is_other ? Truth::True : Truth::False;
}

const std::string* ForwardPass::line_of(const InstanceObject& module) const {
    const auto found = lines_.find(&module);
    return found == lines_.end() ? nullptr : &found->second;
}

const Environment& ForwardPass::environment() {
    const auto& symbols = evaluator_.decisions.hyper_parameters();
    if (environment_ != nullptr && known_symbols_ == symbols.size()) return *environment_;
    model_ = std::make_unique<paramscope::Model>();
    for (const auto& [name, value] : symbols) {
        Variable variable;
        variable.name = name;
        variable.value = Polynomial(value);
        model_->variables.push_back(std::move(variable));
    }
    Diagnostics ignored;
    environment_ = std::make_unique<Environment>(*model_, CountOptions{}, &ignored);
    environment_->record_in(&requirements_);
    known_symbols_ = symbols.size();
    return *environment_;
}

// Values and signals ----------------------------------------------------------------------------------------

Value ForwardPass::value_of(const Polynomial& size) {
    const std::optional<Integer> number = environment().integer(size);
    if (!number) return evaluator_.unknown(message("python.unknown_sizes"));
    if (size.is_constant()) return Value::of(*number);
    const Polynomial* kept = evaluator_.decisions.keep(size);
    if (kept == nullptr) evaluator_.decisions.decide_by(&size);
    return Value::of(*number, kept);
}

std::optional<Signal> ForwardPass::signal_of(const Value& tensor) {
    if (!tensor.is(Type::Tensor) || !tensor.tensor().is_shape_known) return std::nullopt;
    Dims dims;
    for (const Value& size : tensor.tensor().shape) dims.push_back(evaluator_.decisions.formula_of(size));
    return Signal::tensor(std::move(dims));
}

Value ForwardPass::result_of(const Signal& signal, std::vector<std::size_t> items, std::size_t step) {
    if (signal.kind == Signal::Kind::Tuple) {
        std::vector<Value> values;
        for (std::size_t i = 0; i < signal.items.size(); ++i) {
            std::vector<std::size_t> path = items;
            path.push_back(i);
            values.push_back(result_of(signal.items[i], std::move(path), step));
        }
        return evaluator_.tuple(std::move(values));
    }
    Value result;
    if (signal.is_tensor()) {
        std::vector<Value> shape;
        for (const Polynomial& size : signal.dims) shape.push_back(value_of(size));
        result = tensor(evaluator_, std::move(shape));
    } else {
        result = tensor_of_unknown_shape(evaluator_, evaluator_.unknown(message("python.unknown_sizes")));
    }
    TensorOrigin& origin = result.tensor().origin;
    origin.frame = frame().number;
    origin.index = step;
    origin.items = std::move(items);
    return result;
}

Value ForwardPass::record(ForwardStep step, const Signal& output) {
    evaluator_.step(kCostOfStep * (1 + step.operands.size()));
    frame().steps.push_back(std::move(step));
    return result_of(output, {}, frame().steps.size() - 1);
}

Value ForwardPass::record(ForwardStep step, const AppliedFunction& known) {
    evaluator_.step(kCostOfStep * (1 + step.operands.size()));
    frame().steps.push_back(std::move(step));
    const Value result = tensor(evaluator_, known.output);
    result.tensor().origin.frame = frame().number;
    result.tensor().origin.index = frame().steps.size() - 1;
    return result;
}

ForwardOperand ForwardPass::operand_of(const Value& tensor) {
    ForwardOperand operand;
    const TensorObject& object = tensor.tensor();
    ForwardFrame& at = frame();
    if (object.origin.frame == at.number) {
        operand.kind = object.origin.is_input ? ForwardOperand::Kind::Input : ForwardOperand::Kind::Step;
        operand.index = object.origin.index;
        operand.items = object.origin.items;
        return operand;
    }
    if (at.module_paths.empty()) find_names(evaluator_, *at.module, "", at);
    const auto named = at.tensor_names.find(&object);
    if (named != at.tensor_names.end() && is_nameable(named->second) && object.is_shape_known) {
        operand.kind = ForwardOperand::Kind::Parameter;
        operand.name = named->second;
        operand.object = &object;
        return operand;
    }
    operand.object = &object;
    if (const std::optional<Signal> signal = signal_of(tensor)) {
        operand.shape = signal->dims;
        for (const Polynomial& size : operand.shape) {
            for (std::string& symbol : paramscope::symbols(size)) symbols_.insert(std::move(symbol));
        }
    } else {
        operand.name = kUnknownOperand;
    }
    return operand;
}

std::optional<Argument> ForwardPass::argument(std::string name, const Value& value) {
    Argument made;
    made.name = name;
    if (value.is_whole() && !value.is(Type::Bool)) {
        made.value = paramscope::Value::of_number(evaluator_.decisions.formula_of(value));
    } else {
        std::optional<paramscope::Value> converted = argument_value(evaluator_, value);
        if (!converted) return std::nullopt;
        made.value = std::move(*converted);
    }
    note_symbols({made});
    return made;
}

void ForwardPass::note_symbols(const SharedList<Argument>& arguments) {
    const auto note = [&](const paramscope::Value& each) {
        for (std::string& symbol : paramscope::symbols(each.number)) symbols_.insert(std::move(symbol));
    };
    for (const Argument& argument : arguments) {
        note(argument.value);
        for (const paramscope::Value& each : argument.value.items) note(each);
    }
}

WorkDone ForwardPass::add_work(const Work& work) {
    WorkDone numbers;
    for (const Work::Tally& each : work.tallies())
        numbers.emplace_back(each.operation, environment().integer(each.times).value_or(0));
    add_work(numbers);
    return numbers;
}

/// Sums are compared, and never shown: they may begin anew at 2^128.
void ForwardPass::add_work(const WorkDone& work) {
    for (const auto& [operation, times] : work) {
        Integer& done = work_done[static_cast<std::size_t>(operation)];
        done = static_cast<Integer>(static_cast<UnsignedInteger>(done) + static_cast<UnsignedInteger>(times));
    }
}

/// Sizes that fit for the numbers at hand must fit for all: PyTorch refuses others.
void ForwardPass::learn_requirements() {
    for (const auto& [a, b] : requirements_.equal) evaluator_.decisions.learn_equal(a, b);
    for (const auto& [whole, part] : requirements_.multiple) evaluator_.decisions.learn_multiple(whole, part);
    if (is_searching)
        equal_sizes_.insert(equal_sizes_.end(), requirements_.equal.begin(), requirements_.equal.end());
    requirements_.drop_after({});
}

/// Where an input is looked for, what comes after sizes that do not fit tells no more.
void ForwardPass::note_mismatch(Message why) {
    if (is_searching) evaluator_.stop(why);
    if (!mismatch_) mismatch_ = Mismatch{std::move(why), evaluator_.place()};
}

void ForwardPass::note_unmet(Unmet::Kind kind, const Value& actual, const Value& expected) {
    if (!actual.is_whole() || !expected.is_whole()) return;
    requirements_.refuse(kind, evaluator_.decisions.formula_of(actual),
                         evaluator_.decisions.formula_of(expected));
}

void ForwardPass::note_unusual(const Value& actual, const Value& usual) {
    if (!unusual_)
        unusual_ = Unmet{Unmet::Kind::Equal, evaluator_.decisions.formula_of(actual),
                         evaluator_.decisions.formula_of(usual)};
}

void ForwardPass::note_equal(const Value& a, const Value& b) {
    if (is_searching && a.is_whole() && b.is_whole())
        equal_sizes_.emplace_back(evaluator_.decisions.formula_of(a), evaluator_.decisions.formula_of(b));
}

// Steps -----------------------------------------------------------------------------------------------------

Value ForwardPass::unknown_result(std::string_view function) {
    return tensor_of_unknown_shape(
        evaluator_, evaluator_.unknown(message("python.unknown_method", {{"name", function}})));
}

Value ForwardPass::apply(std::string_view function, const std::vector<Value>& tensors,
                         SharedList<Argument> arguments) {
    ForwardStep step;
    step.function = function;
    AppliedFunction* const kept = applied_.place_of(function, tensors, arguments);
    if (kept != nullptr && !kept->function.empty()) {
        for (const Value& each : tensors) step.operands.push_back(operand_of(each));
        step.arguments = std::move(arguments);
        add_work(kept->work);
        return record(std::move(step), *kept);
    }
    std::vector<Signal> inputs;
    for (const Value& tensor : tensors) {
        const std::optional<Signal> signal = signal_of(tensor);
        if (!signal)
            return tensor.is(Type::Tensor) ? tensor_of_unknown_shape(evaluator_, tensor.tensor().shape_reason)
                                           : unknown_result(function);
        inputs.push_back(*signal);
        step.operands.push_back(operand_of(tensor));
    }
    step.arguments = std::move(arguments);
    std::vector<paramscope::Value> literals;
    std::vector<ForwardExpression::Keyword> keywords;
    for (const Argument& each : step.arguments) {
        if (each.name.empty())
            literals.push_back(each.value);
        else
            keywords.push_back({each.name.str(), each.value, {}});
    }
    Work work;
    FlowCall call{std::move(inputs), std::move(literals), keywords, environment(), work};
    const FlowFunction* found = find_flow_function(concat("F.", function));
    constexpr std::size_t kOperands = 2;
    if (call.inputs.size() < (found != nullptr ? found->inputs : kOperands)) return unknown_result(function);
    const Result<Signal> output = found != nullptr ? found->apply(call) : apply_operator(function, call);
    if (!output) {
        note_mismatch(output.error().message);
        return tensor_of_unknown_shape(evaluator_, evaluator_.unknown(output.error().message));
    }
    const WorkDone done = add_work(work);
    learn_requirements();
    const SharedList<Argument> given = step.arguments;
    const Value result = record(std::move(step), *output);
    if (kept != nullptr) kept->keep(function, tensors, given, *output, result, done);
    return result;
}

/// Takes the tensors of a layer that they do not fit as unknown: with them the engine would refuse the model.
void ForwardPass::leave_open(ForwardStep& step) {
    frame().has_misfit = true;
    for (ForwardOperand& operand : step.operands) {
        operand = {};
        operand.name = kUnknownOperand;
    }
}

Value ForwardPass::run_layer(const Module& module, std::string_view type, std::vector<Signal> inputs,
                             ForwardStep step) {
    const FoundLayer layer = find_layer(type);
    Signal output = inputs.front();
    Diagnostics recorded;
    const paramscope::Arguments arguments(*layer.signature, module, environment().values(), &recorded);
    if (!arguments.failed() && layer.rule->forward != nullptr) {
        Work work;
        bool is_mismatch = false;
        const LayerCall call{arguments, inputs, work, {}, &is_mismatch, nullptr, &requirements_};
        output = layer.rule->forward(call);
        add_work(work);
        if (recorded.empty()) learn_requirements();
    }
    if (!recorded.empty() || output.is_unknown()) {
        if (!recorded.empty()) note_mismatch(recorded.front().message);
        const Message why =
            recorded.empty() ? message("python.unknown_method", {{"name", type}}) : recorded.front().message;
        const Value result = tensor_of_unknown_shape(evaluator_, evaluator_.unknown(why));
        if (!step.is_module) return result;
        if (!recorded.empty()) leave_open(step);
        record(std::move(step), Signal::unknown());
        return result;
    }
    return record(std::move(step), output);
}

Value ForwardPass::apply_layer(std::string_view type, const std::vector<Value>& tensors,
                               SharedList<Argument> arguments) {
    ForwardStep step;
    step.function = type;
    std::vector<Signal> inputs;
    for (const Value& tensor : tensors) {
        const std::optional<Signal> signal = signal_of(tensor);
        if (!signal)
            return tensor.is(Type::Tensor) ? tensor_of_unknown_shape(evaluator_, tensor.tensor().shape_reason)
                                           : unknown_result(type);
        inputs.push_back(*signal);
        step.operands.push_back(operand_of(tensor));
    }
    Module module;
    module.type = type;
    module.arguments = arguments;
    step.arguments = std::move(arguments);
    return run_layer(module, type, std::move(inputs), std::move(step));
}

Value ForwardPass::reshape(std::string_view function, const Value& from, const Value& shaped,
                           SharedList<Argument> arguments) {
    if (!shaped.is(Type::Tensor) || !shaped.tensor().is_shape_known || evaluator_.is_interrupted())
        return shaped;
    ForwardStep step;
    step.function = function;
    step.has_work = false;
    step.operands = {operand_of(from)};
    step.arguments = std::move(arguments);
    evaluator_.step();
    frame().steps.push_back(std::move(step));
    shaped.tensor().is_mask = from.tensor().is_mask;
    keep_routing(function, from, shaped);
    TensorOrigin& origin = shaped.tensor().origin;
    origin = {};
    origin.frame = frame().number;
    origin.index = frame().steps.size() - 1;
    return shaped;
}

Value ForwardPass::resize(const Value& from, const Value& shaped, std::string_view function) {
    if (!shaped.is(Type::Tensor) || !shaped.tensor().is_shape_known || evaluator_.is_interrupted())
        return shaped;
    // In the argument `size`, 0 keeps a size.
    const auto& made = shaped.tensor().shape;
    if (any_of(made, [](const Value& size) { return size.whole() == 0; })) return shaped;
    const std::optional<Signal> before = signal_of(from), after = signal_of(shaped);
    Argument sizes;
    sizes.name = "size";
    sizes.value = paramscope::Value::of_tuple({});
    for (std::size_t i = 0; i < after->dims.size(); ++i) {
        const bool is_kept = before && i < before->dims.size() && before->dims[i] == after->dims[i];
        sizes.value.items.push_back(paramscope::Value::of_number(is_kept ? Polynomial(0) : after->dims[i]));
        if (is_kept) continue;
        for (std::string& symbol : paramscope::symbols(after->dims[i])) symbols_.insert(std::move(symbol));
    }
    return reshape(function, from, shaped, {std::move(sizes)});
}

void ForwardPass::mark_unknown(const Value& why) {
    has_unknown_ = true;
    if (frames_.empty()) return;
    ForwardFrame& at = frame();
    if (at.unknown) return;
    if (why.is_unknown()) {
        at.unknown = why.as<Unknown>().reason;
        at.unknown_span = why.as<Unknown>().span;
        tell_unknown_name(*at.unknown, at.unknown_span);
    } else {
        at.unknown = message("python.unknown_sizes");
        at.unknown_span = evaluator_.place();
    }
}

/// A name that is not defined is told once, at its place: Python would not run this line.
void ForwardPass::tell_unknown_name(const Message& reason, Span place) {
    const bool is_name = reason.id() == "python.unknown_name" || reason.id() == "python.unknown_name_similar";
    if (!is_name || paramscope::contains(told_, place)) return;
    told_.push_back(place);
    remarks.push_back({Severity::Warning, reason, place});
}

std::optional<std::size_t> ForwardPass::begin_loop(const Polynomial* length) {
    if (frames_.empty()) return std::nullopt;
    frame().loops.emplace_back();
    frame().loops.back().length = length;
    return frame().loops.size() - 1;
}

void ForwardPass::begin_iteration(std::optional<std::size_t> loop, const Value& item) {
    if (!loop || frames_.empty() || *loop >= frame().loops.size()) return;
    const Value* module = is_module(item) ? &item : nullptr;
    if (item.is(Type::Tuple)) {
        for (const Value& each : item.items()) {
            if (is_module(each) && module == nullptr) module = &each;
        }
    }
    frame().loops[*loop].items.push_back(module != nullptr ? &module->instance() : nullptr);
    frame().loops[*loop].begins.push_back(frame().steps.size());
}

void ForwardPass::end_loop(std::optional<std::size_t> loop) {
    if (loop && !frames_.empty() && *loop < frame().loops.size())
        frame().loops[*loop].end = frame().steps.size();
}

void ForwardPass::note_input_rank(const Value& tensor, std::size_t rank) {
    const std::optional<std::size_t>& input = tensor.tensor().origin.unshaped_input;
    if (input && *input < hints.size()) hints[*input].rank = rank;
}

void ForwardPass::note_rank(const Value& shape, std::size_t rank) {
    for (InputHint& hint : hints) {
        if (hint.reason != nullptr && shape.is_unknown() && hint.reason == shape.object) hint.rank = rank;
    }
}

void ForwardPass::name(std::string_view name, const Value& value) {
    if (!value.is(Type::Tensor) || frames_.empty()) return;
    const TensorOrigin& origin = value.tensor().origin;
    if (origin.frame != frame().number || origin.is_input || !origin.items.empty()) return;
    std::string& known = frame().steps[origin.index].name;
    if (known.empty() && is_nameable(name)) known = name;
}

}  // namespace paramscope::open::python
