// Formats values as format(), % and str.format() do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/characters.h"
#include "base/concat.h"
#include "open/python/state/evaluator.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {
namespace {

std::size_t length_of(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

/// Python's format specification: [[fill]align][sign][#][0][width][,][.precision][type].
struct Specification {
    std::string fill = " ";
    char align = 0, sign = '-', grouping = 0, type = 0;
    bool is_alternate = false;
    std::size_t width = 0;
    int precision = -1;
};

std::optional<Specification> read_specification(std::string_view text) {
    Specification found;
    const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
    if (text.size() > 1 && is_align(text[1])) {
        found.fill = text[0];
        found.align = text[1];
        text.remove_prefix(2);
    } else if (!text.empty() && is_align(text[0])) {
        found.align = text[0];
        text.remove_prefix(1);
    }
    if (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == ' ')) {
        found.sign = text[0];
        text.remove_prefix(1);
    }
    if (!text.empty() && text[0] == '#') {
        found.is_alternate = true;
        text.remove_prefix(1);
    }
    if (!text.empty() && text[0] == '0') {
        if (found.align == 0) {
            found.fill = "0";
            found.align = '=';
        }
        text.remove_prefix(1);
    }
    const auto number = [&](std::size_t* into) {
        while (!text.empty() && is_digit(text[0])) {
            *into = *into * 10 + static_cast<std::size_t>(text[0] - '0');
            if (*into > 10000) return false;
            text.remove_prefix(1);
        }
        return true;
    };
    if (!number(&found.width)) return std::nullopt;
    if (!text.empty() && (text[0] == ',' || text[0] == '_')) {
        found.grouping = text[0];
        text.remove_prefix(1);
    }
    if (!text.empty() && text[0] == '.') {
        text.remove_prefix(1);
        std::size_t precision = 0;
        if (!number(&precision)) return std::nullopt;
        found.precision = static_cast<int>(std::min<std::size_t>(precision, 200));
    }
    if (!text.empty()) {
        found.type = text[0];
        text.remove_prefix(1);
    }
    return text.empty() ? std::optional(found) : std::nullopt;
}

std::string grouped(std::string digits, char separator) {
    const std::size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
    for (std::size_t at = end; at > 3; at -= 3) digits.insert(at - 3, 1, separator);
    return digits;
}

std::string padded(std::string body, std::string sign, const Specification& form, char usual) {
    const std::size_t length = length_of(body) + sign.size();
    if (length >= form.width) return sign + body;
    const std::size_t missing = form.width - length;
    const auto fill = [&](std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += form.fill;
        return all;
    };
    switch (form.align != 0 ? form.align : usual) {
        case '<':
            return sign + body + fill(missing);
        case '^':
            return fill(missing / 2) + sign + body + fill(missing - missing / 2);
        case '=':
            return sign + fill(missing) + body;
        default:
            return fill(missing) + sign + body;
    }
}

std::string in_base(Integer value, int base, bool is_upper) {
    std::string digits;
    do {
        const int digit = static_cast<int>(value % base);
        digits.insert(digits.begin(),
                      static_cast<char>(digit < 10 ? '0' + digit : (is_upper ? 'A' : 'a') + digit - 10));
        value /= base;
    } while (value > 0);
    return digits;
}

std::string printed_float(double value, const Specification& form) {
    char buffer[512];
    const char type = form.type == '%' ? 'f' : form.type == 'n' ? 'g' : form.type;
    const int precision = form.precision < 0 ? 6 : form.precision;
    const char pattern[] = {'%', '.', '*', type, '\0'};
    std::snprintf(buffer, sizeof buffer, pattern, precision, form.type == '%' ? value * 100 : value);
    return form.type == '%' ? std::string(buffer) + '%' : buffer;
}

}  // namespace

namespace {

/// Raises the exception of a format code that the type does not have.
std::nullopt_t refuse_code(Evaluator& e, char code, std::string_view type) {
    e.raise("ValueError", concat("Unknown format code '", code, "' for object of type '", type, "'"));
    return std::nullopt;
}

std::optional<std::string> formatted_text(Evaluator& e, std::string text, const Specification& form) {
    if (form.type != 0 && form.type != 's') return refuse_code(e, form.type, "str");
    const auto most = static_cast<std::size_t>(std::max(form.precision, 0));
    if (form.precision >= 0 && text.size() > most) text.resize(most);
    return padded(std::move(text), "", form, '<');
}

/// The digits of a whole number that is not negative.
std::optional<std::string> whole_digits(Evaluator& e, Integer magnitude, const Specification& form) {
    if (form.type == 'c' || form.precision >= 0) return std::nullopt;
    const std::string prefix = form.is_alternate ? concat("0", form.type) : "";
    switch (form.type) {
        case 'x':
        case 'X':
            return prefix + in_base(magnitude, 16, form.type == 'X');
        case 'b':
            return prefix + in_base(magnitude, 2, false);
        case 'o':
            return prefix + in_base(magnitude, 8, false);
        case 0:
        case 'd':
        case 'n':
            return to_string(magnitude);
        default:
            return refuse_code(e, form.type, "int");
    }
}

bool is_float_code(char code) {
    return code != 0 && std::string_view("eEfFgG%").find(code) != std::string_view::npos;
}

/// The digits of a float that is not negative.
std::optional<std::string> float_digits(Evaluator& e, double magnitude, const Specification& form) {
    if (!std::isfinite(magnitude)) return std::nullopt;
    if (form.type == 0 && form.precision < 0) return float_text(magnitude);
    if (form.type == 0 || form.is_alternate) return std::nullopt;
    if (!is_float_code(form.type) && form.type != 'n') return refuse_code(e, form.type, "float");
    return printed_float(magnitude, form);
}

}  // namespace

std::optional<std::string> format(Evaluator& e, const Value& value, std::string_view specification) {
    if (value.is_unknown()) return std::nullopt;
    if (specification.empty()) return to_text(e, value);
    const bool has_no_forms = value.is(Type::List) || value.is(Type::Tuple) || value.is(Type::Dict) ||
                              value.is(Type::Set) || value.is(Type::None);
    if (has_no_forms) {
        e.raise("TypeError", concat("unsupported format string passed to ", type_name(value), ".__format__"));
        return std::nullopt;
    }
    const std::optional<Specification> form = read_specification(specification);
    if (!form) return std::nullopt;
    if (value.is(Type::Str)) return formatted_text(e, value.str(), *form);
    if (!value.is_number() || (form->type == 0 && value.is(Type::Bool))) return std::nullopt;
    const bool is_negative = value.is(Type::Float) ? std::signbit(value.real) : value.whole() < 0;
    const std::string sign = is_negative ? "-" : form->sign == '-' ? "" : std::string(1, form->sign);
    const bool is_whole = value.is_whole() && !is_float_code(form->type);
    std::optional<std::string> digits =
        is_whole ? whole_digits(e, is_negative ? -value.whole() : value.whole(), *form)
                 : float_digits(e, std::fabs(value.number()), *form);
    if (!digits) return std::nullopt;
    if (form->grouping != 0) {
        if (form->fill == "0" && form->align == '=') return std::nullopt;
        digits = grouped(std::move(*digits), form->grouping);
    }
    return padded(std::move(*digits), sign, *form, '>');
}

/// The value that `%` and the code `type` format, and the specification that format() needs for it.
static Value percent_value(Evaluator& e, const Value& value, char type, std::string* form) {
    if (type == 's' || type == 'r') {
        if (!form->empty() && (*form)[0] != '<' && (*form)[0] != '.') *form = ">" + *form;
        return e.text(type == 's' ? to_text(e, value) : represent(e, value));
    }
    if (type == 'd' || type == 'i') {
        if (!value.is_number())
            return e.raise("TypeError",
                           concat("%", type, " format: a real number is required, not ", type_name(value)));
        if (form->find('.') != std::string::npos) return e.unknown(message("python.unknown_format"));
        *form += 'd';
        return to_integer(e, value);
    }
    if ((type == 'x' || type == 'X') && !value.is_whole())
        return e.raise("TypeError",
                       concat("%", type, " format: an integer is required, not ", type_name(value)));
    if (std::string_view("fFeEgGxX").find(type) == std::string_view::npos)
        return e.unknown(message("python.unknown_format"));
    *form += type;
    return value;
}

Value format_percent(Evaluator& e, const std::string& pattern, const Value& values) {
    const std::vector<Value> list = values.is(Type::Tuple) ? values.items() : std::vector<Value>{values};
    constexpr std::string_view kFlags = "0123456789.-+# ";
    std::string result;
    const Polynomial* decided = nullptr;
    std::size_t next = 0;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '%') {
            result += pattern[at];
            continue;
        }
        if (++at >= pattern.size()) return e.raise("ValueError", "incomplete format");
        if (pattern[at] == '%') {
            result += '%';
            continue;
        }
        if (pattern[at] == '(') return e.unknown(message("python.unknown_format"));
        std::string form;
        for (; at < pattern.size() && kFlags.find(pattern[at]) != std::string_view::npos; ++at)
            form.insert(pattern[at] == '-' ? 0 : form.size(), 1, pattern[at] == '-' ? '<' : pattern[at]);
        if (at >= pattern.size()) return e.raise("ValueError", "incomplete format");
        if (next >= list.size()) return e.raise("TypeError", "not enough arguments for format string");
        const Value& given = list[next++];
        if (given.is_unknown()) return given;
        decided = e.decisions.derived(decided, given.formula);
        const Value value = percent_value(e, given, pattern[at], &form);
        if (e.is_interrupted() || value.is_unknown()) return value;
        const std::optional<std::string> formatted = format(e, value, form);
        if (e.is_interrupted()) return value;
        if (!formatted) return e.unknown(message("python.unknown_format"));
        result += *formatted;
    }
    if (next < list.size() && !values.is(Type::Dict))
        return e.raise("TypeError", "not all arguments converted during string formatting");
    return e.text(std::move(result), decided);
}

Value format_method(Evaluator& e, const std::string& pattern, python::Arguments& arguments) {
    std::string result;
    const Polynomial* decided = nullptr;
    std::size_t next = 0;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char c = pattern[at];
        const bool is_double = at + 1 < pattern.size() && pattern[at + 1] == c;
        if (c == '}' && !is_double) return e.raise("ValueError", "Single '}' encountered in format string");
        if ((c == '{' || c == '}') && is_double) {
            result += c;
            ++at;
            continue;
        }
        if (c != '{') {
            result += c;
            continue;
        }
        const std::size_t end = pattern.find('}', at);
        if (end == std::string::npos) return e.raise("ValueError", "expected '}' before end of string");
        const std::string_view field = std::string_view(pattern).substr(at + 1, end - at - 1);
        if (field.find_first_of("{[!.") < field.find(':')) return e.unknown(message("python.unknown_format"));
        if (field.find('{') != std::string_view::npos) return e.unknown(message("python.unknown_format"));
        const std::size_t colon = field.find(':');
        const std::string_view name = field.substr(0, colon);
        const Value* value = nullptr;
        if (name.empty()) {
            if (next < arguments.positional.size()) value = &arguments.positional[next++];
        } else if (is_digit(name[0])) {
            const std::size_t index = static_cast<std::size_t>(std::atoi(std::string(name).c_str()));
            if (index < arguments.positional.size()) value = &arguments.positional[index];
        } else {
            value = arguments.find(name);
            if (value == nullptr) return e.raise("KeyError", concat("'", name, "'"));
        }
        if (value == nullptr)
            return e.raise("IndexError", "Replacement index out of range for positional args tuple");
        if (value->is_unknown()) return *value;
        decided = e.decisions.derived(decided, value->formula);
        const std::optional<std::string> formatted =
            format(e, *value, colon == std::string_view::npos ? std::string_view() : field.substr(colon + 1));
        if (e.is_interrupted()) return *value;
        if (!formatted) return e.unknown(message("python.unknown_format"));
        result += *formatted;
        at = end;
    }
    return e.text(std::move(result), decided);
}

}  // namespace paramscope::open::python
