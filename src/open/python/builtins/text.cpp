// Builtin functions on text, and the methods of str.
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {
namespace {

Value print(Evaluator& e, const Value&, Arguments& a) {
    const Value* end = a.find("end");
    const Value* separator = a.find("sep");
    std::string line;
    for (std::size_t i = 0; i < a.positional.size(); ++i) {
        if (i > 0) line += separator != nullptr && separator->is(Type::Str) ? separator->str() : " ";
        line += a.positional[i].is_unknown() ? "<unknown>" : to_text(e, a.positional[i]);
        if (e.is_interrupted()) return Value::none();
    }
    write_output(e, line + (end != nullptr && end->is(Type::Str) ? end->str() : "\n"));
    return Value::none();
}

Value representation(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "repr");
    if (a.positional[0].is_unknown()) return a.positional[0];
    return e.text(represent(e, a.positional[0]), e.decisions.derived(a.positional[0].formula));
}

Value format_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || a.positional[0].is_unknown()) return not_evaluated(e, "format");
    const std::string form =
        a.positional.size() > 1 && a.positional[1].is(Type::Str) ? a.positional[1].str() : "";
    const std::optional<std::string> formatted = format(e, a.positional[0], form);
    if (!formatted) return e.is_interrupted() ? Value::none() : e.unknown(message("python.unknown_format"));
    return e.text(*formatted, e.decisions.derived(a.positional[0].formula));
}

Value character(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() < 0 ||
        a.positional[0].whole() > 127)
        return not_evaluated(e, "chr");
    return e.text(std::string(1, static_cast<char>(a.positional[0].whole())));
}

Value code(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str) || a.positional[0].str().size() != 1)
        return not_evaluated(e, "ord");
    return Value::of(static_cast<int>(static_cast<unsigned char>(a.positional[0].str()[0])));
}

using TextFunction = std::string (*)(const std::string&);

template <TextFunction kFunction>
Value change_text(Evaluator& e, const Value& self, Arguments&) {
    return e.text(kFunction(self.str()), self.formula);
}

std::string lower(const std::string& text) {
    return lowercase(text);
}

std::string upper(const std::string& text) {
    std::string result = text;
    for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return result;
}

std::string capitalize(const std::string& text) {
    std::string result = lowercase(text);
    if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
        result[0] = static_cast<char>(result[0] - 32);
    return result;
}

std::string title(const std::string& text) {
    std::string result = lowercase(text);
    bool is_first = true;
    for (char& c : result) {
        if (is_first && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
        is_first = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    }
    return result;
}

template <bool kLeft, bool kRight>
Value strip(Evaluator& e, const Value& self, Arguments& a) {
    std::string characters = " \t\n\r\f\v";
    if (!a.positional.empty() && a.positional[0].is(Type::Str)) characters = a.positional[0].str();
    const std::string& text = self.str();
    std::size_t begin = kLeft ? text.find_first_not_of(characters) : 0;
    if (begin == std::string::npos) begin = text.size();
    std::size_t end = kRight ? text.find_last_not_of(characters) + 1 : text.size();
    return e.text(end > begin ? text.substr(begin, end - begin) : "", self.formula);
}

Value split(Evaluator& e, const Value& self, Arguments& a) {
    const std::string& text = self.str();
    const Value* most = a.get(1, "maxsplit");
    Integer left = most != nullptr && most->is_whole() ? most->whole() : Integer{-1};
    std::vector<Value> parts;
    const Value* separator = a.get(0, "sep");
    if (separator == nullptr || separator->is(Type::None)) {
        if (left >= 0) return not_evaluated(e, "split");
        constexpr std::string_view kSpaces = " \t\n\r\f\v";
        for (std::size_t at = text.find_first_not_of(kSpaces); at != std::string::npos;) {
            const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
            parts.push_back(e.text(text.substr(at, end - at), self.formula));
            at = text.find_first_not_of(kSpaces, end);
        }
        return e.list(std::move(parts));
    }
    if (!separator->is(Type::Str)) return not_evaluated(e, "split");
    if (separator->str().empty()) return e.raise("ValueError", "empty separator");
    std::size_t at = 0;
    while (left-- != 0) {
        const std::size_t end = find_in(text, separator->str(), at);
        if (end == std::string::npos) break;
        parts.push_back(e.text(text.substr(at, end - at), self.formula));
        at = end + separator->str().size();
    }
    parts.push_back(e.text(text.substr(at), self.formula));
    return e.list(std::move(parts));
}

Value split_lines(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> parts;
    const std::string& text = self.str();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        parts.push_back(e.text(text.substr(at, end - at), self.formula));
        at = end + 1;
    }
    return e.list(std::move(parts));
}

Value join(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> items;
    Value result;
    if (a.positional.size() != 1) return not_evaluated(e, "join");
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    std::string all;
    const Polynomial* decided = self.formula;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].is_unknown()) return items[i];
        if (!items[i].is(Type::Str))
            return e.raise("TypeError", concat("sequence item ", i, ": expected str instance, ",
                                               type_name(items[i]), " found"));
        if (i > 0) all += self.str();
        all += items[i].str();
        decided = e.decisions.derived(decided, items[i].formula);
        if (all.size() > kMostCharacters) return e.stop(message("python.too_much_memory"));
    }
    return e.text(std::move(all), decided);
}

Value replace(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Str) || !a.positional[1].is(Type::Str) ||
        a.positional[0].str().empty())
        return not_evaluated(e, "replace");
    const std::string &from = a.positional[0].str(), &to = a.positional[1].str(), &text = self.str();
    std::string result;
    std::size_t at = 0;
    for (std::size_t found; (found = find_in(text, from, at)) != std::string::npos;
         at = found + from.size()) {
        result += text.substr(at, found - at) + to;
        if (result.size() > kMostCharacters) return e.stop(message("python.too_much_memory"));
    }
    return e.text(result + text.substr(at), self.formula);
}

template <bool kAtEnd>
Value has_affix(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "startswith");
    const std::vector<Value> affixes =
        a.positional[0].is(Type::Tuple) ? a.positional[0].items() : a.positional;
    Value value = Value::of(false);
    for (const Value& each : affixes) {
        if (!each.is(Type::Str)) return each.is_unknown() ? each : not_evaluated(e, "startswith");
        value.boolean =
            value.boolean || (kAtEnd ? self.str().ends_with(each.str()) : self.str().starts_with(each.str()));
    }
    value.formula = e.decisions.derived(self.formula);
    return value;
}

Value find_text(Evaluator& e, const Value& self, Arguments& a) {
    const bool has_start = a.positional.size() == 2 && a.positional[1].is_whole() &&
                           a.positional[1].whole() >= 0 && self.as<Str>().length == self.str().size();
    if ((a.positional.size() != 1 && !has_start) || !a.positional[0].is(Type::Str))
        return not_evaluated(e, "find");
    const std::size_t start = has_start ? static_cast<std::size_t>(a.positional[1].whole()) : 0;
    const std::size_t at =
        start > self.str().size() ? std::string::npos : find_in(self.str(), a.positional[0].str(), start);
    return Value::of(at == std::string::npos ? Integer{-1} : static_cast<Integer>(at),
                     e.decisions.derived(self.formula));
}

Value count_text(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str) || a.positional[0].str().empty())
        return not_evaluated(e, "count");
    std::size_t count = 0;
    for (std::size_t at = 0; (at = find_in(self.str(), a.positional[0].str(), at)) != std::string::npos;
         at += a.positional[0].str().size())
        ++count;
    return Value::of(static_cast<Integer>(count), e.decisions.derived(self.formula));
}

/// text.index(part), text.rfind(part): where `part` is.
template <bool kFromEnd, bool kRaises>
Value index_of_text(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str)) return not_evaluated(e, "index");
    const std::string &text = self.str(), &part = a.positional[0].str();
    const bool is_plain = all_of(text, [](char c) { return c >= 0; });
    if (!is_plain) return not_evaluated(e, "index");
    const std::size_t at = kFromEnd ? find_last_in(text, part) : find_in(text, part);
    if (kRaises && at == std::string::npos) return e.raise("ValueError", "substring not found");
    return Value::of(at == std::string::npos ? Integer{-1} : static_cast<Integer>(at),
                     e.decisions.derived(self.formula));
}

/// text.partition(part): what is before it, it, and what is after it.
template <bool kFromEnd>
Value partition(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str) || a.positional[0].str().empty())
        return not_evaluated(e, "partition");
    const std::string &text = self.str(), &part = a.positional[0].str();
    const std::size_t at = kFromEnd ? find_last_in(text, part) : find_in(text, part);
    const auto made = [&](std::string piece) { return e.text(std::move(piece), self.formula); };
    if (at == std::string::npos)
        return kFromEnd ? e.tuple({made(""), made(""), made(text)})
                        : e.tuple({made(text), made(""), made("")});
    return e.tuple({made(text.substr(0, at)), made(part), made(text.substr(at + part.size()))});
}

/// text.rsplit(part, 1).
Value split_from_end(Evaluator& e, const Value& self, Arguments& a) {
    const Value* most = a.get(1, "maxsplit");
    if (most == nullptr) return split(e, self, a);
    const bool is_known = a.get(0, "sep") != nullptr && a.get(0, "sep")->is(Type::Str) &&
                          !a.get(0, "sep")->str().empty() && most->is_whole() && most->whole() >= 0;
    if (!is_known) return not_evaluated(e, "rsplit");
    const std::string &text = self.str(), &part = a.get(0, "sep")->str();
    std::vector<Value> parts;
    std::size_t end = text.size();
    for (Integer left = most->whole(); left > 0; --left) {
        const std::size_t at = end < part.size() ? std::string::npos : text.rfind(part, end - part.size());
        if (at == std::string::npos) break;
        parts.push_back(e.text(text.substr(at + part.size(), end - at - part.size()), self.formula));
        end = at;
    }
    parts.push_back(e.text(text.substr(0, end), self.formula));
    std::reverse(parts.begin(), parts.end());
    return e.list(std::move(parts));
}

template <bool kAtEnd>
Value remove_affix(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str)) return not_evaluated(e, "removeprefix");
    const std::string &text = self.str(), &part = a.positional[0].str();
    const bool has_it = kAtEnd ? text.ends_with(part) : text.starts_with(part);
    if (!has_it) return self;
    const std::size_t size = text.size() - part.size();
    return e.text(kAtEnd ? text.substr(0, size) : text.substr(part.size()), self.formula);
}

/// text.zfill(width): zeros after the sign.
Value fill_with_zeros(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() > 10000)
        return not_evaluated(e, "zfill");
    std::string text = self.str();
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const auto width = static_cast<std::size_t>(std::max<Integer>(a.positional[0].whole(), 0));
    if (text.size() < width) text.insert(sign, width - text.size(), '0');
    return e.text(std::move(text), self.formula);
}

using CharacterTest = bool (*)(char);

/// True for a text that is not empty and whose characters are all of a kind.
template <CharacterTest kTest>
Value is_all(Evaluator& e, const Value& self, Arguments&) {
    const std::string& text = self.str();
    if (any_of(text, [](char c) { return c < 0; })) return not_evaluated(e, "isalpha");
    Value value = Value::of(!text.empty() && all_of(text, kTest));
    value.formula = e.decisions.derived(self.formula);
    return value;
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_alphabetic(char c) {
    return is_lower(c) || is_upper(c);
}

bool is_alphanumeric(char c) {
    return is_alphabetic(c) || is_digit(c);
}

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// True for a text with letters that are all of one case.
template <CharacterTest kCase, CharacterTest kOtherCase>
Value is_of_case(Evaluator& e, const Value& self, Arguments&) {
    const std::string& text = self.str();
    if (any_of(text, [](char c) { return c < 0; })) return not_evaluated(e, "islower");
    Value value = Value::of(any_of(text, kCase) && none_of(text, kOtherCase));
    value.formula = e.decisions.derived(self.formula);
    return value;
}

std::string swap_case(const std::string& text) {
    std::string result = text;
    for (char& c : result) {
        if (is_alphabetic(c)) c = static_cast<char>(c ^ 32);
    }
    return result;
}

Value is_digits(Evaluator& e, const Value& self, Arguments&) {
    const std::string& text = self.str();
    Value value = Value::of(!text.empty() && all_of(text, is_digit));
    value.formula = e.decisions.derived(self.formula);
    return value;
}

Value is_identifier(Evaluator& e, const Value& self, Arguments&) {
    const std::string& text = self.str();
    const bool is_ascii = all_of(text, [](unsigned char c) { return c < 128; });
    if (!is_ascii) return not_evaluated(e, "isidentifier");
    Value value = Value::of(is_name(text));
    value.formula = e.decisions.derived(self.formula);
    return value;
}

Value format_text(Evaluator& e, const Value& self, Arguments& a) {
    return format_method(e, self.str(), a);
}

/// text.center(width, fill), as CPython shares an odd rest.
Value center(Evaluator& e, const Value& self, Arguments& a) {
    const bool is_known = !a.positional.empty() && a.positional[0].is_whole() &&
                          a.positional[0].whole() <= 10000 &&
                          (a.positional.size() == 1 || a.positional[1].is(Type::Str));
    const std::string fill = is_known && a.positional.size() > 1 ? a.positional[1].str() : " ";
    if (!is_known || fill.size() != 1) return not_evaluated(e, "center");
    const std::string& text = self.str();
    const auto width = static_cast<std::size_t>(std::max<Integer>(a.positional[0].whole(), 0));
    if (width <= text.size()) return self;
    const std::size_t pad = width - text.size(), left = pad / 2 + (pad & width & 1);
    return e.text(std::string(left, fill[0]) + text + std::string(pad - left, fill[0]), self.formula);
}

template <char kAlign>
Value justify(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is_whole() || a.positional[0].whole() > 10000)
        return not_evaluated(e, "ljust");
    const bool has_fill = a.positional.size() == 2 && a.positional[1].is(Type::Str);
    if (a.positional.size() > 1 && (!has_fill || a.positional[1].str().size() != 1))
        return not_evaluated(e, "ljust");
    const std::optional<std::string> text =
        format(e, self,
               concat(has_fill ? a.positional[1].str() : "", kAlign,
                      to_string(std::max<Integer>(a.positional[0].whole(), 0))));
    return text ? e.text(*text, self.formula) : not_evaluated(e, "ljust");
}

constexpr BuiltinRow kTextFunctionsRows[] = {
    {"print", print}, {"repr", representation}, {"format", format_function}, {"chr", character},
    {"ord", code},
};

constexpr BuiltinRow kTextMethodsRows[] = {
    {"lower", change_text<lower>},
    {"upper", change_text<upper>},
    {"capitalize", change_text<capitalize>},
    {"title", change_text<title>},
    {"strip", strip<true, true>},
    {"lstrip", strip<true, false>},
    {"rstrip", strip<false, true>},
    {"split", split},
    {"splitlines", split_lines},
    {"join", join},
    {"replace", replace},
    {"startswith", has_affix<false>},
    {"endswith", has_affix<true>},
    {"find", find_text},
    {"count", count_text},
    {"index", index_of_text<false, true>},
    {"rindex", index_of_text<true, true>},
    {"rfind", index_of_text<true, false>},
    {"partition", partition<false>},
    {"rpartition", partition<true>},
    {"rsplit", split_from_end},
    {"removeprefix", remove_affix<false>},
    {"removesuffix", remove_affix<true>},
    {"zfill", fill_with_zeros},
    {"swapcase", change_text<swap_case>},
    {"isalpha", is_all<is_alphabetic>},
    {"isalnum", is_all<is_alphanumeric>},
    {"isspace", is_all<is_blank>},
    {"islower", is_of_case<is_lower, is_upper>},
    {"isupper", is_of_case<is_upper, is_lower>},
    {"isdigit", is_digits},
    {"isidentifier", is_identifier},
    {"isnumeric", is_digits},
    {"format", format_text},
    {"ljust", justify<'<'>},
    {"rjust", justify<'>'>},
    {"center", center},
};

}  // namespace

const std::span<const BuiltinRow> kTextFunctions = kTextFunctionsRows;
const std::span<const BuiltinRow> kTextMethods = kTextMethodsRows;

Value make_str(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return e.text("");
    if (a.positional[0].is_unknown()) return a.positional[0];
    return e.text(to_text(e, a.positional[0]), e.decisions.derived(a.positional[0].formula));
}

}  // namespace paramscope::open::python
