// Reads string literals and f-strings, and writes str() and repr() of values.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/characters.h"
#include "base/concat.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {

static Value interpolation(Evaluator& e, const Node& node);
static Value format_specifier(Evaluator& e, const Node& node);
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

namespace {

/// The letters before a string's quotes in lower case: "rb", "f".
std::string prefix_of(std::string_view start) {
    std::string prefix;
    for (const char c : start) {
        if (c != '"' && c != '\'') prefix += static_cast<char>(c | 0x20);
    }
    return prefix;
}

/// A part of an f-string between its values: `{{` means `{`.
std::string without_double_braces(std::string_view part) {
    std::string text;
    for (std::size_t i = 0; i < part.size(); ++i) {
        text += part[i];
        const bool is_brace = part[i] == '{' || part[i] == '}';
        if (is_brace && i + 1 < part.size() && part[i + 1] == part[i]) ++i;
    }
    return text;
}

/// The characters of a string's content; nullopt where an escape sequence is not known.
std::optional<std::string> content_text(const Node& content, std::string_view prefix) {
    const bool is_raw = prefix.find('r') != std::string_view::npos;
    const bool is_format = prefix.find('f') != std::string_view::npos;
    std::string all;
    std::size_t at = content.span.begin;
    const auto add = [&](std::size_t end) {
        const std::string_view part = content.text.substr(at - content.span.begin, end - at);
        all += is_format ? without_double_braces(part) : std::string(part);
    };
    for (const Node* inner : content.children) {
        if (inner->kind != Kind::EscapeSequence) continue;
        add(inner->span.begin);
        at = inner->span.end;
        const std::optional<std::string> meaning = is_raw ? std::string(inner->text) : unescape(inner->text);
        if (!meaning) return std::nullopt;
        all += *meaning;
    }
    add(content.span.end);
    return all;
}

/// What `{x = :>5}` writes before the value: "x = "; "" for `{x}`.
std::string_view written_expression(const Node& interpolation, const Node& expression) {
    const std::string_view all = interpolation.text;
    const std::size_t sign = all.find_first_not_of(" \t\n", expression.span.end - interpolation.span.begin);
    if (sign >= all.size() || all[sign] != '=') return {};
    return all.substr(1, std::min(all.find_first_not_of(" \t\n", sign + 1), all.size()) - 1);
}

}  // namespace

std::size_t find_in(std::string_view text, std::string_view part, std::size_t begin) {
    if (begin > text.size()) return std::string_view::npos;
    if (part.empty()) return begin;
    const void* found = memmem(text.data() + begin, text.size() - begin, part.data(), part.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::size_t find_last_in(std::string_view text, std::string_view part) {
    const std::string turned(text.rbegin(), text.rend());
    const std::size_t at = find_in(turned, std::string(part.rbegin(), part.rend()));
    return at == std::string_view::npos ? at : text.size() - at - part.size();
}

std::vector<std::string> characters_of(const std::string& text) {
    std::vector<std::string> characters;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
        characters.push_back(text.substr(at, end - at));
        at = end;
    }
    return characters;
}

Value string_literal(Evaluator& e, const Node& node) {
    std::string prefix, all;
    const Polynomial* decided = nullptr;
    for (const Node* child : node.children) {
        if (child->kind == Kind::StringStart) {
            prefix = prefix_of(child->text);
            if (prefix.find('b') != std::string::npos)
                return e.unknown(message("python.unknown_syntax", {{"kind", "bytes"}}));
            continue;
        }
        if (child->kind == Kind::StringContent) {
            const std::optional<std::string> content = content_text(*child, prefix);
            if (!content) return e.unknown(message("python.unknown_format"));
            all += *content;
        } else if (child->kind == Kind::Interpolation) {
            const Value part = interpolation(e, *child);
            if (e.is_interrupted() || part.is_unknown()) return part;
            all += part.str();
            decided = e.decisions.derived(decided, part.formula);
        }
    }
    return e.text(std::move(all), decided);
}

/// `{expression!r:specification}` of an f-string.
static Value interpolation(Evaluator& e, const Node& node) {
    const Node* expression = node.child(Field::Expression);
    if (expression == nullptr) return e.unknown(message("python.unknown_format"));
    const Value value = evaluate(e, *expression);
    if (e.is_interrupted() || value.is_unknown()) return value;
    std::string form;
    if (const Node* specifier = node.child(Field::FormatSpecifier)) {
        const Value written = format_specifier(e, *specifier);
        if (e.is_interrupted() || written.is_unknown()) return written;
        form = written.str();
    }
    const Node* conversion = node.child(Field::TypeConversion);
    const std::string_view written = written_expression(node, *expression);
    const bool is_represented =
        conversion != nullptr ? conversion->text == "!r" : !written.empty() && form.empty();
    Value shown = value;
    if (conversion != nullptr || is_represented)
        shown = e.text(is_represented ? represent(e, value) : to_text(e, value));
    const std::optional<std::string> formatted = format(e, shown, form);
    if (e.is_interrupted()) return value;
    if (!formatted) return e.unknown(message("python.unknown_format"));
    return e.text(std::string(written) + *formatted, value.formula);
}

/// The part after the colon, with the values of `{width}` in it.
static Value format_specifier(Evaluator& e, const Node& node) {
    std::string form;
    std::size_t at = node.span.begin + 1;
    for (const Node* part : node.children) {
        const Node* expression = part->child(Field::Expression);
        if (expression == nullptr) return e.unknown(message("python.unknown_format"));
        form += node.text.substr(at - node.span.begin, part->span.begin - at);
        const Value width = evaluate(e, *expression);
        if (e.is_interrupted() || width.is_unknown()) return width;
        form += to_text(e, width);
        at = part->span.end;
    }
    return e.text(form + std::string(node.text.substr(at - node.span.begin)));
}

std::string to_text(Evaluator& e, const Value& value) {
    if (value.is(Type::Str)) return value.str();
    if (value.is(Type::Instance)) {
        if (value.instance().cls->is_exception) {
            const Value* args = value.instance().attributes.find("args");
            if (args == nullptr || !args->is(Type::Tuple) || args->items().empty()) return "";
            if (value.instance().cls->name == "KeyError" && args->items().size() == 1)
                return represent(e, args->items()[0]);
            return args->items().size() == 1 ? to_text(e, args->items()[0]) : represent(e, *args);
        }
        if (value.instance().cls->find("__str__") != nullptr) {
            const Value text = call_method(e, value, "__str__");
            return text.is(Type::Str) ? text.str() : "";
        }
    }
    return represent(e, value);
}

std::string represent(Evaluator& e, const Value& value, int depth) {
    constexpr int kDeepestShown = 30;
    if (depth > kDeepestShown || !e.step()) return "...";
    const auto represent = behaviour_of(value).represent;
    return represent != nullptr ? represent(e, value, depth) : concat("<", type_name(value), ">");
}

std::string represent_items(Evaluator& e, const std::vector<Value>& items, int depth, std::string_view open,
                            std::string_view close) {
    std::string text(open);
    for (std::size_t i = 0; i < items.size() && text.size() < kMostOutput; ++i) {
        if (i > 0) text += ", ";
        text += represent(e, items[i], depth + 1);
    }
    return text += close;
}

void write_output(Evaluator& e, const std::string& line) {
    if (e.findings.output.size() < kMostOutput) e.findings.output += line;
}

}  // namespace paramscope::open::python
