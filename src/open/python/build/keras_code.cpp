#include "open/python/build/keras_code.h"

#include <algorithm>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/keras/layer_types.h"
#include "open/python/imports/imports.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/json_text.h"

namespace paramscope::open::python {

namespace {

bool is_keras_instance(Evaluator& evaluator, const Value& value, std::string_view name) {
    if (!value.is(Type::Instance)) return false;
    const ClassObject* cls = keras_class(evaluator, name);
    return cls != nullptr && value.instance().cls->derives_from(cls);
}

/// The last instance of the class of Keras at the top of the text.
std::optional<KerasModel> last_global(Evaluator& evaluator, std::string_view cls) {
    std::optional<KerasModel> last;
    Integer highest = -1;
    for (const auto& [name, value] : evaluator.globals->names) {
        if (!is_keras_instance(evaluator, value, cls)) continue;
        const Value* serial = value.instance().attributes.find("_serial");
        if (serial == nullptr || !serial->is_whole() || serial->whole() <= highest) continue;
        highest = serial->whole();
        last = KerasModel{value, std::string(name)};
    }
    return last;
}

/// True when a function needs no arguments but, as a method, the first `given` ones.
bool needs_no_arguments(const FunctionObject& function, std::size_t given) {
    const std::vector<Parameter> parameters = parameters_of(function);
    return std::all_of(parameters.begin() + static_cast<std::ptrdiff_t>(std::min(given, parameters.size())),
                       parameters.end(), [](const Parameter& each) {
                           return each.default_value != nullptr || each.is_rest || each.is_named_rest;
                       });
}

/// The definition of a function, or of a class of models, that can be called without arguments; nullptr for
/// another value.
const Node* maker_definition(Evaluator& evaluator, const Value& value) {
    if (value.is(Type::Class)) {
        const ClassObject& cls = value.cls();
        if (cls.is_library || !cls.derives_from(keras_class(evaluator, "Model"))) return nullptr;
        const Value* initialize = cls.find("__init__");
        const bool is_plain = initialize == nullptr || !initialize->is(Type::Function) ||
                              needs_no_arguments(initialize->as<FunctionObject>(), 1);
        return is_plain ? cls.definition : nullptr;
    }
    if (!value.is(Type::Function)) return nullptr;
    const FunctionObject& function = value.as<FunctionObject>();
    return needs_no_arguments(function, 0) ? function.definition : nullptr;
}

}  // namespace

std::optional<KerasModel> find_keras_model(Evaluator& evaluator) {
    if (keras_class(evaluator, "Model") == nullptr) return std::nullopt;
    if (auto made = last_global(evaluator, "Model")) return made;
    std::vector<std::pair<std::uint32_t, Value>> makers;
    for (const auto& [name, value] : evaluator.globals->names) {
        if (const Node* definition = maker_definition(evaluator, value))
            makers.emplace_back(definition->span.begin, value);
    }
    sort(makers, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const bool are_classes : {false, true}) {
        for (const auto& [place, maker] : makers) {
            if (maker.is(Type::Class) != are_classes) continue;
            const Value made = call(evaluator, maker, std::vector<Value>());
            if (evaluator.is_stopped()) return std::nullopt;
            if (evaluator.control.flow == Flow::Raise) evaluator.control.flow = Flow::Next;
            const std::string& name = are_classes ? maker.cls().name : maker.as<FunctionObject>().name;
            if (is_keras_model(evaluator, made)) return KerasModel{made, concat(name, "()")};
        }
    }
    return last_global(evaluator, "Layer");
}

bool is_keras_model(Evaluator& evaluator, const Value& value) {
    return is_keras_instance(evaluator, value, "Model");
}

bool is_keras_layer(Evaluator& evaluator, const Value& value) {
    return is_keras_instance(evaluator, value, "Layer");
}

std::optional<std::string> keras_config(Evaluator& evaluator, const Value& model, Value* reason) {
    const std::optional<Value> function = keras_name(evaluator, "config_of");
    if (!function) return std::nullopt;
    const Value config = call(evaluator, *function, std::vector<Value>{model});
    if (evaluator.is_interrupted()) return std::nullopt;
    if (config.is(Type::Dict)) return json_text(evaluator, config, reason);
    if (config.is_unknown()) *reason = config;
    return std::nullopt;
}

}  // namespace paramscope::open::python
