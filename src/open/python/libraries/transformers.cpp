// What our text of transformers asks the reader of configs: the names of architectures, and the sizes that a
// config does not write.
#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/config_keys.h"
#include "open/config/known/known_configs.h"
#include "open/python/libraries/configured_modules.h"
#include "open/python/libraries/libraries.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/json_text.h"

namespace paramscope::open::python {
namespace {

/// The argument at `index` as a text; "" for another value.
std::string_view text_at(const Arguments& a, std::size_t index) {
    return a.positional.size() > index && a.positional[index].is(Type::Str) ? a.positional[index].str()
                                                                            : std::string_view();
}

Value unknown_member(Evaluator& e, std::string_view name, std::string_view of) {
    return e.unknown(message("python.unknown_member", {{"name", name}, {"module", of}}));
}

/// The architecture of a class of configs or of models by its name, "BertConfig", "BertForMaskedLM"; nullptr
/// for none.
const Architecture* architecture_of(std::string_view name) {
    if (!name.ends_with("Config")) return architectures().find_class(name);
    for (const Architecture* each : architectures().all()) {
        if (!is_stand_in(*each) && full_name(*each, "$Config") == name) return each;
    }
    return nullptr;
}

bool defines(const Architecture& architecture, std::string_view name) {
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        if (contains_by(each->definitions, &TemplateDefinition::name, name)) return true;
    }
    return false;
}

Value to_value(Evaluator& e, const ConfigValue& value) {
    switch (value.kind) {
        case ConfigValue::Kind::Boolean:
            return Value::of(value.boolean);
        case ConfigValue::Kind::Number:
            return value.number.is_integer() ? Value::of(value.number.numerator())
                                             : Value::of(value.number.to_double());
        case ConfigValue::Kind::String:
            return e.text(value.text);
        case ConfigValue::Kind::List: {
            std::vector<Value> items;
            for (std::size_t i = 0; i < value.length(); ++i) items.push_back(to_value(e, value.at(i)));
            return e.list(std::move(items));
        }
        default:
            return Value::none();
    }
}

/// The model_type of the class of that name: model_type_of("BertModel") is "bert", None for one that is not
/// known.
Value model_type_of(Evaluator& e, const Value&, Arguments& a) {
    const Architecture* found = architecture_of(text_at(a, 0));
    return found != nullptr ? e.text(found->types.front()) : Value::none();
}

/// The class of a model_type for a role, name_of_class("bert", "ForMaskedLM"). Older architectures call their
/// causal language model LMHeadModel.
Value name_of_class(Evaluator& e, const Value&, Arguments& a) {
    if (!a.positional.empty() && a.positional[0].is_unknown()) return a.positional[0];
    const std::string_view type = text_at(a, 0), role = text_at(a, 1);
    const Architecture* found = architectures().find(type);
    if (found == nullptr || is_stand_in(*found)) return unknown_member(e, type, "transformers");
    const bool is_older =
        role == "ForCausalLM" && !defines(*found, "$ForCausalLM") && defines(*found, "$LMHeadModel");
    return e.text(full_name(*found, concat('$', is_older ? "LMHeadModel" : role)));
}

/// The config of a well-known model of the hub, as JSON.
Value known_config(Evaluator& e, const Value&, Arguments& a) {
    if (!a.positional.empty() && a.positional[0].is_unknown()) return a.positional[0];
    const std::string_view name = text_at(a, 0);
    if (const KnownConfig* found = find_known_config(name)) {
        e.remark(Severity::Note, message("python.shipped_sizes", {{"name", found->name}}));
        return e.text(std::string(found->json));
    }
    return e.unknown(message("python.unknown_sizes_of_hub", {{"name", name}}));
}

/// What a config of a model_type holds under a name: its own value, or the default that the architecture
/// has: config_value("bert", {}, "hidden_size").
Value config_value(Evaluator& e, const Value&, Arguments& a) {
    const std::string_view type = text_at(a, 0), name = text_at(a, 2);
    const Architecture* found = architectures().find(type);
    const TemplateKey* key = found != nullptr && !name.starts_with("__") ? find_key(*found, name) : nullptr;
    if (key == nullptr)
        return e.raise("AttributeError", concat("'", type, "' config has no attribute '", name, "'"));
    Value reason;
    const std::optional<std::string> text = json_text(e, a.positional[1], &reason);
    if (!text || reason.is_unknown()) return reason;
    const Result<JsonDocument> document = JsonDocument::parse(*text);
    if (!document) return unknown_member(e, name, type);
    const ConfigScope scope{found, document->root(), ""};
    const JsonValue written = find_in_config(*key, scope);
    ConfigKeys keys;
    const ConfigValue value =
        written.is_missing() ? keys.evaluate(key->value, {&scope, nullptr}) : ConfigValue::of(written);
    return keys.failed() ? unknown_member(e, name, type) : to_value(e, value);
}

/// Gives a module the parts that a config describes: add_parts(model, config as a dict).
Value add_parts(Evaluator& e, const Value&, Arguments& a) {
    InstanceObject& model = a.positional[0].instance();
    Value reason;
    const std::optional<std::string> config = json_text(e, a.positional[1], &reason);
    if (reason.is_unknown())
        model.module->doubts.push_back(reason);
    else
        add_configured_parts(e, model, *config);
    // What a subclass of the text adds is not the library's.
    model.cls->is_of_torch = model.cls->attributes.find("_class_of_config") != nullptr;
    return Value::none();
}

/// What a model has under a name that our text does not know. It may be a method that changes the model.
Value unknown_part(Evaluator& e, const Value&, Arguments& a) {
    InstanceObject& model = a.positional[0].instance();
    const Value unknown = unknown_member(e, text_at(a, 1), model.cls->name);
    model.module->doubts.push_back(unknown);
    return unknown;
}

/// Keeps inputs by name as those that code asks about: ask(model, input_ids=tokens).
Value ask(Evaluator& e, const Value&, Arguments& a) {
    Arguments call;
    call.named = a.named;
    const Value& model = a.positional[0];
    if (e.tracer == nullptr && model.is(Type::Instance))
        e.findings.calls.push_back({&model.instance(), std::move(call)});
    return Value::none();
}

/// A size of an input that may be another one: free_size("tokens", 128).
Value free_size(Evaluator& e, const Value&, Arguments& a) {
    return e.decisions.input_size(text_at(a, 0), a.positional[1].integer);
}

/// A number that a config states, as a hyper-parameter of the name that its key has:
/// name_number("hidden_size", 768).
Value name_number(Evaluator& e, const Value&, Arguments& a) {
    return e.decisions.hyper_parameter(text_at(a, 0), a.positional[1]);
}

/// The class of that name in a module; None where the module has none.
Value class_in(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Namespace)) return Value::none();
    const Value found = attribute(e, a.positional[0], text_at(a, 1));
    return found.is(Type::Class) ? found : Value::none();
}

constexpr BuiltinRow kTransformersFunctionsRows[] = {{"ask", ask},
                                                     {"class_in", class_in},
                                                     {"free_size", free_size},
                                                     {"model_type_of", model_type_of},
                                                     {"name_number", name_number},
                                                     {"name_of_class", name_of_class},
                                                     {"known_config", known_config},
                                                     {"config_value", config_value},
                                                     {"add_parts", add_parts},
                                                     {"unknown_part", unknown_part}};

}  // namespace

const std::span<const BuiltinRow> kTransformersFunctions = kTransformersFunctionsRows;

}  // namespace paramscope::open::python
