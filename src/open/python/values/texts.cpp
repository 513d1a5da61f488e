// Strings: their length, items and parts. Whatever reads all of a text is charged for it.
#include <cstdio>

#include "base/concat.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {
namespace {

Truth has_characters(Evaluator&, const Value& value) {
    return truth_of(!value.str().empty());
}

Value text_length(Evaluator& e, const Value& value) {
    return Value::of(value.as<Str>().length, e.decisions.derived(value.formula));
}

std::optional<std::vector<Value>> text_items(Evaluator& e, const Value& value, Value*, const Polynomial**) {
    e.decisions.decide_by(value);
    std::vector<Value> items;
    if (!e.count_items(value.str().size())) return std::nullopt;
    for (std::string& each : characters_of(value.str())) items.push_back(e.text(std::move(each)));
    return items;
}

Value text_item(Evaluator& e, const Value& container, const Value& key) {
    e.decisions.decide_by(container);
    const Str& all = container.as<Str>();
    const bool is_plain = all.length == all.text.size();  // a byte each
    if (!is_plain && !e.count_items(all.length)) return Value::none();
    const std::vector<std::string> characters =
        is_plain ? std::vector<std::string>() : characters_of(all.text);
    const auto character = [&](std::size_t at) {
        return is_plain ? std::string_view(all.text).substr(at, 1) : std::string_view(characters[at]);
    };
    if (key.is(Type::Slice)) {
        if (!e.read(container)) return Value::none();
        const auto positions = slice_positions(e, key.as<SliceObject>(), all.length);
        if (!positions) return unknown_slice(e);
        std::string part;
        for (const std::size_t at : *positions) part += character(at);
        return e.text(std::move(part));
    }
    const std::optional<Integer> index = index_of(e, key);
    if (!index)
        return e.raise("TypeError", concat("string indices must be integers, not '", type_name(key), "'"));
    const auto at = position(*index, all.length);
    if (!at) return e.raise("IndexError", "string index out of range");
    return e.text(std::string(character(*at)));
}

Truth text_contains(Evaluator& e, const Value& value, const Value& part) {
    if (!part.is(Type::Str)) {
        e.raise("TypeError", concat("'in <string>' requires string as left operand, not ", type_name(part)));
        return Truth::Unknown;
    }
    if (!e.read(value) || !e.read(part)) return Truth::Unknown;
    return truth_of(find_in(value.str(), part.str()) != std::string::npos);
}

Truth are_equal_texts(Evaluator& e, const Value& left, const Value& right) {
    if (left.str().size() != right.str().size()) return Truth::False;
    return e.read(left) ? truth_of(left.str() == right.str()) : Truth::Unknown;
}

bool text_key(const Value& value, int, std::string& text) {
    append_all(text, "s", value.str().size(), ':', value.str());
    return true;
}

std::string quoted(const std::string& text) {
    const char quote =
        text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\r')
            result += "\\r";
        else if (static_cast<unsigned char>(c) < 32 || c == 127) {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\x%02x", static_cast<unsigned char>(c));
            result += buffer;
        } else
            result += c;
    }
    return result + quote;
}

std::string quoted_text(Evaluator&, const Value& value, int) {
    return quoted(value.str());
}

}  // namespace

const Behaviour kStrBehaviour = {
    .name = "str",
    .truth = has_characters,
    .length = text_length,
    .items = text_items,
    .item = text_item,
    .contains = text_contains,
    .equal = are_equal_texts,
    .key = text_key,
    .represent = quoted_text,
    .methods = &kTextMethods,
};

}  // namespace paramscope::open::python
