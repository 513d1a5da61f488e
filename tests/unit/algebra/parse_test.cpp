#include "algebra/parse.h"

#include "unit/algebra/algebra_testing.h"
#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

using testing_support::describe;

struct Case {
    const char* text;
    const char* result;
};

TEST(Parse, Precedence) {
    for (const Case& c : {
             Case{"1 + 2*3", "7"},    Case{"(1 + 2)*3", "9"},
             Case{"10 - 4 - 3", "3"}, Case{"100/10/5", "2"},
             Case{"7 // 2 * 2", "6"}, Case{"2 * 7 // 4", "3"},
             Case{"7 % 4 * 2", "6"},  Case{"2^3^2", "512"},
             Case{"2**3**2", "512"},  Case{"2^3**2", "512"},
             Case{"-2^2", "-4"},      Case{"(-2)^2", "4"},
             Case{"2^-2", "1/4"},     Case{"2^-2^2", "1/16"},
             Case{"- - -3", "-3"},    Case{"+-+-3", "3"},
             Case{"2*-3", "-6"},      Case{"2--3", "5"},
             Case{"-a*b", "-a*b"},    Case{"a*-b", "-a*b"},
             Case{"a**2", "a^2"},     Case{" \t a\t+ b  ", "a + b"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Parse, Numbers) {
    for (const Case& c : {
             Case{"0", "0"},
             Case{"007", "7"},
             Case{"1_000_000", "1000000"},
             Case{"0.5", "1/2"},
             Case{".5", "1/2"},
             Case{"5.", "5"},
             Case{"1e-05", "1/100000"},
             Case{"1E5", "100000"},
             Case{"1.5e+3", "1500"},
             Case{"2.50", "5/2"},
             Case{"32k", "32000"},
             Case{"7B", "7000000000"},
             Case{"7G", "7000000000"},
             Case{"1.5M", "1500000"},
             Case{"2T", "2000000000000"},
             Case{"1.2345k", "2469/2"},
             Case{"1e3k", "1000000"},
             Case{"0e999999999999", "0"},
             Case{"0.50000000000000000000000000000000000000000000000000000000000", "1/2"},
             Case{"1e38", "100000000000000000000000000000000000000"},
             Case{"1e-38", "1/100000000000000000000000000000000000000"},
             Case{"10000000000000000000000000000000000000000e-40", "1"},
             Case{"170141183460469231731687303715884105727", "170141183460469231731687303715884105727"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

TEST(Parse, NamesAndCalls) {
    for (const Case& c : {
             Case{"d_model", "d_model"},
             Case{"_x1", "_x1"},
             Case{"größe*2", "2*größe"},
             Case{"floor (x/2)", "floor(x/2)"},
             Case{"floor + 1", "floor + 1"},
             Case{"int(x/2)", "floor(x/2)"},
             Case{"min(a,\n    b)", "min(a, b)"},
             Case{"(a\n + b\r\n)", "a + b"},
             Case{"max(1, 2, 3)", "3"},
             Case{"pow(a, 2)", "a^2"},
             Case{"e*k*M", "M*e*k"},
         }) {
        EXPECT_EQ(plain(formula(c.text)), c.result) << c.text;
    }
}

struct Mistake {
    std::string text;
    ErrorCode code;
    Span span;
    std::string message;
};

void expect_mistake(const Mistake& expected) {
    const Result<Polynomial> result = parse_expression(expected.text);
    const std::string shown = expected.text.substr(0, 60);
    ASSERT_FALSE(result) << shown << " gave " << plain(*result);
    EXPECT_EQ(result.error().code, expected.code) << shown;
    EXPECT_EQ(describe(result.error().message), expected.message) << shown;
    EXPECT_EQ(result.error().span.begin, expected.span.begin) << shown;
    EXPECT_EQ(result.error().span.end, expected.span.end) << shown;
}

TEST(Parse, SyntaxErrors) {
    const auto code = ErrorCode::Syntax;
    for (const Mistake& mistake : {
             Mistake{"",
                     code,
                     {0, 0},
                     "expression.unexpected(expected: expected.operand, found: found.end_of_text)"},
             Mistake{"3 + ,",
                     code,
                     {4, 5},
                     "expression.unexpected(expected: expected.operand, found: found.text(text: ,))"},
             Mistake{"3 +\n4",
                     code,
                     {3, 3},
                     "expression.unexpected(expected: expected.operand, found: found.end_of_line)"},
             Mistake{
                 "(3 + 4",
                 code,
                 {6, 6},
                 "expression.unexpected(expected: expected.operator_or_closing, found: found.end_of_text)"},
             Mistake{
                 "(a b)",
                 code,
                 {3, 4},
                 "expression.unexpected(expected: expected.operator_or_closing, found: found.text(text: b))"},
             Mistake{"min(a; b)",
                     code,
                     {5, 6},
                     "expression.unexpected(expected: expected.operator_comma_or_closing, found: "
                     "found.text(text: ;))"},
             Mistake{"2d", code, {0, 2}, "expression.missing_product(number: 2, name: d)"},
             Mistake{"1 + 2d_model", code, {4, 12}, "expression.missing_product(number: 2, name: d_model)"},
             Mistake{"32K", code, {0, 3}, "expression.missing_product(number: 32, name: K)"},
             Mistake{"2kb", code, {0, 3}, "expression.missing_product(number: 2, name: kb)"},
             Mistake{"2" + std::string(50, 'x'), code, {0, 51}, "expression.missing_operator"},
             Mistake{"1__0", code, {0, 4}, "expression.missing_product(number: 1, name: __0)"},
             Mistake{"foo(3)", code, {0, 3}, "expression.unknown_function(name: foo)"},
             Mistake{std::string(50, 'f') + "(3)", code, {0, 50}, "expression.unknown_function_unnamed"},
             Mistake{"floor(1, 2)", code, {0, 11}, "expression.one_argument(function: floor, actual: 2)"},
             Mistake{
                 "1 + pow(2)", code, {4, 10}, "expression.arguments(function: pow, expected: 2, actual: 1)"},
             Mistake{"floor()",
                     code,
                     {6, 7},
                     "expression.unexpected(expected: expected.operand, found: found.text(text: )))"},
             Mistake{"a b",
                     code,
                     {2, 3},
                     "expression.unexpected(expected: expected.operator_or_end, found: found.text(text: b))"},
             Mistake{"a )",
                     code,
                     {2, 3},
                     "expression.unexpected(expected: expected.operator_or_end, found: found.text(text: )))"},
             Mistake{"1.2.3",
                     code,
                     {3, 4},
                     "expression.unexpected(expected: expected.operator_or_end, found: found.text(text: .))"},
             Mistake{"a # note",
                     code,
                     {2, 3},
                     "expression.unexpected(expected: expected.operator_or_end, found: found.text(text: #))"},
             Mistake{
                 std::string("a \x01"),
                 code,
                 {2, 3},
                 "expression.unexpected(expected: expected.operator_or_end, found: found.control_character)"},
             Mistake{"a ü",
                     code,
                     {2, 4},
                     "expression.unexpected(expected: expected.operator_or_end, found: found.text(text: ü))"},
             Mistake{"* 2",
                     code,
                     {0, 1},
                     "expression.unexpected(expected: expected.operand, found: found.text(text: *))"},
             Mistake{"2 ^ ",
                     code,
                     {4, 4},
                     "expression.unexpected(expected: expected.operand, found: found.end_of_text)"},
         }) {
        expect_mistake(mistake);
    }
}

TEST(Parse, NestedMessagesReadAsOneSentence) {
    EXPECT_EQ(parse_expression("3 + ,").error().message.english(),
              "expected a number, a name or '(' but found ','");
}

TEST(Parse, FaultsAreErrorsInTheirPlace) {
    const std::string exponent = "fault.exponent";
    const std::string large = "fault.too_many_terms";
    for (const Mistake& mistake : {
             Mistake{"a + b/(c - c)", ErrorCode::Domain, {6, 13}, "fault.division_by_zero"},
             Mistake{"7 // 0", ErrorCode::Domain, {5, 6}, "fault.division_by_zero"},
             Mistake{"x % 0", ErrorCode::Domain, {4, 5}, "fault.division_by_zero"},
             Mistake{"0^-1", ErrorCode::Domain, {2, 4}, "fault.division_by_zero"},
             Mistake{"4^0.5", ErrorCode::Domain, {2, 5}, exponent},
             Mistake{"(a + b)^1000000", ErrorCode::Domain, {8, 15}, exponent},
             Mistake{"pow(a, 5000)", ErrorCode::Domain, {0, 12}, exponent},
             Mistake{"1e38 * 10", ErrorCode::Overflow, {5, 6}, "fault.overflow"},
             Mistake{"(a + b)^200", ErrorCode::Overflow, {7, 8}, "fault.overflow"},
             Mistake{"(a + b + c + d + e + f)^40", ErrorCode::TooComplex, {23, 24}, large},
             Mistake{"1e-400", ErrorCode::Overflow, {0, 6}, "expression.number_too_long"},
             Mistake{"1e99999999999999999999", ErrorCode::Overflow, {0, 22}, "expression.number_too_long"},
             Mistake{"2 * 170141183460469231731687303715884105728",
                     ErrorCode::Overflow,
                     {4, 43},
                     "expression.number_too_long"},
         }) {
        expect_mistake(mistake);
    }
}

std::string repeated(std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

TEST(Parse, HostileTextsEndInAnError) {
    for (const std::string& text :
         {repeated("(", 100'000), repeated("floor(", 100'000), repeated("2^", 100'000),
          repeated("2^-", 100'000), repeated("floor(ceil(", 190) + "x" + repeated("/3)/2)", 190),
          repeated("(a+b+c+d+e)^9*", 10'000) + "1", repeated("((a+b)^60+1)/(a+c)*", 2'000) + "1",
          "(" + std::string(50'000, 'n') + " + m)^4000", repeated("floor((a+b+c)^20/x)*", 10'000) + "1"}) {
        const Result<Polynomial> result = parse_expression(text);
        EXPECT_FALSE(result) << text.substr(0, 40);
        if (!result) {
            EXPECT_FALSE(result.error().message.empty()) << text.substr(0, 40);
        }
    }
}

TEST(Parse, LongButHarmlessTexts) {
    EXPECT_EQ(formula(repeated("-", 100'000) + "1"), 1);
    EXPECT_EQ(formula(repeated("1 + ", 100'000) + "1"), 100'001);
    EXPECT_EQ(formula(repeated("(", 200) + "1" + repeated(")", 200)), 1);
    EXPECT_EQ(parse_expression(repeated("(", 201) + "1" + repeated(")", 201)).error().code,
              ErrorCode::TooComplex);
}

TEST(Parse, StopsWhereTheExpressionEnds) {
    struct Stop {
        std::string text;
        std::uint32_t begin;
        std::uint32_t end;
        const char* result;
    };
    for (const Stop& c : {
             Stop{"layers x EncoderLayer(", 0, 6, "layers"},
             Stop{"6 x EncoderLayer(", 0, 1, "6"},
             Stop{"f(a + 1 , b)", 2, 7, "a + 1"},
             Stop{"d = 512   # width", 3, 7, "512"},
             Stop{"a\n+ b", 0, 1, "a"},
             Stop{"[2*d]", 1, 4, "2*d"},
             Stop{"4.weight", 0, 1, "4"},
             Stop{"a = b", 0, 1, "a"},
         }) {
        std::uint32_t offset = c.begin;
        const Result<Polynomial> result = parse_expression(c.text, &offset);
        ASSERT_TRUE(result) << c.text;
        EXPECT_EQ(plain(*result), c.result);
        EXPECT_EQ(offset, c.end) << c.text;
    }
}

TEST(Parse, OffsetPastTheEnd) {
    std::uint32_t offset = 100;
    EXPECT_FALSE(parse_expression("abc", &offset));
    EXPECT_EQ(offset, 100u);
}

}  // namespace
}  // namespace paramscope
