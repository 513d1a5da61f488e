#include "open/python/modules/layer_arguments.h"

#include <algorithm>

#include "algebra/parse.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// Tuples in tuples: model text keeps as many.
constexpr int kDeepestArgument = 30;

constexpr std::string_view kPlaceholder = "unknown_argument";

bool depends_on_placeholder(const std::vector<Tensor>& tensors) {
    return any_of(tensors, [](const Tensor& tensor) {
        return any_of(tensor.shape, [](const Polynomial& size) {
            const std::vector<std::string> names = symbols(size);
            return contains(names, kPlaceholder);
        });
    });
}

bool is_flag(const Argument& parameter) {
    return !is_required(parameter) && parameter.value.kind == paramscope::Value::Kind::Boolean;
}

/// The tensors of a layer; nullopt when its arguments are wrong.
std::optional<std::vector<Tensor>> tensors_of(const Evaluator& evaluator, const Module& module) {
    const FoundLayer found = find_layer(module.type);
    if (found.rule == nullptr) return std::nullopt;
    Diagnostics diagnostics;
    const Values values(symbol_values(evaluator));
    const paramscope::Arguments arguments(*found.signature, module, values, &diagnostics);
    std::vector<Tensor> tensors;
    if (found.rule->tensors != nullptr) found.rule->tensors(arguments, tensors);
    if (arguments.failed()) return std::nullopt;
    return tensors;
}

bool are_same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& one, const Tensor& other) {
        return one.name == other.name && one.shape == other.shape;
    });
}

}  // namespace

SymbolValues symbol_values(const Evaluator& evaluator) {
    return [&evaluator](std::string_view name) -> std::optional<Rational> {
        for (const auto& [symbol, value] : evaluator.decisions.hyper_parameters()) {
            if (symbol == name) return Rational(value);
        }
        return std::nullopt;
    };
}

std::optional<paramscope::Value> argument_value(Evaluator& evaluator, const Value& value, int depth) {
    switch (value.type) {
        case Type::Bool:
            return paramscope::Value::of_boolean(value.boolean);
        case Type::Int: {
            // A flag given as 0 or 1 is decided by its number.
            return paramscope::Value::of_number(evaluator.decisions.formula_of(value));
        }
        case Type::Float: {
            const std::string text = represent(evaluator, value);
            const Result<Polynomial> number = parse_expression(text);
            if (!number) return std::nullopt;
            paramscope::Value result = paramscope::Value::of_number(*number);
            result.text = text;
            return result;
        }
        case Type::Str:
            return paramscope::Value::of_string(value.str());
        case Type::None:
            return paramscope::Value();
        case Type::Tuple:
        case Type::List: {
            if (depth > kDeepestArgument || !evaluator.step()) return std::nullopt;
            std::vector<paramscope::Value> items;
            evaluator.decisions.decide_by(value.as<Sequence>().length);
            for (const Value& each : value.items()) {
                std::optional<paramscope::Value> item = argument_value(evaluator, each, depth + 1);
                if (!item) return std::nullopt;
                items.push_back(std::move(*item));
            }
            return paramscope::Value::of_tuple(std::move(items));
        }
        default:
            return std::nullopt;
    }
}

Value value_of_argument(Evaluator& evaluator, const paramscope::Value& value) {
    using Form = paramscope::Value::Kind;
    switch (value.kind) {
        case Form::Boolean:
            return Value::of(value.boolean);
        case Form::None:
            return Value::none();
        case Form::Word:
        case Form::String:
            return evaluator.text(value.text.str());
        case Form::Number: {
            const std::optional<Rational> number = value.number.constant();
            if (!number) break;
            if (number->is_integer() && value.text.view().find('.') == std::string::npos)
                return Value::of(number->numerator());
            return Value::of(number->to_double());
        }
        case Form::Tuple: {
            std::vector<Value> items;
            for (const paramscope::Value& each : value.items)
                items.push_back(value_of_argument(evaluator, each));
            return evaluator.tuple(std::move(items));
        }
        default:
            break;
    }
    return evaluator.unknown(message("python.unknown_sizes"));
}

/// Returns what the argument of a parameter may be whose value is unknown.
static std::vector<Argument> stand_ins_of(const Argument& parameter) {
    Argument argument;
    if (!is_required(parameter)) argument.name = parameter_name(parameter);
    std::vector<Argument> stand_ins;
    const auto add = [&](paramscope::Value value) {
        argument.value = std::move(value);
        stand_ins.push_back(argument);
    };
    if (is_flag(parameter)) {
        add(paramscope::Value::of_boolean(true));
        add(paramscope::Value::of_boolean(false));
    } else if (parameter.value.kind == paramscope::Value::Kind::String) {
        add(paramscope::Value::of_string(std::string(kPlaceholder)));
    } else {
        add(paramscope::Value::of_number(Polynomial::symbol(kPlaceholder)));
    }
    return stand_ins;
}

/// True for a text in the place of one that is not known: a rule may take other texts only.
static bool is_text(const Argument& stand_in) {
    return stand_in.value.kind == paramscope::Value::Kind::String;
}

/// Returns the required arguments behind a parameter, which a rule needs before it can be asked.
static std::vector<Argument> required_behind(Evaluator& evaluator, const InstanceObject& instance,
                                             const Signature& signature, const Argument& parameter) {
    std::vector<Argument> required;
    for (const Argument& other : signature) {
        if (&other <= &parameter || !is_required(other)) continue;
        const auto& bound = instance.module->layer_arguments;
        const auto given = std::find_if(bound.begin(), bound.end(), [&](const auto& each) {
            return each.first == parameter_name(other);
        });
        if (given == bound.end()) continue;
        Argument next;
        next.value = argument_value(evaluator, given->second).value_or(paramscope::Value::of_number(1));
        required.push_back(std::move(next));
    }
    return required;
}

/// True where the tensors of a layer are the same with each of the stand-ins. `layer` has the arguments
/// before them, `required` are those behind.
static bool has_tensors_without(const Evaluator& evaluator, const Module& layer,
                                const std::vector<Argument>& stand_ins,
                                const std::vector<Argument>& required) {
    std::optional<std::vector<Tensor>> first;
    for (const Argument& stand_in : stand_ins) {
        Module tried = layer;
        tried.arguments.push_back(stand_in);
        for (const Argument& each : required) tried.arguments.push_back(each);
        auto tensors = tensors_of(evaluator, tried);
        if (!tensors && is_text(stand_in)) continue;
        if (!tensors || depends_on_placeholder(*tensors)) return false;
        if (first && !are_same(*first, *tensors)) return false;
        first = std::move(tensors);
    }
    return true;
}

Module layer_module(Evaluator& evaluator, const InstanceObject& instance, std::string_view type,
                    Value* reason, std::vector<OpenArgument>* open) {
    Module module;
    module.type = type;
    const FoundLayer found = find_layer(type);
    if (found.signature == nullptr) return module;
    *reason = Value::none();
    for (const Argument& parameter : *found.signature) {
        const std::string_view name = parameter_name(parameter);
        const auto& bound = instance.module->layer_arguments;
        const auto given =
            std::find_if(bound.begin(), bound.end(), [&](const auto& each) { return each.first == name; });
        if (given == bound.end()) continue;
        Value known = given->second;
        if (is_flag(parameter) && !known.is_unknown()) {
            const Truth truth = decide(evaluator, known);
            if (truth != Truth::Unknown) known = Value::of(truth == Truth::True);
        }
        if (std::optional<paramscope::Value> value = argument_value(evaluator, known)) {
            Argument argument;
            if (!is_required(parameter)) argument.name = name;
            argument.value = std::move(*value);
            module.arguments.push_back(std::move(argument));
            continue;
        }
        // A function as an argument (`activation=F.gelu`) makes no tensor.
        if (known.is(Type::Function) || known.is(Type::Builtin) || known.is(Type::Opaque)) continue;
        const Value why = known.is_unknown() ? known : evaluator.unknown(message("python.unknown_sizes"));
        std::vector<Argument> stand_ins = stand_ins_of(parameter);
        const std::vector<Argument> required =
            required_behind(evaluator, instance, *found.signature, parameter);
        if (!has_tensors_without(evaluator, module, stand_ins, required)) *reason = why;
        if (is_required(parameter)) module.arguments.push_back(stand_ins.front());
        if (open != nullptr) open->push_back({std::move(stand_ins), why});
    }
    return module;
}

// What unknown arguments decide.

namespace {

/// What a layer gives for inputs, and does.
struct Outcome {
    Signal output = Signal::unknown();
    Work work;
    bool is_valid = false;
};

Outcome outcome_of(const Module& layer, std::span<const Signal> inputs, const Values& values) {
    const FoundLayer found = find_layer(layer.type);
    Diagnostics recorded;
    const paramscope::Arguments arguments(*found.signature, layer, values, &recorded);
    Outcome outcome;
    if (arguments.failed()) return outcome;
    const LayerCall call{arguments, inputs, outcome.work, {}, nullptr, nullptr, nullptr};
    outcome.output = found.rule->forward != nullptr ? found.rule->forward(call) : inputs.front();
    outcome.is_valid = recorded.empty() && !outcome.output.is_unknown();
    return outcome;
}

bool has_placeholder(const Polynomial& size) {
    const std::vector<std::string> names = symbols(size);
    return contains(names, kPlaceholder);
}

bool has_placeholder(const Outcome& outcome) {
    return any_of(outcome.output.dims, [](const Polynomial& size) { return has_placeholder(size); }) ||
           any_of(outcome.work.tallies(),
                  [](const Work::Tally& each) { return has_placeholder(each.times); });
}

bool are_equal(const Outcome& a, const Outcome& b) {
    const auto has = [](const Outcome& outcome) {
        return
            [&outcome](const Work::Tally& each) { return outcome.work.times(each.operation) == each.times; };
    };
    return a.is_valid && b.is_valid && a.output == b.output && all_of(a.work.tallies(), has(b)) &&
           all_of(b.work.tallies(), has(a));
}

}  // namespace

bool depends_on(const Module& layer, const OpenArgument& open, std::span<const Signal> inputs,
                const Values& values) {
    const Outcome usual = outcome_of(layer, inputs, values);
    if (has_placeholder(usual)) return true;
    return any_of(open.stand_ins, [&](const Argument& stand_in) {
        if (stand_in.name.view().empty()) return !usual.is_valid;  // it is written in the layer
        Module tried = layer;
        tried.arguments.push_back(stand_in);
        const Outcome other = outcome_of(tried, inputs, values);
        return !are_equal(usual, other) && !(is_text(stand_in) && !other.is_valid);
    });
}

bool has_changed_tensors(Evaluator& evaluator, const InstanceObject& instance) {
    for (const auto& [name, usual] : instance.module->rule_tensors().entries) {
        const Value* own = instance.module->layer_tensors.find(name);
        if (own == nullptr || own->object == usual.object || !own->is(Type::Tensor)) continue;
        const TensorObject &tensor = own->tensor(), &of_rule = usual.tensor();
        if (!of_rule.is_shape_known) continue;
        if (!tensor.is_shape_known || tensor.shape.size() != of_rule.shape.size()) return true;
        for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
            const Value &a = tensor.shape[i], &b = of_rule.shape[i];
            if (a.whole() != b.whole()) return true;
            if (a.formula != b.formula &&
                evaluator.decisions.formula_of(a) != evaluator.decisions.formula_of(b))
                return true;
        }
    }
    return false;
}

bool have_same_tensors(Evaluator& evaluator, const Module& a, const Module& b) {
    const auto of_a = tensors_of(evaluator, a), of_b = tensors_of(evaluator, b);
    return of_a && of_b && are_same(*of_a, *of_b);
}

void make_layer_tensors(Evaluator& evaluator, InstanceObject& instance, std::string_view type) {
    ModuleState& state = *instance.module;
    state.has_layer_tensors = true;
    Value reason;
    const Module module = layer_module(evaluator, instance, type, &reason);
    if (reason.is_unknown()) {
        state.doubts.push_back(reason);
        return;
    }
    const auto tensors = tensors_of(evaluator, module);
    if (!tensors) {
        state.doubts.push_back(evaluator.unknown(message("python.layer_wrong", {{"type", type}})));
        return;
    }
    const SymbolValues values = symbol_values(evaluator);
    state.layer_tensors.entries.reserve(tensors->size());
    for (const Tensor& tensor : *tensors) {
        auto* object = evaluator.make<TensorObject>();
        object->is_parameter = tensor.role == Role::Parameter;
        object->is_trainable = tensor.trainable;
        if (object->is_parameter) object->data_type = state.data_type;
        object->span = instance.span;
        object->shape.reserve(tensor.shape.size());
        for (const Polynomial& size : tensor.shape) {
            const Result<Rational> number = evaluate(size, values);
            if (!number || !number->is_integer()) {
                object->is_shape_known = false;
                object->shape_reason = evaluator.unknown(message("python.unknown_sizes"));
                continue;
            }
            object->shape.push_back(Value::of(number->numerator(), evaluator.decisions.keep(size)));
        }
        state.layer_tensors.set(tensor.name, Value::of(Type::Tensor, object));
    }
}

}  // namespace paramscope::open::python
