// Numbers as the command line, exports and the page show them.
#include "formats/support/numbers.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

constexpr Integer kTen30 = Integer(1'000'000'000'000'000) * Integer(1'000'000'000'000'000);

TEST(Numbers, QuantitiesAreExactAndSayWhatTheyLack) {
    EXPECT_EQ(exact(Quantity{0, 1234}), "1,234");
    EXPECT_EQ(exact(Quantity{0, 1234, Basis::Partial}), "≥ 1,234");
    EXPECT_EQ(exact(Quantity{0, 1234, Basis::Printed}), "1,234");
    EXPECT_EQ(exact(Quantity{0, 1234, Basis::Range}), "≤ 1,234");
    EXPECT_EQ(exact(Quantity{0, 1234, Basis::Approximate}), "≈ 1,234");
    EXPECT_EQ(exact(Quantity{0, 0}), "0");
    EXPECT_EQ(exact(Quantity{0, 0, Basis::Partial}), "?");
    EXPECT_EQ(exact(Quantity{0, std::nullopt}), "?");
    EXPECT_EQ(exact(Quantity{0, std::nullopt, Basis::Partial}), "?");
    EXPECT_EQ(exact_in_words(Quantity{0, 1234, Basis::Partial}), "at least 1,234");
    EXPECT_EQ(exact_in_words(Quantity{0, 1234, Basis::Range}), "at most 1,234");
    EXPECT_EQ(exact_in_words(Quantity{0, 1234, Basis::Approximate}), "about 1,234");
    EXPECT_EQ(exact_in_words(Quantity{0, std::nullopt, Basis::Partial}), "unknown");
    EXPECT_EQ(exact_in_words(Quantity{0, std::nullopt}), "unknown");
}

struct ShortCase {
    Integer value;
    const char *count, *work, *bytes;
};

TEST(Numbers, ShortOnesHaveThreeDigitsAndAUnit) {
    const ShortCase cases[] = {
        {0, "0", "0 MACs", "0 B"},
        {999, "999", "999 MACs", "999 B"},
        {1000, "1,000", "1.00 kMACs", "1.00 kB"},
        {9999, "9,999", "10.0 kMACs", "10.0 kB"},
        {12'345, "12.3 k", "12.3 kMACs", "12.3 kB"},
        {12'350, "12.4 k", "12.4 kMACs", "12.4 kB"},
        {6'738'415'616, "6.74 B", "6.74 GMACs", "6.74 GB"},
        {13'476'831'232, "13.5 B", "13.5 GMACs", "13.5 GB"},
        {-12'345, "-12.3 k", "-12.3 kMACs", "-12.3 kB"},
        {kTen30, "1.00·10³⁰", "1.00 QMACs", "1.00 QB"},
    };
    for (const ShortCase& c : cases) {
        EXPECT_EQ(short_count(c.value), c.count);
        EXPECT_EQ(short_work(c.value, "MACs"), c.work);
        EXPECT_EQ(short_bytes(c.value), c.bytes);
    }
}

TEST(Numbers, ARangeHasBothEndsWhereTheyDifferInSight) {
    struct Case {
        std::optional<Integer> value;
        Basis basis;
        std::optional<Bounds> bounds;
        std::string_view text;
    };
    const Case cases[] = {
        {8'178'368'512, Basis::Exact, {}, "8.18 G"},
        {8'178'368'512, Basis::Approximate, {}, "≈ 8.18 G"},
        {8'178'368'512, Basis::Approximate, Bounds{7'900'000'000, 8'200'000'000}, "7.90 G – 8.20 G"},
        {8'178'368'512, Basis::Approximate, Bounds{8'178'368'000, 8'178'369'000}, "≈ 8.18 G"},
        {std::nullopt, Basis::Partial, {}, "?"},
    };
    for (const Case& c : cases) EXPECT_EQ(short_range({{}, c.value, c.basis}, c.bounds), c.text);
}

TEST(Numbers, ShortSumsAddUpInSight) {
    struct Case {
        std::vector<Summand> summands;
        std::vector<std::string> texts;
    };
    const Case cases[] = {
        {{}, {"0"}},
        {{{640}, {10}}, {"640", "10", "650"}},
        {{{4'089'184'256}, {22'228'992}, {100'352}}, {"4.09 G", "22.2 M", "100 k", "4.11 G"}},
        {{{4'089'184'256, 2}}, {"4.09 G", "8.18 G"}},
        {{{8'178'368'512}, {-22'228'992}}, {"8.18 G", "-22.2 M", "8.16 G"}},
        // 1.33 + 1.33 is not 2.67: one digit more.
        {{{1'334'000}, {1'334'000}}, {"1.334 M", "1.334 M", "2.668 M"}},
    };
    for (const Case& each : cases) EXPECT_EQ(short_sum(each.summands), each.texts);
}

struct ShareCase {
    std::optional<Integer> part, whole;
    const char* text;
};

TEST(Numbers, SecondsHaveThreeDigitsAndAUnit) {
    const struct {
        double seconds;
        const char* text;
    } cases[] = {{0, "0"},
                 {1e-15, "0"},
                 {4.5e-10, "450 ps"},
                 {1.2e-6, "1.20 µs"},
                 {0.00708, "7.08 ms"},
                 {0.0996, "99.6 ms"},
                 {0.9996, "1.00 s"},
                 {99.96, "100 s"},
                 {12345, "12345 s"}};
    for (const auto& c : cases) EXPECT_EQ(short_seconds(c.seconds), c.text);
}

TEST(Numbers, SharesArePercentages) {
    const ShareCase cases[] = {
        {1, 3, "33.3%"},
        {2, 3, "66.7%"},
        {1, 2000, "<0.1%"},
        {1, 1000, "0.1%"},
        {0, 5, ""},
        {5, 5, "100%"},
        {9999, 10000, "100%"},
        {1, 0, ""},
        {std::nullopt, 5, ""},
        {5, std::nullopt, ""},
        {kTen30, kTen30, "100%"},
    };
    for (const ShareCase& c : cases) {
        EXPECT_EQ(share_of(Quantity{0, c.part}, Quantity{0, c.whole}), c.text);
        EXPECT_EQ(share_of(Quantity{0, c.part}, Quantity{0, c.whole}, std::nullopt), "");
    }
    EXPECT_EQ(share_of(Quantity{0, 20}, Quantity{0, 80}, 3), "75.0%");
}

TEST(Numbers, ErrorsOfApproximationsKeepADigit) {
    EXPECT_EQ(relative_error(0), "0%");
    EXPECT_EQ(relative_error(0.0021), "0.21%");
    EXPECT_EQ(relative_error(0.0537), "5.4%");
    EXPECT_EQ(relative_error(3.5), "350%");
    EXPECT_EQ(relative_error(3e-6), "3·10⁻⁶");
    EXPECT_EQ(relative_error(0.0021, Notation::Latex), "0.21\\%");
    EXPECT_EQ(relative_error(3e-6, Notation::Latex), "$3 \\cdot 10^{-6}$");
}

}  // namespace THIS_FILE
}  // namespace paramscope
