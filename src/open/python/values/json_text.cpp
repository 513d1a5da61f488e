#include "open/python/values/json_text.h"

#include "algebra/integer.h"
#include "open/python/messages.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// Values below each other.
constexpr int kDeepestValue = 60;
constexpr std::size_t kLargestText = 8u << 20;
/// Written for an unknown number: no reader takes it for a size.
constexpr std::string_view kUnknownText = "\"unknown\"";

std::string_view last_name(std::string_view dotted) {
    return dotted.substr(dotted.rfind('.') + 1);
}

class JsonWriter {
  public:
    explicit JsonWriter(Evaluator& evaluator) : evaluator_(evaluator) {}

    /// False when the text becomes too large.
    bool write(const Value& value, int depth = 0) {
        if (depth > kDeepestValue || text_.size() > kLargestText) {
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
                text_ += to_text(evaluator_, value);
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
            const bool is_key = entry.key.is(Type::Str) || entry.key.is(Type::Int);
            if (entry.is_removed || !is_key) continue;
            if (!is_first) text_ += ',';
            is_first = false;
            add_string(entry.key.is(Type::Str) ? entry.key.str() : to_string(entry.key.integer));
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

std::optional<std::string> json_text(Evaluator& evaluator, const Value& value, Value* reason) {
    JsonWriter writer(evaluator);
    const bool is_whole = writer.write(value);
    *reason = writer.reason();
    return is_whole ? std::optional(writer.take()) : std::nullopt;
}

}  // namespace paramscope::open::python
