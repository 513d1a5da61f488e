// What our text of Keras defines, once the code imports Keras.
#include "open/keras/layer_types.h"
#include "open/python/imports/imports.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {

std::optional<Value> keras_name(Evaluator& e, std::string_view name) {
    const auto scope = e.imports.library_scopes.find("keras");
    if (scope == e.imports.library_scopes.end()) return std::nullopt;
    const auto found = scope->second->names.find(name);
    return found == scope->second->names.end() ? std::nullopt : std::optional<Value>(found->second);
}

ClassObject* keras_class(Evaluator& e, std::string_view name) {
    const std::optional<Value> found = keras_name(e, name);
    return found && found->is(Type::Class) ? &found->cls() : nullptr;
}

std::optional<Value> keras_layer(Evaluator& e, std::string_view name) {
    ClassObject* layer = keras_class(e, "Layer");
    if (layer == nullptr || keras::find_layer_type(name) == nullptr) return std::nullopt;
    const auto found = e.imports.keras_layers.find(name);
    if (found != e.imports.keras_layers.end()) return Value::of(Type::Class, found->second);
    ClassObject* cls = add_class(e, std::string(name), {layer});
    e.imports.keras_layers.emplace(name, cls);
    return Value::of(Type::Class, cls);
}

}  // namespace paramscope::open::python
