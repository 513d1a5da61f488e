#include "open/training/references.h"

#include <optional>
#include <string_view>

#include "algebra/integer.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr unsigned kDeepestReference = 4;
constexpr Integer kLargestFactor = 1'000'000'000;

std::string resolved(std::string_view text, const JsonValue& settings, unsigned depth);

/// The product of "4, ${.hidden_size}"; nullopt where a factor is not known.
std::optional<std::string> product(std::string_view factors, const JsonValue& settings, unsigned depth) {
    Integer all = 1;
    while (!factors.empty()) {
        const std::string factor = resolved(trim(take_until(factors, ',')), settings, depth);
        const Result<JsonDocument> document = JsonDocument::parse(factor);
        const std::optional<Integer> number = document ? document->root().integer() : std::nullopt;
        if (!number || *number < 0 || *number > kLargestFactor || all > kLargestFactor) return std::nullopt;
        all = all * *number;
    }
    return to_string(all);
}

/// What a text means as JSON: a number, or what a reference leads to; "" where that is not known.
std::string resolved(std::string_view text, const JsonValue& settings, unsigned depth) {
    constexpr std::string_view kProduct = "multiply:";
    if (!text.starts_with("${") || !text.ends_with('}')) return std::string(text);
    if (depth == kDeepestReference) return {};
    text = text.substr(2, text.size() - 3);
    if (text.starts_with(kProduct))
        return product(text.substr(kProduct.size()), settings, depth + 1).value_or("");
    const JsonValue value = settings.find(text.substr(text.rfind('.') + 1));
    if (value.kind() == JsonValue::Kind::String) return resolved(value.string(), settings, depth + 1);
    return std::string(value.source());
}

}  // namespace

std::string with_references(const JsonValue& settings) {
    std::string json = "{";
    for (const JsonValue value : settings.items()) {
        const std::string text = value.string();
        const std::string meant = text.starts_with("${") ? resolved(text, settings, 0) : "";
        json += concat(json.size() > 1 ? "," : "", value.key().source(), ":",
                       meant.empty() ? value.source() : std::string_view(meant));
    }
    return json + '}';
}

}  // namespace paramscope::open
