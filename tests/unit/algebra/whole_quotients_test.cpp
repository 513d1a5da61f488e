#include "algebra/whole_quotients.h"

#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char *a, *b, *formula, *result;
};

TEST(WholeQuotients, FollowFromEqualFormulas) {
    const Case cases[] = {
        {"h*floor(d/h)", "d", "floor(d/h)", "d/h"},
        {"d - h*floor(d/h)", "0", "3*floor(d/h)*h", "3*d"},
        {"0", "d - h*floor(d/h)", "floor(2*d/h + 1/2)", "2*d/h"},
        {"h*floor(d/h)", "d", "floor(d/(2*h))", "floor(d/(2*h))"},
        {"h*floor(d/h)", "d", "floor(k*d/h)", "d*k/h"},
        {"h*floor(d/h)", "d", "floor(d/h + k/2)", "floor(k/2) + d/h"},
        {"h*floor(d/h)", "d", "ceil(floor(d/h)/2)", "ceil(d/(2*h))"},
        {"h*floor(d/h)", "d", "min(floor(d/h), 4)", "min(4, d/h)"},
        {"4*floor(H/2)*floor(W/2)", "H*W", "floor(H/2) + floor(W/2)", "1/2*H + 1/2*W"},
        {"h*ceil(d/h)", "d", "floor(d/h)", "d/h"},
        {"t*h*floor(d/h)", "t*d", "floor(d/h)", "d/h"},
        {"floor(d/h) + floor(d/k)", "d/h + d/k", "floor(d/k)", "d/k"},
    };
    for (const auto& [a, b, value, result] : cases) {
        WholeQuotients facts;
        EXPECT_TRUE(facts.learn_equal(formula(a), formula(b))) << a << " = " << b;
        EXPECT_FALSE(facts.learn_equal(formula(a), formula(b))) << a << " = " << b;
        EXPECT_EQ(plain(facts.simplified(formula(value))), result) << a << " = " << b;
    }
}

/// Equal for some sizes with a remainder, too, or not about roundings.
TEST(WholeQuotients, DoNotFollowFromOtherFormulas) {
    const Case cases[] = {
        {"floor(d/h)", "k", "", ""},
        {"d", "h*k", "", ""},
        {"floor(d/h) - floor(d/k)", "d/h - d/k", "", ""},
        {"floor(d/h) + ceil(d/k)", "d/h + d/k", "", ""},
        {"d/floor(d/h)", "h", "", ""},
        {"floor(d/h - k/h)", "d/h - k/h", "", ""},
        {"h*floor(d/h) + 1", "d", "", ""},
        {"4", "4", "", ""},
    };
    for (const Case& each : cases) {
        WholeQuotients facts;
        EXPECT_FALSE(facts.learn_equal(formula(each.a), formula(each.b))) << each.a << " = " << each.b;
        EXPECT_TRUE(facts.empty());
    }
}

TEST(WholeQuotients, FollowFromMultiples) {
    WholeQuotients facts;
    EXPECT_TRUE(facts.learn_multiple(formula("d"), formula("2*h")));
    EXPECT_FALSE(facts.learn_multiple(formula("4*d"), formula("2*h")));
    EXPECT_FALSE(facts.learn_multiple(formula("3*d"), formula("d")));
    EXPECT_FALSE(facts.learn_multiple(formula("d"), formula("0")));
    EXPECT_EQ(plain(facts.simplified(formula("floor(d/h)"))), "d/h");
    EXPECT_EQ(plain(facts.simplified(formula("floor(d/(4*h))"))), "floor(d/(4*h))");
}

/// d is a multiple of h·floor(d/h), which is above d/2.
TEST(WholeQuotients, FollowFromMultiplesOfFloors) {
    WholeQuotients facts;
    EXPECT_TRUE(facts.learn_multiple(formula("d"), formula("h*floor(d/h)")));
    EXPECT_EQ(plain(facts.simplified(formula("floor(d/h)"))), "d/h");
    WholeQuotients others;
    others.learn_multiple(formula("2*d"), formula("h*floor(d/h)"));
    EXPECT_EQ(plain(others.simplified(formula("floor(d/h)"))), "floor(d/h)");
}

/// A thousand facts stay within the limit, and take no time.
TEST(WholeQuotients, AreFew) {
    WholeQuotients facts;
    for (int i = 2; i < 1000; ++i) facts.learn_multiple(Polynomial::symbol("d"), Polynomial(i));
    EXPECT_TRUE(facts.is_whole(formula("d/64")));
    EXPECT_FALSE(facts.is_whole(formula("d/997")));
}

}  // namespace THIS_FILE
}  // namespace paramscope
