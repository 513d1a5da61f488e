#include "open/config/value.h"

#include <algorithm>
#include <set>

#include "base/characters.h"
#include "open/config/messages.h"

namespace paramscope::open {

ConfigValue ConfigValue::of(Rational number) {
    ConfigValue value;
    value.kind = ConfigValue::Kind::Number;
    value.number = number;
    return value;
}

ConfigValue ConfigValue::of(bool boolean) {
    ConfigValue value;
    value.kind = ConfigValue::Kind::Boolean;
    value.boolean = boolean;
    return value;
}

ConfigValue ConfigValue::of(std::string text) {
    ConfigValue value;
    value.kind = ConfigValue::Kind::String;
    value.text = std::move(text);
    return value;
}

ConfigValue ConfigValue::of(std::vector<ConfigValue> items) {
    ConfigValue value;
    value.kind = ConfigValue::Kind::List;
    value.items = std::move(items);
    return value;
}

ConfigValue ConfigValue::of(JsonValue json) {
    ConfigValue value;
    value.json = json;
    switch (json.kind()) {
        case JsonValue::Kind::Missing:
        case JsonValue::Kind::Null:
            break;
        case JsonValue::Kind::Boolean:
            value.kind = ConfigValue::Kind::Boolean;
            value.boolean = json.boolean() == true;
            break;
        case JsonValue::Kind::Number:
            if (const std::optional<Rational> number = parse_decimal(json.source())) {
                value.kind = ConfigValue::Kind::Number;
                value.number = *number;
                value.text = json.source();
            }
            break;
        case JsonValue::Kind::String:
            value.kind = ConfigValue::Kind::String;
            value.text = json.string();
            break;
        case JsonValue::Kind::Array:
            value.kind = ConfigValue::Kind::List;
            break;
        case JsonValue::Kind::Object:
            value.kind = ConfigValue::Kind::Object;
            break;
    }
    return value;
}

bool ConfigValue::is_true() const {
    switch (kind) {
        case ConfigValue::Kind::None:
            return false;
        case ConfigValue::Kind::Boolean:
            return boolean;
        case ConfigValue::Kind::Number:
            return !number.is_zero();
        case ConfigValue::Kind::String:
            return !text.empty();
        default:
            return length() > 0;
    }
}

std::size_t ConfigValue::length() const {
    if (kind == ConfigValue::Kind::String) return text.size();
    if (json.is_missing()) return items.size();
    if (json.kind() != JsonValue::Kind::Object) return json.size();
    // A name that is written twice is one, as in Python.
    std::set<std::string_view> names;
    for (const JsonValue& member : json.items()) names.insert(member.key().source());
    return names.size();
}

ConfigValue ConfigValue::at(std::size_t index) const {
    if (kind == ConfigValue::Kind::String)
        return index < text.size() ? of(std::string(1, text[index])) : ConfigValue();
    if (json.is_missing()) return index < items.size() ? items[index] : ConfigValue();
    for (const JsonValue item : json.items()) {
        if (index-- == 0) return of(item);
    }
    return {};
}

bool operator==(const ConfigValue& a, const ConfigValue& b) {
    if (a.kind != b.kind) return false;
    switch (a.kind) {
        case ConfigValue::Kind::None:
            return true;
        case ConfigValue::Kind::Boolean:
            return a.boolean == b.boolean;
        case ConfigValue::Kind::Number:
            return a.number == b.number;
        case ConfigValue::Kind::String:
            return a.text == b.text;
        default:
            break;
    }
    const std::size_t length = a.length();
    bool is_equal = length == b.length();
    for (std::size_t i = 0; is_equal && i < length; ++i) is_equal = a.at(i) == b.at(i);
    return is_equal;
}

std::string to_string(const ConfigValue& value) {
    switch (value.kind) {
        case ConfigValue::Kind::Boolean:
            return value.boolean ? "True" : "False";
        case ConfigValue::Kind::Number:
            return value.text.empty() ? to_string(value.number) : value.text;
        case ConfigValue::Kind::String: {
            std::string word = value.text.substr(0, 100);
            std::replace_if(
                word.begin(), word.end(), [](char c) { return !is_letter(c) && !is_digit(c) && c != '.'; },
                '_');
            return word;
        }
        default:
            return "None";
    }
}

Message kind_name(ConfigValue::Kind kind) {
    switch (kind) {
        case ConfigValue::Kind::None:
            return message("kind.none");
        case ConfigValue::Kind::Boolean:
            return message("kind.boolean");
        case ConfigValue::Kind::Number:
            return message("kind.number");
        case ConfigValue::Kind::String:
            return message("kind.text");
        case ConfigValue::Kind::List:
            return message("kind.list");
        default:
            return message("kind.object");
    }
}

}  // namespace paramscope::open
