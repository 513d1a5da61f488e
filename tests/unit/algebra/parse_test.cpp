#include "algebra/parse.h"

#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace {

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
    EXPECT_EQ(result.error().message.english(), expected.message) << shown;
    EXPECT_EQ(result.error().span.begin, expected.span.begin) << shown;
    EXPECT_EQ(result.error().span.end, expected.span.end) << shown;
}

TEST(Parse, SyntaxErrors) {
    const auto code = ErrorCode::Syntax;
    const std::string functions = "; known are floor, ceil, min, max, pow";
    for (const Mistake& mistake : {
             Mistake{"", code, {0, 0}, "expected a number, a name or '(' but found the end of the text"},
             Mistake{"3 + ,", code, {4, 5}, "expected a number, a name or '(' but found ','"},
             Mistake{
                 "3 +\n4", code, {3, 3}, "expected a number, a name or '(' but found the end of the line"},
             Mistake{"(3 + 4", code, {6, 6}, "expected an operator or ')' but found the end of the text"},
             Mistake{"(a b)", code, {3, 4}, "expected an operator or ')' but found 'b'"},
             Mistake{"min(a; b)", code, {5, 6}, "expected an operator, ',' or ')' but found ';'"},
             Mistake{"2d", code, {0, 2}, "write 2*d"},
             Mistake{"1 + 2d_model", code, {4, 12}, "write 2*d_model"},
             Mistake{"32K", code, {0, 3}, "write 32*K"},
             Mistake{"2kb", code, {0, 3}, "write 2*kb"},
             Mistake{"2" + std::string(50, 'x'),
                     code,
                     {0, 51},
                     "a number and a name need an operator between them"},
             Mistake{"1__0", code, {0, 4}, "write 1*__0"},
             Mistake{"foo(3)", code, {0, 3}, "unknown function 'foo'" + functions},
             Mistake{std::string(50, 'f') + "(3)", code, {0, 50}, "unknown function" + functions},
             Mistake{"floor(1, 2)", code, {0, 11}, "floor takes 1 argument but has 2"},
             Mistake{"1 + pow(2)", code, {4, 10}, "pow takes 2 arguments but has 1"},
             Mistake{"floor()", code, {6, 7}, "expected a number, a name or '(' but found ')'"},
             Mistake{"a b", code, {2, 3}, "expected an operator or the end but found 'b'"},
             Mistake{"a )", code, {2, 3}, "expected an operator or the end but found ')'"},
             Mistake{"1.2.3", code, {3, 4}, "expected an operator or the end but found '.'"},
             Mistake{"a # note", code, {2, 3}, "expected an operator or the end but found '#'"},
             Mistake{std::string("a \x01"),
                     code,
                     {2, 3},
                     "expected an operator or the end but found a control character"},
             Mistake{"* 2", code, {0, 1}, "expected a number, a name or '(' but found '*'"},
             Mistake{"2 ^ ", code, {4, 4}, "expected a number, a name or '(' but found the end of the text"},
         }) {
        expect_mistake(mistake);
    }
}

TEST(Parse, FaultsAreErrorsInTheirPlace) {
    const std::string exponent = "an exponent is not a whole number from -4096 to 4096";
    const std::string large = "the formula grows too large to be written out";
    for (const Mistake& mistake : {
             Mistake{"a + b/(c - c)", ErrorCode::Domain, {6, 13}, "division by zero"},
             Mistake{"7 // 0", ErrorCode::Domain, {5, 6}, "division by zero"},
             Mistake{"x % 0", ErrorCode::Domain, {4, 5}, "division by zero"},
             Mistake{"0^-1", ErrorCode::Domain, {2, 4}, "division by zero"},
             Mistake{"4^0.5", ErrorCode::Domain, {2, 5}, exponent},
             Mistake{"(a + b)^1000000", ErrorCode::Domain, {8, 15}, exponent},
             Mistake{"pow(a, 5000)", ErrorCode::Domain, {0, 12}, exponent},
             Mistake{"1e38 * 10", ErrorCode::Overflow, {5, 6}, "the result exceeds 2^127"},
             Mistake{"(a + b)^200", ErrorCode::Overflow, {7, 8}, "the result exceeds 2^127"},
             Mistake{"(a + b + c + d + e + f)^40", ErrorCode::TooComplex, {23, 24}, large},
             Mistake{
                 "1e-400", ErrorCode::Overflow, {0, 6}, "the number has more digits than 128 bits can hold"},
             Mistake{"1e99999999999999999999",
                     ErrorCode::Overflow,
                     {0, 22},
                     "the number has more digits than 128 bits can hold"},
             Mistake{"2 * 170141183460469231731687303715884105728",
                     ErrorCode::Overflow,
                     {4, 43},
                     "the number has more digits than 128 bits can hold"},
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
            EXPECT_NE(result.error().message.english(), "") << text.substr(0, 40);
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

TEST(Parse, OffsetBehindTheEnd) {
    std::uint32_t offset = 100;
    EXPECT_FALSE(parse_expression("abc", &offset));
    EXPECT_EQ(offset, 100u);
}

}  // namespace
}  // namespace paramscope
