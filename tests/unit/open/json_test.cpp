#include "open/support/json.h"

#include <gtest/gtest.h>

#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

using Kind = JsonValue::Kind;

TEST(Json, ReadsValuesWithTheirSpans) {
    constexpr std::string_view text =
        R"( {"a": [1, -2.5e3, true, null, "x\u00e9\n"], "b" : {"c": {}}, "d": NaN} )";
    const Result<JsonDocument> document = JsonDocument::parse(text);
    ASSERT_TRUE(document);
    const JsonValue root = document->root();
    ASSERT_EQ(root.kind(), Kind::Object);
    EXPECT_EQ(root.size(), 3u);
    std::vector<std::string> items;
    for (const JsonValue item : root.find("a").items()) items.emplace_back(item.source());
    EXPECT_EQ(items, (std::vector<std::string>{"1", "-2.5e3", "true", "null", R"("x\u00e9\n")"}));
    std::vector<std::string> keys;
    for (const JsonValue item : root.items()) keys.push_back(item.key().string());
    EXPECT_EQ(keys, (std::vector<std::string>{"a", "b", "d"}));
    EXPECT_EQ(root.find("b").source(), R"({"c": {}})");
    EXPECT_EQ(root.find("b").find("c").size(), 0u);
    EXPECT_EQ(root.find("d").kind(), Kind::Number);
    EXPECT_FALSE(root.find("d").integer());
    EXPECT_TRUE(root.find("e").is_missing());
    EXPECT_TRUE(root.find("e").find("f").is_missing());
    EXPECT_TRUE(root.find("a").key().is("a"));
    EXPECT_TRUE(root.key().is_missing());
}

TEST(Json, StringsResolveEscapes) {
    constexpr std::string_view text = R"(["plain", "t\tab", "\ud83d\ude00", "", "k\u0065y"])";
    const Result<JsonDocument> document = JsonDocument::parse(text);
    ASSERT_TRUE(document);
    std::vector<std::string> strings;
    for (const JsonValue item : document->root().items()) strings.push_back(item.string());
    EXPECT_EQ(strings, (std::vector<std::string>{"plain", "t\tab", "\xF0\x9F\x98\x80", "", "key"}));
}

TEST(Json, WholeNumbers) {
    const std::pair<std::string_view, std::optional<Integer>> cases[] = {
        {"0", 0},
        {"-17", -17},
        {"4096.0", 4096},
        {"1e3", 1000},
        {"2.50E+2", 250},
        {"1200e-2", 12},
        {"0.0", 0},
        {"0.5", {}},
        {"1e-3", {}},
        {"1e30", parse_integer("1000000000000000000000000000000")},
        {"1e300", {}},
        {"Infinity", {}},
        {"-Infinity", {}},
        {"170141183460469231731687303715884105727", kLargestInteger},
        {"170141183460469231731687303715884105728", {}},
        {"true", {}},
        {"\"12\"", {}},
    };
    for (const auto& [text, expected] : cases) {
        const Result<JsonDocument> document = JsonDocument::parse(text);
        ASSERT_TRUE(document) << text;
        EXPECT_EQ(document->root().integer(), expected) << text;
    }
}

TEST(Json, FindsARepeatedNameAndTakesItsLastValue) {
    constexpr std::string_view text = R"({"a": 1, "b": 2, "\u0061": 3})";
    const Result<JsonDocument> document = JsonDocument::parse(text);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().find("a").integer(), Integer{3});
    EXPECT_EQ(document->root().repeated_key().span().begin, text.find('3'));
    const Result<JsonDocument> other = JsonDocument::parse(R"({"a": 1, "b": 2})");
    EXPECT_TRUE(other->root().repeated_key().is_missing());
}

TEST(Json, ReportsErrorsWithTheirSpans) {
    struct Case {
        std::string_view text;
        std::uint32_t at;
        std::string_view message;
    };
    using namespace std::string_view_literals;
    const Case cases[] = {
        {"", 0, "json.empty"},
        {"{\"a\": 1", 7, "json.ends_early(problem: json.comma_or_brace)"},
        {"{\"a\" 1}", 5, "json.colon"},
        {"{a: 1}", 1, "json.name"},
        {"[1, 2", 5, "json.ends_early(problem: json.comma_or_bracket)"},
        {"[1] x", 4, "json.trailing_text"},
        {"[1]\0x"sv, 3, "json.trailing_text"},
        {"[\"a\xFF\"]", 1, "json.string_encoding"},
        {"[1e99999]", 1, "json.number_too_large"},
        {"[1.]", 3, "json.fraction"},
        {"[1e]", 3, "json.exponent"},
        {"[1}", 2, "json.comma_or_bracket"},
        {"[\"\\q\"]", 2, "json.unknown_escape"},
        {"[\"a", 1, "json.ends_early(problem: json.unclosed_string)"},
        {"[Nope]", 1, "json.value"},
    };
    for (const Case& each : cases) {
        const Result<JsonDocument> document = JsonDocument::parse(each.text);
        ASSERT_FALSE(document) << each.text;
        EXPECT_EQ(testing_support::describe(document.error().message), each.message) << each.text;
        EXPECT_NEAR(document.error().span.begin, each.at, 2) << each.text;
    }
}

TEST(Json, ReportsDeepNestingAndEveryTruncation) {
    EXPECT_TRUE(JsonDocument::parse(std::string(kDeepestJson, '[') + std::string(kDeepestJson, ']')));
    const Result<JsonDocument> deep = JsonDocument::parse(std::string(10'000'000, '['));
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error().message.id(), "json.too_deep");
    constexpr std::string_view text =
        "\xEF\xBB\xBF{\"a\\u0041\": [1, 2.5e-7, {\"b\": false}], \"c\": -Infinity}";
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_FALSE(JsonDocument::parse(text.substr(0, length))) << length;
    EXPECT_TRUE(JsonDocument::parse(text));
}

}  // namespace
}  // namespace paramscope::open
