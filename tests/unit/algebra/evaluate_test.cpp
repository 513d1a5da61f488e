#include "unit/algebra/algebra_testing.h"
#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

using testing_support::describe;

std::string value_of(const char* text, const SymbolValues& values) {
    const Result<Rational> value = evaluate(formula(text), values);
    return value ? to_string(*value) : describe(value.error().message);
}

const SymbolValues kValues = values_from({{"d", fraction(512)},
                                          {"h", fraction(8)},
                                          {"n", fraction(5)},
                                          {"half", fraction(1, 2)},
                                          {"zero", fraction(0)}});

TEST(Evaluate, Values) {
    struct Case {
        const char* text;
        const char* value;
    };
    for (const Case& c : {
             Case{"12*d^2 + 13*d", "3152384"},
             Case{"d/h", "64"},
             Case{"h/d", "1/64"},
             Case{"floor((n - 1)/2) + 1", "3"},
             Case{"ceil(n/2)", "3"},
             Case{"min(d, h, n)", "5"},
             Case{"max(half, 0)", "1/2"},
             Case{"2^n", "32"},
             Case{"2^(-n)", "1/32"},
             Case{"half^n", "1/32"},
             Case{"n^h", "390625"},
             Case{"d/(h + n)", "512/13"},
             Case{"n % 3", "2"},
             Case{"0", "0"},
         }) {
        EXPECT_EQ(value_of(c.text, kValues), c.value) << c.text;
    }
}

TEST(Evaluate, Errors) {
    struct Case {
        const char* text;
        ErrorCode code;
        const char* message;
    };
    for (const Case& c : {
             Case{"d*unknown", ErrorCode::UnknownSymbol, "value.unknown_symbol(name: unknown)"},
             Case{"floor(x/2)", ErrorCode::UnknownSymbol, "value.unknown_symbol(name: x)"},
             Case{"d/zero", ErrorCode::Domain, "value.division_by_zero(divisor: zero)"},
             Case{"d/(h + zero - 8)", ErrorCode::Domain, "value.division_by_zero(divisor: h + zero - 8)"},
             Case{"1/floor(half)", ErrorCode::Domain, "value.division_by_zero(divisor: floor(half))"},
             Case{"zero^(-n)", ErrorCode::Domain, "fault.division_by_zero"},
             Case{"d^half", ErrorCode::Domain, "value.fractional_exponent(exponent: 1/2)"},
             Case{"d^(d + half)", ErrorCode::Domain, "value.fractional_exponent(exponent: 1025/2)"},
             Case{"d^20", ErrorCode::Overflow, "fault.overflow"},
             Case{"2^d", ErrorCode::Overflow, "fault.overflow"},
         }) {
        const Result<Rational> value = evaluate(formula(c.text), kValues);
        ASSERT_FALSE(value) << c.text;
        EXPECT_EQ(value.error().code, c.code) << c.text;
        EXPECT_EQ(describe(value.error().message), c.message);
    }
}

TEST(Evaluate, WithoutAnyValues) {
    EXPECT_EQ(value_of("2*3", nullptr), "6");
    EXPECT_EQ(value_of("2*d", nullptr), "value.unknown_symbol(name: d)");
    EXPECT_EQ(plain(substitute(formula("2*d"), nullptr)), "2*d");
}

TEST(Symbols, SortedOnceEach) {
    EXPECT_EQ(symbols(formula("b*a + floor(c/min(a, e)) + a/(z + b) + 2^q")),
              (std::vector<std::string>{"a", "b", "c", "e", "q", "z"}));
    EXPECT_TRUE(symbols(5).empty());
}

struct Replacement {
    const char* text;
    const char* result;
};

TEST(Substitute, CanonicalisesTheResult) {
    const SymbolReplacements replacements = [](std::string_view name) -> std::optional<Polynomial> {
        if (name == "d") return formula("h*k");
        if (name == "H") return 224;
        if (name == "zero") return 0;
        return std::nullopt;
    };
    for (const Replacement& c : {
             Replacement{"d/h", "k"},
             Replacement{"12*d^2 + 13*d", "12*h^2*k^2 + 13*h*k"},
             Replacement{"floor((H - 1)/2) + 1", "112"},
             Replacement{"d/(d + h*k)", "1/2"},
             Replacement{"min(d, h*k + 1, H)", "min(224, h*k)"},
             Replacement{"2^(n + zero)", "pow(2, n)"},
             Replacement{"x*zero + d", "h*k"},
             Replacement{"0", "0"},
         }) {
        EXPECT_EQ(plain(substitute(formula(c.text), replacements)), c.result) << c.text;
    }
    EXPECT_EQ(substitute(formula("x/zero"), replacements).fault(), Fault::DivisionByZero);
}

TEST(Substitute, SwapsAtOnce) {
    const Polynomial swapped =
        substitute(formula("a - b"), [](std::string_view name) -> std::optional<Polynomial> {
            return Polynomial::symbol(name == "a" ? "b" : "a");
        });
    EXPECT_EQ(plain(swapped), "b - a");
}

TEST(LeadingTerms, HighestDegreeInTheNames) {
    struct Case {
        const char* text;
        std::vector<std::string> names;
        const char* leading;
    };
    for (const Case& c : {
             Case{"12*d^2 + 13*d", {"d"}, "12*d^2"},
             Case{"12*d^2*layers + 13*d + V*d", {"d"}, "12*d^2*layers"},
             Case{"12*d^2*layers + 13*d + V*d", {"d", "V"}, "12*d^2*layers + V*d"},
             Case{"12*d^2*layers + 13*d + V*d", {"layers"}, "12*d^2*layers"},
             Case{"d*floor(d/2) + d", {"d"}, "d*floor(d/2)"},
             Case{"d^2/h + d", {"h"}, "d"},
             Case{"d^2 + d^3/(d + 1) + d", {"d"}, "d^3/(d + 1) + d^2"},
             Case{"d*min(d, 64) + d", {"d"}, "d*min(64, d) + d"},
             Case{"d*max(d, 64) + d", {"d"}, "d*max(64, d)"},
             Case{"n + 2^n", {"n"}, "n + pow(2, n)"},
             Case{"12*d^2 + 13*d", {}, "12*d^2 + 13*d"},
             Case{"0", {"d"}, "0"},
         }) {
        EXPECT_EQ(plain(leading_terms(formula(c.text), c.names)), c.leading) << c.text;
    }
}

}  // namespace
}  // namespace paramscope
