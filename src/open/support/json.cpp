#include "open/support/json.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>

#include "base/ranges.h"
#include "open/support/json_error.h"
#include "open/support/messages.h"

namespace paramscope::open {

using Kind = JsonValue::Kind;
using Stream = rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream>;

/// Builds the nodes from RapidJSON's events, which come when a value has been read: it ends at the stream's
/// position and begins at the first character after `consumed` that is no space, comma or colon.
struct JsonBuilder {
    JsonBuilder(JsonDocument& target, const Stream& stream)
        : document(target), input(stream), consumed(position()) {}

    bool Null() { return add(Kind::Null); }
    bool Bool(bool) { return add(Kind::Boolean); }
    bool Int(int) { return add(Kind::Number); }
    bool Uint(unsigned) { return add(Kind::Number); }
    bool Int64(std::int64_t) { return add(Kind::Number); }
    bool Uint64(std::uint64_t) { return add(Kind::Number); }
    bool Double(double) { return add(Kind::Number); }
    bool RawNumber(const char*, rapidjson::SizeType, bool) { return add(Kind::Number); }
    bool String(const char*, rapidjson::SizeType, bool) { return add(Kind::String); }
    bool Key(const char*, rapidjson::SizeType, bool) { return add(Kind::String, true); }
    bool StartObject() { return open(Kind::Object); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool StartArray() { return open(Kind::Array); }
    bool EndArray(rapidjson::SizeType) { return close(); }

    bool add(Kind kind, bool is_key = false) {
        while (consumed < position() &&
               std::string_view(" \t\r\n,:").find(document.text_[consumed]) != std::string_view::npos)
            ++consumed;
        const bool in_object =
            !is_key && !containers.empty() && document.nodes_[containers.back()].kind == Kind::Object;
        const auto next = static_cast<std::uint32_t>(document.nodes_.size() + 1);
        document.nodes_.push_back({consumed, position(), next, kind, in_object});
        consumed = position();
        return true;
    }

    /// The event of an opening bracket comes before the stream moves past it.
    bool open(Kind kind) {
        add(kind);
        ++consumed;
        containers.push_back(static_cast<std::uint32_t>(document.nodes_.size() - 1));
        return containers.size() <= kDeepestJson;
    }

    bool close() {
        JsonDocument::Node& node = document.nodes_[containers.back()];
        node.end = consumed = position() + 1;
        node.next = static_cast<std::uint32_t>(document.nodes_.size());
        containers.pop_back();
        return true;
    }

    std::uint32_t position() const { return static_cast<std::uint32_t>(input.Tell()); }

    JsonDocument& document;
    const Stream& input;
    std::uint32_t consumed;
    std::vector<std::uint32_t> containers;
};

std::optional<Rational> parse_decimal(std::string_view text) {
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    std::string digits(text.substr(0, mark));
    std::string_view exponent = text.substr(std::min(mark + 1, text.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::optional<Integer> power = exponent.empty() ? Integer{0} : parse_integer(exponent);
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        const auto places = static_cast<Integer>(digits.size() - point - 1);
        if (power) power = checked_subtract(*power, places);
        digits.erase(point, 1);
    }
    const std::optional<Integer> mantissa = parse_integer(digits);
    if (!mantissa || !power || magnitude(*power) > 60) return std::nullopt;
    const std::optional<Rational> scale = checked_power(Rational(10), *power);
    return scale ? checked_multiply(*mantissa, *scale) : std::nullopt;
}

Message json_syntax_error(rapidjson::ParseErrorCode code) {
    switch (code) {
        case rapidjson::kParseErrorDocumentEmpty:
            return message("json.empty");
        case rapidjson::kParseErrorDocumentRootNotSingular:
            return message("json.trailing_text");
        case rapidjson::kParseErrorObjectMissName:
            return message("json.name");
        case rapidjson::kParseErrorObjectMissColon:
            return message("json.colon");
        case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
            return message("json.comma_or_brace");
        case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
            return message("json.comma_or_bracket");
        case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
        case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
        case rapidjson::kParseErrorStringEscapeInvalid:
            return message("json.unknown_escape");
        case rapidjson::kParseErrorStringMissQuotationMark:
            return message("json.unclosed_string");
        case rapidjson::kParseErrorStringInvalidEncoding:
            return message("json.string_encoding");
        case rapidjson::kParseErrorNumberTooBig:
            return message("json.number_too_large");
        case rapidjson::kParseErrorNumberMissFraction:
            return message("json.fraction");
        case rapidjson::kParseErrorNumberMissExponent:
            return message("json.exponent");
        case rapidjson::kParseErrorTermination:
            return message("json.too_deep");
        default:
            return message("json.value");
    }
}

namespace {

Error error_at(std::string_view text, std::size_t offset, rapidjson::ParseErrorCode code) {
    const bool is_end = offset >= text.size();
    const auto begin = static_cast<std::uint32_t>(std::min(offset, text.size()));
    Message problem = json_syntax_error(code);
    if (is_end && !text.empty()) problem = message("json.ends_early", {{"problem", std::move(problem)}});
    return {ErrorCode::Syntax, std::move(problem), {begin, begin + (is_end ? 0u : 1u)}};
}

constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                            rapidjson::kParseNanAndInfFlag | rapidjson::kParseValidateEncodingFlag;

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text) {
    if (text.size() > kLargestJson)
        return Error{ErrorCode::TooComplex, message("json.too_large", {{"most", kLargestJson >> 20}}), {}};
    JsonDocument document;
    document.text_ = text;
    rapidjson::MemoryStream bytes(text.data(), text.size());
    Stream stream(bytes);  // skips a byte order mark
    JsonBuilder builder(document, stream);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
    if (result.IsError()) return error_at(text, result.Offset(), result.Code());
    // RapidJSON takes a NUL for the end of the text.
    const std::size_t rest = text.find_first_not_of(" \t\r\n", document.nodes_.front().end);
    if (rest != std::string_view::npos)
        return error_at(text, rest, rapidjson::kParseErrorDocumentRootNotSingular);
    return document;
}

Kind JsonValue::kind() const {
    return document_ == nullptr ? Kind::Missing : document_->nodes_[index_].kind;
}

Span JsonValue::span() const {
    if (document_ == nullptr) return {};
    return {document_->nodes_[index_].begin, document_->nodes_[index_].end};
}

std::string_view JsonValue::source() const {
    return document_ == nullptr ? std::string_view{}
                                : document_->text_.substr(span().begin, span().end - span().begin);
}

std::optional<bool> JsonValue::boolean() const {
    if (kind() != Kind::Boolean) return std::nullopt;
    return source() == "true";
}

std::optional<Integer> JsonValue::integer() const {
    const auto number = kind() == Kind::Number ? parse_decimal(source()) : std::nullopt;
    return number && number->is_integer() ? std::optional(number->numerator()) : std::nullopt;
}

namespace {

/// Keeps the decoded characters of one string.
struct TextHandler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TextHandler> {
    bool String(const char* characters, rapidjson::SizeType length, bool) {
        text.assign(characters, length);
        return true;
    }
    std::string text;
};

std::string resolve_escapes(std::string_view quoted) {
    rapidjson::MemoryStream bytes(quoted.data(), quoted.size());
    TextHandler handler;
    rapidjson::Reader reader;
    reader.Parse<rapidjson::kParseIterativeFlag>(bytes, handler);
    return std::move(handler.text);
}

}  // namespace

std::string JsonValue::string() const {
    if (kind() != Kind::String) return {};
    const std::string_view quoted = source();
    if (quoted.find('\\') != std::string_view::npos) return resolve_escapes(quoted);
    return std::string(quoted.substr(1, quoted.size() - 2));
}

bool JsonValue::is(std::string_view text) const {
    if (kind() != Kind::String) return false;
    const std::string_view quoted = source();
    if (quoted.find('\\') != std::string_view::npos) return resolve_escapes(quoted) == text;
    return quoted.substr(1, quoted.size() - 2) == text;
}

JsonRange::Iterator& JsonRange::Iterator::operator++() {
    at_ = document_->nodes_[at_ + (in_object_ ? 1u : 0u)].next;
    return *this;
}

JsonRange JsonValue::items() const {
    const bool is_object = kind() == Kind::Object;
    if (!is_object && kind() != Kind::Array) return {{nullptr, 0, false}, {nullptr, 0, false}};
    return {{document_, index_ + 1, is_object}, {document_, document_->nodes_[index_].next, is_object}};
}

std::size_t JsonValue::size() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const JsonValue item : items()) ++count;
    return count;
}

JsonValue JsonValue::key() const {
    const bool has_key = document_ != nullptr && document_->nodes_[index_].is_in_object;
    return has_key ? JsonValue(document_, index_ - 1) : JsonValue();
}

JsonValue JsonValue::find(std::string_view name) const {
    JsonValue found;
    if (kind() != Kind::Object) return found;
    for (const JsonValue value : items()) {
        if (value.key().is(name)) found = value;
    }
    return found;
}

JsonValue JsonValue::repeated_key() const {
    if (kind() != Kind::Object) return {};
    std::vector<std::pair<std::string, std::uint32_t>> names;
    for (const JsonValue value : items()) names.emplace_back(value.key().string(), value.index_);
    sort(names);
    std::uint32_t first = 0;
    for (std::size_t i = 1; i < names.size(); ++i) {
        const std::uint32_t index = names[i].second;
        if (names[i].first == names[i - 1].first && (first == 0 || index < first)) first = index;
    }
    return first == 0 ? JsonValue() : JsonValue(document_, first);
}

}  // namespace paramscope::open
