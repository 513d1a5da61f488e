#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* result;
};

void expect_all(std::initializer_list<Case> cases) {
    for (const Case& c : cases) EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
}

TEST(Functions, Constants) {
    expect_all({
        {"floor(7/2)", "3"},
        {"floor(-7/2)", "-4"},
        {"ceil(7/2)", "4"},
        {"ceil(-7/2)", "-3"},
        {"min(3, 5)", "3"},
        {"max(3, 5, 4)", "5"},
        {"pow(2, 10)", "1024"},
        {"7 // 2", "3"},
        {"-7 // 2", "-4"},
        {"7 % 4", "3"},
        {"-7 % 4", "1"},
        {"7.5 // 2", "3"},
        {"0^0", "1"},
    });
}

TEST(Functions, WholeSummandsLeaveFloorAndCeil) {
    expect_all({
        {"floor(x + 3)", "floor(x) + 3"},
        {"floor(x/2 + 7/2)", "floor((x - 1)/2) + 4"},
        {"ceil(x/2 + 7/2)", "ceil((x - 1)/2) + 4"},
        {"floor((H + 2*3 - 6 - 1)/2) + 1", "floor((H - 1)/2) + 1"},
        {"floor((H - 2)/2) + 1", "floor(H/2)"},
        {"floor((H + 1)/2)", "floor((H - 1)/2) + 1"},
        {"floor(floor(x))", "floor(x)"},
        {"ceil(floor(x))", "floor(x)"},
        {"floor(2*floor(x) + y)", "2*floor(x) + floor(y)"},
        {"floor(min(floor(x), 3))", "min(3, floor(x))"},
        {"floor(floor(x)*ceil(y) - 1/2)", "floor(x)*ceil(y) - 1"},
    });
}

TEST(Functions, SymbolsMayBeFractions) {
    EXPECT_EQ(plain(formula("floor(x)")), "floor(x)");
}

TEST(Functions, SignLeavesFloorAndCeil) {
    expect_all({
        {"floor(-x)", "-ceil(x)"},
        {"ceil(-x/2)", "-floor(x/2)"},
        {"-(-n // 4)", "ceil(n/4)"},
        {"floor(y - x)", "floor(y - x)"},
        {"floor(3*floor(x) - y/2)", "3*floor(x) - ceil(y/2)"},
    });
}

TEST(Functions, InnerRoundingCollapses) {
    expect_all({
        {"floor(floor(x/2)/2)", "floor(x/4)"},
        {"floor((floor((H - 1)/2) + 1 - 1)/2) + 1", "floor((H - 1)/4) + 1"},
        {"floor((floor(x/3) + 5)/4)", "floor((x - 9)/12) + 2"},
        {"ceil((ceil(x/3) + 5)/4)", "ceil((x - 9)/12) + 2"},
        {"floor(ceil(x/2)/2)", "floor(ceil(x/2)/2)"},
        {"floor(floor(x/2)*2/3)", "floor(2*floor(x/2)/3)"},
        {"floor(floor(x/2)/2 + 1/3)", "floor((3*floor(x/2) - 4)/6) + 1"},
        {"floor(floor(x/2)/2 + y)", "floor((2*y + floor(x/2))/2)"},
    });
}

TEST(Functions, LongChainsOfConvolutionsStaySmall) {
    Polynomial size = Polynomial::symbol("H");
    for (int i = 0; i < 1000; ++i) size = floor_divide(size + 2 - 2 - 1, 1) + 1;
    EXPECT_EQ(plain(size), "floor(H)");
    for (int i = 0; i < 5; ++i) size = floor_divide(size - 1, 2) + 1;
    EXPECT_EQ(plain(size), "floor((H - 1)/32) + 1");
}

TEST(Functions, MinAndMax) {
    expect_all({
        {"min(b, a)", "min(a, b)"},
        {"min(a, a)", "a"},
        {"min(a, a + 1)", "a"},
        {"max(a - 1, a, a + 2)", "a + 2"},
        {"min(a, min(b, c))", "min(a, b, c)"},
        {"min(min(a, 3), min(b, 5))", "min(3, a, b)"},
        {"max(min(a, b), c)", "max(c, min(a, b))"},
        {"min(a)", "a"},
        {"min(min(a, b), a)", "min(a, b)"},
        {"min(a, b) - min(b, a)", "0"},
        {"min(2*min(a, b), c)", "min(c, 2*min(a, b))"},
        {"min(floor(d/2), ceil(d/2))", "floor(d/2)"},
        {"max(floor(d/2), ceil(d/2), a)", "max(a, ceil(d/2))"},
        {"min(floor(d/2), ceil(d/2) - 1)", "min(floor(d/2), ceil(d/2) - 1)"},
    });
    Polynomial smallest = 0;
    for (int i = 0; i < 1000; ++i) smallest = min(smallest, Polynomial::symbol("x" + std::to_string(i)));
    EXPECT_EQ(smallest.fault(), Fault::TooManyTerms);
}

TEST(Functions, Powers) {
    expect_all({
        {"pow(d, 2)", "d^2"},
        {"2^n", "pow(2, n)"},
        {"2^(n + 3)", "8*pow(2, n)"},
        {"2^(n - 1)*2", "pow(2, n)"},
        {"(-2)^(n + 1)", "-2*pow(-2, n)"},
        {"2^n*2^n", "pow(2, n)^2"},
        {"2^n/2^n", "1"},
        {"1^n", "1"},
        {"n^0", "1"},
        {"d^n", "pow(d, n)"},
        {"d^(n + 1)", "pow(d, n + 1)"},
        {"d^0.5", "pow(d, 1/2)"},
        {"2^(n + 1/2)", "pow(2, n + 1/2)"},
        {"(2*d)^-3", "1/8/d^3"},
        {"2^(n - 300)", "pow(2, n - 300)"},
    });
    EXPECT_EQ(pow(4, fraction(1, 2)).fault(), Fault::Exponent);
    EXPECT_EQ(pow(0, -1).fault(), Fault::DivisionByZero);
    EXPECT_EQ(pow(1, fraction(1, 2)), 1);
}

TEST(Functions, Modulo) {
    expect_all({
        {"x % h", "x - h*floor(x/h)"},
        {"x % x", "0"},
        {"(x % 1) + floor(x)", "x"},
    });
    EXPECT_EQ(modulo(Polynomial::symbol("x"), 0).fault(), Fault::DivisionByZero);
    EXPECT_EQ(floor_divide(7, 0).fault(), Fault::DivisionByZero);
}

TEST(Functions, RebuildingIsIdempotent) {
    for (const char* text : {"floor((H - 1)/2)", "ceil(a/3 - 1/7)", "min(a, b, 3)", "pow(2, n)",
                             "floor(a/b + 1/3)", "floor(ceil(a/2)/3)", "max(a, 2*b)", "pow(a, b + 1)"}) {
        const Polynomial value = formula(text);
        EXPECT_EQ(substitute(value, [](std::string_view) { return std::nullopt; }), value) << text;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
