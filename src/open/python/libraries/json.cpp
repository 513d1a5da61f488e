// JSON: what json.py asks of the program.
#include <cstdlib>

#include "algebra/integer.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/libraries.h"
#include "open/support/json.h"

namespace paramscope::open::python {
namespace {

/// `12`, `0.5`, `1e-05`, `-Infinity`. A whole number that is too large here is not known.
Value number_of_json(Evaluator& e, std::string_view text) {
    constexpr std::string_view kMarksOfFloats = ".eEIN";
    if (text.find_first_of(kMarksOfFloats) != std::string_view::npos)
        return Value::of(std::strtod(std::string(text).c_str(), nullptr));
    const std::optional<Integer> number = parse_integer(text);
    return number ? Value::of(*number) : not_evaluated(e, "json.loads");
}

Value value_of_json(Evaluator& e, const JsonValue& json) {
    if (!e.count_items(1)) return Value::none();
    switch (json.kind()) {
        case JsonValue::Kind::Boolean:
            return Value::of(json.boolean().value_or(false));
        case JsonValue::Kind::Number:
            return number_of_json(e, json.source());
        case JsonValue::Kind::String:
            return e.text(json.string());
        case JsonValue::Kind::Array: {
            std::vector<Value> items;
            for (const JsonValue item : json.items()) items.push_back(value_of_json(e, item));
            return e.list(std::move(items));
        }
        case JsonValue::Kind::Object: {
            const Value made = e.dict();
            for (const JsonValue item : json.items()) {
                const Value key = e.text(item.key().string());
                made.as<Dict>().set(*key_of(key), key, value_of_json(e, item));
            }
            return made;
        }
        default:
            return Value::none();
    }
}

/// _read(text): the value and "", or None and what is wrong.
Value read_json(Evaluator& e, const Value&, Arguments& a) {
    const bool is_text = a.positional.size() == 1 && a.positional[0].is(Type::Str);
    if (!is_text || !e.read(a.positional[0])) return not_evaluated(e, "json.loads");
    const std::string text = a.positional[0].str();
    const Result<JsonDocument> document = JsonDocument::parse(text);
    if (!document) return e.tuple({Value::none(), e.text("Expecting value")});
    return e.tuple({value_of_json(e, document->root()), e.text("")});
}

constexpr BuiltinRow kJsonRows[] = {{"_read", read_json}};

}  // namespace

const std::span<const BuiltinRow> kJsonFunctions = kJsonRows;

}  // namespace paramscope::open::python
