#include "open/python/keras_code.h"

#include <algorithm>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "open/keras/layer_types.h"

namespace paramscope::open::python {
namespace {

/// Values below each other in a config.
constexpr int kDeepestConfig = 60;
constexpr std::size_t kLargestConfig = 8u << 20;
/// Written for an unknown number: no reader takes it for a size.
constexpr std::string_view kUnknownText = "\"unknown\"";

std::string_view last_name(std::string_view dotted) {
    return dotted.substr(dotted.rfind('.') + 1);
}

class ConfigWriter {
  public:
    explicit ConfigWriter(Evaluator& evaluator) : evaluator_(evaluator) {}

    /// False when the config's layers depend on an unknown value.
    bool write(const Value& value, int depth = 0) {
        if (depth > kDeepestConfig || text_.size() > kLargestConfig) {
            reason_ = evaluator_.unknown(message("python.too_much_memory"));
            return false;
        }
        switch (value.type) {
            case Type::Unknown:
                if (reason_.is(Type::None)) reason_ = value;
                text_ += kUnknownText;
                return true;
            case Type::None:
                text_ += "null";
                return true;
            case Type::Bool:
                text_ += value.boolean ? "true" : "false";
                return true;
            case Type::Int:
                text_ += to_string(value.integer);
                return true;
            case Type::Float:
                text_ += evaluator_.to_text(value);
                return true;
            case Type::Str:
                add_string(value.str());
                return true;
            case Type::Function:
                add_string(value.as<FunctionObject>().name);
                return true;
            case Type::Opaque:
                add_string(last_name(value.as<OpaqueObject>().name));
                return true;
            case Type::Tuple:
            case Type::List:
                return write_list(value.items(), depth);
            case Type::Dict:
                return write_dict(value.as<Dict>(), depth);
            default:
                text_ += kUnknownText;
                return true;
        }
    }

    std::string take() { return std::move(text_); }
    const Value& reason() const { return reason_; }

  private:
    void add_string(std::string_view text) {
        text_ += '"';
        for (const char c : text) {
            if (static_cast<unsigned char>(c) < 0x20) continue;
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
        text_ += '"';
    }

    bool write_list(const std::vector<Value>& items, int depth) {
        text_ += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0) text_ += ',';
            if (!write(items[i], depth + 1)) return false;
        }
        text_ += ']';
        return true;
    }

    bool write_dict(const Dict& dict, int depth) {
        text_ += '{';
        bool is_first = true;
        for (const Dict::Entry& entry : dict.entries) {
            if (entry.is_removed || !entry.key.is(Type::Str)) continue;
            if (!is_first) text_ += ',';
            is_first = false;
            add_string(entry.key.str());
            text_ += ':';
            if (!write(entry.value, depth + 1)) return false;
        }
        text_ += '}';
        return true;
    }

    Evaluator& evaluator_;
    std::string text_;
    Value reason_;
};

}  // namespace

ClassObject* Evaluator::keras_class(std::string_view name) {
    const std::optional<Value> found = keras_name(name);
    return found && found->is(Type::Class) ? &found->cls() : nullptr;
}

std::optional<Value> Evaluator::keras_name(std::string_view name) {
    const auto scope = library_scopes_.find("keras");
    if (scope == library_scopes_.end()) return std::nullopt;
    const auto found = scope->second->names.find(name);
    return found == scope->second->names.end() ? std::nullopt : std::optional<Value>(found->second);
}

std::optional<Value> Evaluator::keras_layer(std::string_view name) {
    ClassObject* layer = keras_class("Layer");
    if (layer == nullptr || keras::find_layer_type(name) == nullptr) return std::nullopt;
    const auto found = keras_layers_.find(name);
    if (found != keras_layers_.end()) return Value::of(Type::Class, found->second);
    ClassObject* cls = add_class(std::string(name), {layer});
    keras_layers_.emplace(name, cls);
    return Value::of(Type::Class, cls);
}

bool is_keras_model(Evaluator& evaluator, const Value& value) {
    if (!value.is(Type::Instance)) return false;
    const ClassObject* model = evaluator.keras_class("Model");
    return model != nullptr && value.instance().cls->derives_from(model);
}

std::optional<std::string> keras_config(Evaluator& evaluator, const Value& model, Value* reason) {
    const std::optional<Value> function = evaluator.keras_name("config_of");
    if (!function) return std::nullopt;
    const Value config = evaluator.call(*function, std::vector<Value>{model});
    if (evaluator.is_interrupted()) return std::nullopt;
    ConfigWriter writer(evaluator);
    if (config.is(Type::Dict) && writer.write(config)) return writer.take();
    *reason = config.is_unknown() ? config : writer.reason();
    return std::nullopt;
}

}  // namespace paramscope::open::python
