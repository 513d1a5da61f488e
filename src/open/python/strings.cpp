// Reads string literals and f-strings, and writes str() and repr() of values.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/characters.h"
#include "base/concat.h"
#include "open/python/evaluator.h"
#include "open/python/strings.h"

namespace paramscope::open::python {
namespace {

void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

/// The characters that an escape sequence means; nullopt for one that is not read (\N{...}).
std::optional<std::string> unescape(std::string_view escape) {
    constexpr std::string_view kLetters = "abfnrtv\\'\"", kMeanings = "\a\b\f\n\r\t\v\\'\"";
    if (escape.size() < 2) return std::string(escape);
    const char letter = escape[1];
    if (letter == '\n') return "";
    const std::size_t at = kLetters.find(letter);
    if (at != std::string_view::npos) return std::string(1, kMeanings[at]);
    std::string text;
    int base = 0;
    std::string_view digits = escape.substr(2);
    if (letter == 'x' || letter == 'u' || letter == 'U')
        base = 16;
    else if (letter >= '0' && letter <= '7') {
        base = 8;
        digits = escape.substr(1);
    } else if (letter == 'N')
        return std::nullopt;
    else
        return std::string(escape);
    std::uint32_t code = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    append_utf8(text, code);
    return text;
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

}  // namespace

std::string float_text(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    // The C++ library of emcc 3.1.6 has no to_chars() for doubles.
    char buffer[64];
    int digits = 1;
    for (; digits < 17; ++digits) {
        std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
        if (std::strtod(buffer, nullptr) == value) break;
    }
    std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
    std::string text(buffer);
    const std::size_t e = text.find('e');
    const int exponent = std::atoi(text.c_str() + e + 1);
    if (exponent < -4 || exponent >= 16) return text;
    std::snprintf(buffer, sizeof buffer, "%.*f", std::max(digits - 1 - exponent, 0), value);
    text = buffer;
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

Value Evaluator::string_literal(const Node& node) {
    std::string prefix;
    std::string all;
    const Polynomial* decided = nullptr;
    for (const Node* child : node.children) {
        switch (child->kind) {
            case Kind::StringStart:
                for (const char c : child->text) {
                    if (c != '"' && c != '\'') prefix += static_cast<char>(c | 0x20);
                }
                if (prefix.find('b') != std::string::npos)
                    return unknown(message("python.unknown_syntax", {{"kind", "bytes"}}));
                break;
            case Kind::StringContent: {
                std::size_t at = child->span.begin;
                const auto add = [&](std::size_t end) {
                    std::string_view part = child->text.substr(at - child->span.begin, end - at);
                    if (prefix.find('f') == std::string::npos) {
                        all += part;
                        return;
                    }
                    for (std::size_t i = 0; i < part.size(); ++i) {
                        all += part[i];
                        if ((part[i] == '{' || part[i] == '}') && i + 1 < part.size() &&
                            part[i + 1] == part[i])
                            ++i;
                    }
                };
                for (const Node* inner : child->children) {
                    if (inner->kind != Kind::EscapeSequence) continue;
                    add(inner->span.begin);
                    at = inner->span.end;
                    if (prefix.find('r') != std::string::npos) {
                        all += inner->text;
                        continue;
                    }
                    const std::optional<std::string> meaning = unescape(inner->text);
                    if (!meaning) return unknown(message("python.unknown_format"));
                    all += *meaning;
                }
                add(child->span.end);
                break;
            }
            case Kind::Interpolation: {
                const Node* inner = child->child(Field::Expression);
                if (inner == nullptr) return unknown(message("python.unknown_format"));
                const Value value = evaluate(*inner);
                if (is_interrupted()) return value;
                if (value.is_unknown()) return value;
                decided = derived(decided, value.formula);
                std::string form;
                if (const Node* specification = child->child(Field::FormatSpecifier)) {
                    form = specification->text.substr(1);
                    if (!specification->children.empty()) {
                        form.clear();
                        std::size_t at = specification->span.begin + 1;
                        for (const Node* part : specification->children) {
                            const Node* expression = part->child(Field::Expression);
                            if (expression == nullptr) return unknown(message("python.unknown_format"));
                            form += specification->text.substr(at - specification->span.begin,
                                                               part->span.begin - at);
                            const Value width = evaluate(*expression);
                            if (is_interrupted()) return width;
                            form += to_text(width);
                            at = part->span.end;
                        }
                        form += specification->text.substr(at - specification->span.begin);
                    }
                }
                if (child->text.find('=') != std::string_view::npos &&
                    inner->text.find('=') == std::string_view::npos &&
                    child->text.substr(0, child->text.find_last_of(":!}")).ends_with("="))
                    return unknown(message("python.unknown_format"));
                const Node* conversion = child->child(Field::TypeConversion);
                Value shown = value;
                if (conversion != nullptr)
                    shown = text(conversion->text == "!r" ? represent(value) : to_text(value));
                const std::optional<std::string> formatted = format(shown, form);
                if (is_interrupted()) return value;
                if (!formatted) return unknown(message("python.unknown_format"));
                all += *formatted;
                break;
            }
            default:
                break;
        }
    }
    return text(std::move(all), decided);
}

std::string Evaluator::to_text(const Value& value) {
    if (value.is(Type::Str)) return value.str();
    if (value.is(Type::Instance)) {
        if (value.instance().cls->is_exception) {
            const Value* args = value.instance().attributes.find("args");
            if (args == nullptr || !args->is(Type::Tuple) || args->items().empty()) return "";
            if (value.instance().cls->name == "KeyError" && args->items().size() == 1)
                return represent(args->items()[0]);
            return args->items().size() == 1 ? to_text(args->items()[0]) : represent(*args);
        }
        if (value.instance().cls->find("__str__") != nullptr) {
            const Value text = call_method(value, "__str__");
            return text.is(Type::Str) ? text.str() : "";
        }
    }
    return represent(value);
}

std::string Evaluator::represent(const Value& value, int depth) {
    constexpr int kDeepestShown = 30;
    if (depth > kDeepestShown || !step()) return "...";
    const auto list_of = [&](const std::vector<Value>& items, std::string_view open, std::string_view close) {
        std::string text(open);
        for (std::size_t i = 0; i < items.size() && text.size() < kMostOutput; ++i) {
            if (i > 0) text += ", ";
            text += represent(items[i], depth + 1);
        }
        return text += close;
    };
    switch (value.type) {
        case Type::None:
            return "None";
        case Type::Ellipsis:
            return "Ellipsis";
        case Type::Bool:
            return value.boolean ? "True" : "False";
        case Type::Int:
            return to_string(value.integer);
        case Type::Float:
            return float_text(value.real);
        case Type::Str:
            return quoted(value.str());
        case Type::List:
            return list_of(value.items(), "[", "]");
        case Type::Tuple:
            return list_of(value.items(), "(", value.items().size() == 1 ? ",)" : ")");
        case Type::Dict:
        case Type::Set: {
            const Dict& dict = value.as<Dict>();
            if (value.is(Type::Set) && dict.size == 0) return "set()";
            std::string text = "{";
            for (const Dict::Entry& entry : dict.entries) {
                if (entry.is_removed || text.size() > kMostOutput) continue;
                if (text.size() > 1) text += ", ";
                text += represent(entry.key, depth + 1);
                if (value.is(Type::Dict)) text += concat(": ", represent(entry.value, depth + 1));
            }
            return text + "}";
        }
        case Type::Range: {
            const RangeObject& range = value.as<RangeObject>();
            std::string text =
                concat("range(", to_string(range.start.integer), ", ", to_string(range.stop.integer));
            if (range.step.integer != 1) text += concat(", ", to_string(range.step.integer));
            return text + ")";
        }
        case Type::Class:
            return concat("<class '", value.cls().name, "'>");
        case Type::Opaque:
            return value.as<OpaqueObject>().name;
        case Type::Instance: {
            InstanceObject& instance = value.instance();
            if (instance.cls->find("__repr__") != nullptr) {
                const Value text = call_method(value, "__repr__");
                return text.is(Type::Str) ? text.str() : "";
            }
            if (instance.cls->is_exception) {
                const Value* args = instance.attributes.find("args");
                const std::string inner = args == nullptr ? "()" : represent(*args, depth + 1);
                return instance.cls->name +
                       (inner.ends_with(",)") ? inner.substr(0, inner.size() - 2) + ")" : inner);
            }
            if (instance.cls->is_dataclass) {
                std::string text = instance.cls->name + "(";
                for (std::size_t i = 0; i < instance.cls->fields.size(); ++i) {
                    const Value* field = instance.attributes.find(instance.cls->fields[i]);
                    text += concat(i > 0 ? ", " : "", instance.cls->fields[i], "=",
                                   field != nullptr ? represent(*field, depth + 1) : "?");
                }
                return text + ")";
            }
            return concat("<", instance.cls->name, " object>");
        }
        default:
            return concat("<", type_name(value), ">");
    }
}

void Evaluator::print(const std::string& line) {
    if (output_.size() < kMostOutput) output_ += line;
}

}  // namespace paramscope::open::python
