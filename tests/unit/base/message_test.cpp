#include "base/message.h"

#include <gtest/gtest.h>

#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

using testing_support::describe;

constexpr MessageTemplate kMessages[] = {
    {"shape.size", "{name} is {size} but expected {expected}"},
    {"token.comma", "a comma"},
};

Message message(MessageId<kMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

const Message kNested =
    message("shape.size", {{"name", "d"}, {"size", 3}, {"expected", message("token.comma")}});

TEST(Message, RendersNestedMessages) {
    EXPECT_EQ(kNested.english(), "d is 3 but expected a comma");
    EXPECT_EQ(describe(kNested), "shape.size(name: d, size: 3, expected: token.comma)");
}

TEST(Message, IsTranslatedInItsOwnOrder) {
    const auto pattern_of = [](std::string_view id) -> std::string_view {
        return id == "shape.size" ? "应为{expected}，而不是 {size}" : "";
    };
    EXPECT_EQ(kNested.translated(pattern_of), "应为a comma，而不是 3");
}

TEST(Message, ValuesAreNotPatterns) {
    const Message message_with_braces =
        message("shape.size", {{"name", "{size}"}, {"size", 3}, {"expected", "{"}});
    EXPECT_EQ(message_with_braces.english(), "{size} is 3 but expected {");
}

TEST(Message, IsOneLineWhateverItsValuesHold) {
    const Message call = message("token.comma");
    EXPECT_EQ(
        message("shape.size", {{"name", "Net(\n\t64)"}, {"size", "\x7f"}, {"expected", call}}).english(),
        "Net(  64) is   but expected a comma");
    EXPECT_EQ(Message("two\nlines").english(), "two lines");
}

TEST(Message, TextsWithoutAnId) {
    const Message text("a person's words: {d}");
    EXPECT_EQ(text.id(), "");
    EXPECT_EQ(text.english(), "a person's words: {d}");
    EXPECT_TRUE(Message().empty());
    EXPECT_FALSE(text.empty());
}

TEST(Message, EqualWhereTemplateAndValuesAre) {
    const auto comma_of = [](int size) {
        return message("shape.size", {{"name", "d"}, {"size", size}, {"expected", message("token.comma")}});
    };
    EXPECT_EQ(kNested, comma_of(3));
    EXPECT_FALSE(kNested == comma_of(4));
    EXPECT_FALSE(message("token.comma") == Message("a comma"));
}

TEST(Message, Holes) {
    EXPECT_EQ(holes_of("{a} and {b_c}, {a}"), (std::vector<std::string_view>{"a", "b_c", "a"}));
    EXPECT_EQ(holes_of("{"), std::vector<std::string_view>());
}

}  // namespace
}  // namespace paramscope
