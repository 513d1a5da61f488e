#include "app/document/source_fields.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/characters.h"
#include "base/source.h"

namespace paramscope::app {
namespace {

/// Takes a number and the blank behind it; 0 without a number.
std::uint32_t take_number(std::string_view& words) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), number);
    words.remove_prefix(
        std::min<std::size_t>(static_cast<std::size_t>(end - words.data()) + 1, words.size()));
    return error == std::errc() ? number : 0;
}

/// The name, or the one character, at a place of the source.
Span span_at(std::string_view source, Position position) {
    const std::uint32_t begin = offset_at(source, position);
    std::uint32_t end = begin;
    while (end < source.size() && is_name_part(source[end])) ++end;
    return {begin, std::max(end, begin + 1)};
}

std::optional<Severity> severity_of(std::string_view field) {
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
        if (to_string(severity) == field) return severity;
    }
    return std::nullopt;
}

/// Adds "3 2 depth": the value, the one in the text, the name.
void add_number(std::string_view words, SourceReading& reading) {
    const std::size_t first = words.find(' '), second = words.find(' ', first + 1);
    if (second == std::string_view::npos) return;
    const std::optional<Integer> value = parse_integer(words.substr(0, first));
    const std::optional<Integer> written = parse_integer(words.substr(first + 1, second - first - 1));
    if (value && written)
        reading.numbers.push_back({std::string(words.substr(second + 1)), *value, *written});
}

/// Adds "6 24 :", the change that the last problem proposes: the bytes that it replaces, and words.
void add_fix(std::string_view words, SourceReading& reading) {
    const std::uint32_t begin = take_number(words), end = take_number(words);
    if (!reading.problems.empty())
        reading.fixes.emplace(reading.problems.size() - 1, std::pair(Span{begin, end}, std::string(words)));
}

/// Adds "12 layers.0.fc".
void add_line(std::string_view words, SourceReading& reading) {
    const std::uint32_t line = take_number(words);
    if (line > 0) reading.lines.emplace(words, line);
}

}  // namespace

SourceReading source_reading(const platform::Fields& fields) {
    SourceReading reading;
    for (const auto& [name, value] : fields) {
        if (name == "source") reading.request.source = value;
        if (name == "build") reading.request.build = value;
        if (name == "input") reading.request.input = value;
        if (name == "text") reading.model_text = value;
        if (name == "built") reading.built = value;
        if (name == "class") reading.classes.push_back(value);
        if (name == "number") add_number(value, reading);
        if (name == "line") add_line(value, reading);
        if (name == "assumption") reading.assumptions.push_back(value);
        if (name == "fix") add_fix(value, reading);
        const std::optional<Severity> severity = severity_of(name);
        if (!severity) continue;
        std::string_view words = value;
        const std::uint32_t line = take_number(words), column = take_number(words);
        const Span span = line > 0 ? span_at(reading.request.source, {line, column}) : Span{};
        reading.problems.push_back({*severity, std::string(words), span});
    }
    return reading;
}

}  // namespace paramscope::app
