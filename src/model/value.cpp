#include "model/value.h"

#include <utility>

#include "algebra/print.h"
#include "base/concat.h"

namespace paramscope {
namespace {

/// True when `text` has the quote without a backslash before it.
bool has_unescaped(std::string_view text, char quote) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == quote) return true;
        if (text[i] == '\\') ++i;
    }
    return false;
}

/// A string literal as Python writes it: with ' unless the text has ' and no ".
std::string string_literal(const std::string& text) {
    const char quote = has_unescaped(text, '\'') && !has_unescaped(text, '"') ? '"' : '\'';
    std::string result(1, quote);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            result += text[i++];
        } else if (text[i] == quote || text[i] == '\\') {
            result += '\\';
        }
        result += text[i] == '\n' || text[i] == '\r' ? ' ' : text[i];
    }
    return result + quote;
}

std::string texts_of(const auto& items) {
    return join(items, ", ", [](const auto& item) { return to_string(item); });
}

std::string tuple_text(const Value& tuple) {
    const std::string items = texts_of(tuple.items);
    if (tuple.is_list) return concat("[", items, "]");
    return concat("(", items, tuple.items.size() == 1 ? ",)" : ")");
}

}  // namespace

Value Value::of_number(Polynomial number) {
    Value value;
    value.kind = Kind::Number;
    value.number = std::move(number);
    return value;
}

Value Value::of_word(std::string word) {
    Value value;
    value.kind = Kind::Word;
    value.text = word;
    return value;
}

Value Value::of_string(std::string text) {
    Value value;
    value.kind = Kind::String;
    value.text = text;
    return value;
}

Value Value::of_boolean(bool boolean) {
    Value value;
    value.kind = Kind::Boolean;
    value.boolean = boolean;
    return value;
}

Value Value::of_tuple(std::vector<Value> items) {
    Value value;
    value.kind = Kind::Tuple;
    value.items = std::move(items);
    return value;
}

std::string to_string(const Value& value) {
    switch (value.kind) {
        case Value::Kind::Number:
            return value.text.empty() ? print(value.number, Notation::Plain) : value.text.str();
        case Value::Kind::Word:
        case Value::Kind::Raw:
            return value.text.str();
        case Value::Kind::String:
            return string_literal(value.text.str());
        case Value::Kind::Boolean:
            return value.boolean ? "True" : "False";
        case Value::Kind::None:
            return "None";
        case Value::Kind::Tuple:
            return tuple_text(value);
        case Value::Kind::Call:
            return concat(value.text, "(", texts_of(value.arguments), ")");
    }
    return "";
}

std::string to_string(const Argument& argument) {
    return argument.name.empty() ? to_string(argument.value)
                                 : concat(argument.name, "=", to_string(argument.value));
}

}  // namespace paramscope
