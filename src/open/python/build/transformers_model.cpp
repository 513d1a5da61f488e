#include "open/python/build/transformers_model.h"

#include "model/write.h"
#include "open/python/build/write.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/json_text.h"

namespace paramscope::open::python {
namespace {

std::string text_of(Evaluator& evaluator, InstanceObject& model) {
    std::vector<Remark> remarks;
    return write_model_text(write_module(evaluator, model, nullptr, &remarks));
}

/// True when the model is as its class makes it of its config.
bool is_unchanged(Evaluator& evaluator, InstanceObject& model, const Value& config) {
    const Value again = call(evaluator, Value::of(Type::Class, model.cls), std::vector<Value>{config});
    if (evaluator.is_interrupted() || !again.is(Type::Instance)) return false;
    return text_of(evaluator, model) == text_of(evaluator, again.instance());
}

}  // namespace

std::optional<TransformersModel> transformers_model(Evaluator& evaluator, InstanceObject& model) {
    const Value* config = model.attributes.find("config");
    if (config == nullptr || model.cls->attributes.find("_class_of_config") == nullptr) return std::nullopt;
    const Value whole = call_method(evaluator, Value::of(Type::Instance, &model), "_whole_config", {});
    if (evaluator.is_interrupted() || !whole.is(Type::Dict)) return std::nullopt;
    Value reason;
    std::optional<std::string> text = json_text(evaluator, whole, &reason);
    if (!text || reason.is_unknown()) return std::nullopt;
    return TransformersModel{std::move(*text), is_unchanged(evaluator, model, *config)};
}

}  // namespace paramscope::open::python
