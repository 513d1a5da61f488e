#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* result;
};

TEST(Division, ByTerms) {
    for (const Case& c : {
             Case{"d/h", "d/h"},
             Case{"h*(d/h)", "d"},
             Case{"(a*b + a)/a", "b + 1"},
             Case{"a/(2*b)", "1/2*a/b"},
             Case{"a/b/c", "a/(b*c)"},
             Case{"1/(1/a)", "a"},
             Case{"a/(b^2/c)", "a*c/b^2"},
             Case{"0/a", "0"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Division, BySumsThatDivideEvenly) {
    for (const Case& c : {
             Case{"(a^2 - b^2)/(a + b)", "a - b"},
             Case{"(a^2 - b^2)/(2*a + 2*b)", "1/2*a - 1/2*b"},
             Case{"(a^3 + 1)/(a + 1)", "a^2 - a + 1"},
             Case{"(a + b)^10/(a + b)^7", "a^3 + 3*a^2*b + 3*a*b^2 + b^3"},
             Case{"(x/h + y/h)/(x + y)", "1/h"},
             Case{"(x*h + y*h)/(x/h + y/h)", "h^2"},
             Case{"(n*floor(d/2) + floor(d/2))/(n + 1)", "floor(d/2)"},
             Case{"(a^100 - 1)/(a - 1) - (a^99 - 1)/(a - 1)", "a^99"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Division, BySumsThatDoNot) {
    for (const Case& c : {
             Case{"a/(b + c)", "a/(b + c)"},
             Case{"1/(2*b + 4)", "1/2/(b + 2)"},
             Case{"1/(b/2 + 1/3)", "6/(3*b + 2)"},
             Case{"1/(-b - c)", "-1/(b + c)"},
             Case{"1/(a*b + a*c)", "1/a/(b + c)"},
             Case{"(x + y)/(b + c)", "x/(b + c) + y/(b + c)"},
             Case{"x/(b + c)/(d + h)", "x/(b + c)/(d + h)"},
             Case{"(b + c)^-2", "(b + c)^-2"},
             Case{"x*(b + c)^-2", "x*(b + c)^-2"},
             Case{"1/(b + c)/(b + c)", "(b + c)^-2"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Division, GroupsCancel) {
    for (const Case& c : {
             Case{"(b + c)*(x/(b + c))", "x"},
             Case{"x/(b + c)*(b + c)", "x"},
             Case{"x/(b + c)*(b + c)^2", "b*x + c*x"},
             Case{"x/(1/(b + c))", "b*x + c*x"},
             Case{"(x/(b + c) + y/(b + c))*(b + c)", "x + y"},
             Case{"(x/(b + c) + y/(b + c))/(x + y)", "1/(b + c)"},
             Case{"(x/(b + c))^-2", "b^2/x^2 + 2*b*c/x^2 + c^2/x^2"},
             Case{"1/(1 + 1/x)", "x/(x + 1)"},
             Case{"1/(1 + 1/(x + 1))", "x/(x + 2) + 1/(x + 2)"},
             Case{"x/(b + c) - x/(b + c)", "0"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Division, ByZero) {
    EXPECT_EQ((Polynomial(1) / 0).fault(), Fault::DivisionByZero);
    const Polynomial x = Polynomial::symbol("x");
    const Polynomial y = Polynomial::symbol("y");
    EXPECT_EQ((x / (y - y)).fault(), Fault::DivisionByZero);
    // (x + y)/(x + y) - 1, not seen to be zero until it is brought over one divisor.
    const Polynomial hidden = x / (x + y) + y / (x + y) - 1;
    EXPECT_EQ((1 / hidden).fault(), Fault::DivisionByZero);
}

TEST(Division, GivesUpOnHugeQuotients) {
    const Polynomial x = Polynomial::symbol("x");
    Polynomial sum;
    for (int i = 0; i < 30; ++i) sum += pow(x, 130 * i);
    const Polynomial quotient = (pow(x, 4096) - 1) / (sum + pow(x, 3901) + 1);
    EXPECT_FALSE(quotient.is_faulted());
    EXPECT_TRUE(quotient.is_canonical());
}

TEST(Division, OverflowInTheContent) {
    const Polynomial x = Polynomial::symbol("x");
    const Polynomial y = Polynomial::symbol("y");
    const Polynomial tiny = x * fraction(1, kLargestInteger) + y * fraction(1, kLargestInteger - 1);
    EXPECT_EQ((1 / tiny).fault(), Fault::Overflow);
}

}  // namespace
}  // namespace paramscope
