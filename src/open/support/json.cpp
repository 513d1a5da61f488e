#include "open/support/json.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>

#include "base/concat.h"

namespace paramscope::open {

using Kind = JsonValue::Kind;
using Stream = rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream>;

/// Hears of each value when it has been read: its end is where the stream stands, its beginning the first
/// character behind what was heard of before that is no white space, comma or colon.
struct JsonBuilder {
    JsonBuilder(JsonDocument& target, const Stream& stream)
        : document(target), input(stream), heard(here()) {}

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
        while (heard < here() &&
               std::string_view(" \t\r\n,:").find(document.text_[heard]) != std::string_view::npos)
            ++heard;
        const bool in_object =
            !is_key && !opened.empty() && document.nodes_[opened.back()].kind == Kind::Object;
        const auto next = static_cast<std::uint32_t>(document.nodes_.size() + 1);
        document.nodes_.push_back({heard, here(), next, kind, in_object});
        heard = here();
        return true;
    }

    /// Brackets are heard of before they are taken.
    bool open(Kind kind) {
        add(kind);
        ++heard;
        opened.push_back(static_cast<std::uint32_t>(document.nodes_.size() - 1));
        return opened.size() <= kDeepestJson;
    }

    bool close() {
        JsonDocument::Node& node = document.nodes_[opened.back()];
        node.end = heard = here() + 1;
        node.next = static_cast<std::uint32_t>(document.nodes_.size());
        opened.pop_back();
        return true;
    }

    std::uint32_t here() const { return static_cast<std::uint32_t>(input.Tell()); }

    JsonDocument& document;
    const Stream& input;
    std::uint32_t heard;
    std::vector<std::uint32_t> opened;
};

namespace {

std::string_view what_is_wrong(rapidjson::ParseErrorCode code) {
    switch (code) {
        case rapidjson::kParseErrorDocumentEmpty:
            return "there is nothing here; expected JSON";
        case rapidjson::kParseErrorDocumentRootNotSingular:
            return "there is more behind the end of the JSON";
        case rapidjson::kParseErrorObjectMissName:
            return "expected a name in double quotes";
        case rapidjson::kParseErrorObjectMissColon:
            return "expected ':' behind the name";
        case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
            return "expected ',' or '}'";
        case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
            return "expected ',' or ']'";
        case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
        case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
        case rapidjson::kParseErrorStringEscapeInvalid:
            return "no such escape exists in a JSON string";
        case rapidjson::kParseErrorStringMissQuotationMark:
            return "the string that starts before never ends";
        case rapidjson::kParseErrorStringInvalidEncoding:
            return "a string is not UTF-8, or holds a control character";
        case rapidjson::kParseErrorNumberTooBig:
            return "the number is too large";
        case rapidjson::kParseErrorNumberMissFraction:
            return "expected digits behind the point";
        case rapidjson::kParseErrorNumberMissExponent:
            return "expected digits of the exponent";
        case rapidjson::kParseErrorTermination:
            return "objects and arrays nest too deep";
        default:
            return "expected a value";
    }
}

Error error_at(std::string_view text, std::size_t offset, std::string_view sentence) {
    const bool is_end = offset >= text.size();
    const auto begin = static_cast<std::uint32_t>(std::min(offset, text.size()));
    std::string message =
        is_end && !text.empty() ? concat("the JSON ends too early: ", sentence) : std::string(sentence);
    return {ErrorCode::Syntax, std::move(message), {begin, begin + (is_end ? 0u : 1u)}};
}

constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                            rapidjson::kParseNanAndInfFlag | rapidjson::kParseValidateEncodingFlag;

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text) {
    if (text.size() > kLargestJson)
        return Error{
            ErrorCode::TooComplex, concat("JSON of more than ", kLargestJson >> 20, " MiB is not read"), {}};
    JsonDocument document;
    document.text_ = text;
    rapidjson::MemoryStream bytes(text.data(), text.size());
    Stream stream(bytes);  // passes a byte order mark over
    JsonBuilder builder(document, stream);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
    if (result.IsError()) return error_at(text, result.Offset(), what_is_wrong(result.Code()));
    // A NUL looks like the end to the reader.
    const std::size_t rest = text.find_first_not_of(" \t\r\n", document.nodes_.front().end);
    if (rest != std::string_view::npos)
        return error_at(text, rest, what_is_wrong(rapidjson::kParseErrorDocumentRootNotSingular));
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

namespace {

/// Digits with the point moved `shift` places to the right; nullopt when that is no whole number.
std::optional<Integer> shifted(std::string digits, std::size_t fraction, Integer shift) {
    Integer zeros = shift - static_cast<Integer>(fraction);
    while (zeros < 0 && digits.size() > 1 && digits.back() == '0') {
        digits.pop_back();
        ++zeros;
    }
    const bool is_zero = digits.find_first_of("123456789") == std::string::npos;
    if (is_zero) return Integer{0};
    if (zeros < 0 || zeros > 40) return std::nullopt;
    digits.append(static_cast<std::size_t>(zeros), '0');
    return parse_integer(digits);
}

}  // namespace

std::optional<Integer> JsonValue::integer() const {
    if (kind() != Kind::Number) return std::nullopt;
    const std::string_view number = source();
    const std::size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
    std::string digits(number.substr(0, exponent_at));
    const std::size_t point = digits.find('.');
    const std::size_t fraction = point == std::string::npos ? 0 : digits.size() - point - 1;
    if (point != std::string::npos) digits.erase(point, 1);
    std::string_view exponent = number.substr(std::min(exponent_at + 1, number.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    const std::optional<Integer> shift = exponent.empty() ? Integer{0} : parse_integer(exponent);
    const bool is_finite = digits.find_first_of("IN") == std::string::npos;
    if (!is_finite || !shift || magnitude(*shift) > 1000 || digits.size() > 1000) return std::nullopt;
    return shifted(std::move(digits), fraction, *shift);
}

namespace {

/// Characters of a string that was found right, as they are heard of.
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
    std::sort(names.begin(), names.end());
    std::uint32_t first = 0;
    for (std::size_t i = 1; i < names.size(); ++i) {
        const std::uint32_t index = names[i].second;
        if (names[i].first == names[i - 1].first && (first == 0 || index < first)) first = index;
    }
    return first == 0 ? JsonValue() : JsonValue(document_, first);
}

}  // namespace paramscope::open
