#include "base/short_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace paramscope {
namespace THIS_FILE {

TEST(ShortText, HoldsTextsOfAnyLength) {
    for (const std::size_t length : {0u, 1u, 6u, 7u, 8u, 9u, 100u, 5000u}) {
        const std::string text(length, 'x');
        const ShortText held = text;
        EXPECT_EQ(held, text);
        EXPECT_EQ(held.view(), text);
        EXPECT_EQ(held.size(), length);
        EXPECT_EQ(held.empty(), length == 0);
    }
}

TEST(ShortText, HoldsZeroBytes) {
    const std::string_view text("a\0b", 3);
    EXPECT_EQ(ShortText(text).view(), text);
    EXPECT_FALSE(ShortText(text) == ShortText("a"));
}

TEST(ShortText, ACopyOutlivesItsOriginal) {
    for (const std::string_view text : {"conv1", "a name of more than seven bytes"}) {
        ShortText first = text;
        ShortText second = first;
        first = "other";
        EXPECT_EQ(second, text);
        const ShortText third = std::move(second);
        EXPECT_EQ(third, text);
        first = third;
        EXPECT_TRUE(first == third);
    }
}

TEST(ShortText, OrdersLikeTexts) {
    EXPECT_TRUE(ShortText("a") < ShortText("b"));
    EXPECT_TRUE(ShortText("abcdefgh") < ShortText("abcdefgi"));
    EXPECT_FALSE(ShortText("b") < ShortText("abcdefgh"));
}

}  // namespace
}  // namespace paramscope
