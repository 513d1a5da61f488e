#include "algebra/integer.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

const std::string kLargestText = "170141183460469231731687303715884105727";
const std::string kSmallestText = "-170141183460469231731687303715884105728";

std::string text_of(const std::optional<Integer>& value) {
    return value ? to_string(*value) : "overflow";
}

Integer integer(const std::string& text) {
    const std::optional<Integer> value = parse_integer(text);
    EXPECT_TRUE(value) << text;
    return value.value_or(0);
}

struct Operation {
    std::string a;
    std::string b;
    std::string sum;
    std::string difference;
    std::string product;
};

TEST(Integer, CheckedOperations) {
    const Operation operations[] = {
        {"0", "0", "0", "0", "0"},
        {"7", "-3", "4", "10", "-21"},
        {"-7", "-3", "-10", "-4", "21"},
        {kLargestText, "1", "overflow", "170141183460469231731687303715884105726", kLargestText},
        {kLargestText, "-1", "170141183460469231731687303715884105726", "overflow",
         "-170141183460469231731687303715884105727"},
        {kSmallestText, "1", "-170141183460469231731687303715884105727", "overflow", kSmallestText},
        {kSmallestText, "-1", "overflow", "-170141183460469231731687303715884105727", "overflow"},
        {kSmallestText, kSmallestText, "overflow", "0", "overflow"},
        {"-85070591730234615865843651857942052864", "2", "-85070591730234615865843651857942052862",
         "-85070591730234615865843651857942052866", kSmallestText},
        {"85070591730234615865843651857942052864", "2", "85070591730234615865843651857942052866",
         "85070591730234615865843651857942052862", "overflow"},
        {"18446744073709551616", "18446744073709551615", "36893488147419103231", "1", "overflow"},
        {"18446744073709551615", "9223372036854775807", "27670116110564327422", "9223372036854775808",
         "170141183460469231704017187605319778305"},
        {"13043817825332782212", "13043817825332782212", "26087635650665564424", "0",
         "170141183460469231722567801800623612944"},
        {"13043817825332782213", "13043817825332782213", "26087635650665564426", "0", "overflow"},
    };
    for (const Operation& operation : operations) {
        const Integer a = integer(operation.a);
        const Integer b = integer(operation.b);
        SCOPED_TRACE(operation.a + ", " + operation.b);
        EXPECT_EQ(text_of(checked_add(a, b)), operation.sum);
        EXPECT_EQ(text_of(checked_subtract(a, b)), operation.difference);
        EXPECT_EQ(text_of(checked_multiply(a, b)), operation.product);
        EXPECT_EQ(text_of(checked_multiply(b, a)), operation.product);
    }
}

TEST(Integer, GreatestCommonDivisor) {
    EXPECT_TRUE(greatest_common_divisor(0, 0) == 0);
    EXPECT_TRUE(greatest_common_divisor(0, -5) == 5);
    EXPECT_TRUE(greatest_common_divisor(12, -18) == 6);
    EXPECT_TRUE(greatest_common_divisor(kLargestInteger, kLargestInteger) == kLargestInteger);
    EXPECT_TRUE(greatest_common_divisor(integer("55340232221128654848"), integer("36893488147419103232")) ==
                integer("18446744073709551616"));
}

TEST(Integer, TextRoundTrip) {
    for (const std::string& text : {std::string("0"), std::string("-1"),
                                    std::string("1234567890123456789012"), kLargestText, kSmallestText}) {
        EXPECT_EQ(to_string(integer(text)), text);
    }
    EXPECT_EQ(magnitude_digits(kSmallestInteger), kSmallestText.substr(1));
}

TEST(Integer, ParseRefuses) {
    for (const char* text :
         {"", "-", "+1", " 1", "1 ", "1_000", "0x10", "--1", "170141183460469231731687303715884105728",
          "-170141183460469231731687303715884105729", "340282366920938463463374607431768211456",
          "99999999999999999999999999999999999999999999999999"}) {
        EXPECT_FALSE(parse_integer(text)) << text;
    }
    EXPECT_TRUE(parse_integer("000000000000000000000000000000000000000000000000000007") == Integer{7});
}

}  // namespace
}  // namespace paramscope
