#include "algebra/polynomial.h"

#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

const Polynomial a = Polynomial::symbol("a");
const Polynomial b = Polynomial::symbol("b");
const Polynomial d = Polynomial::symbol("d");
const Polynomial h = Polynomial::symbol("h");

TEST(Polynomial, Constants) {
    EXPECT_TRUE(Polynomial().is_zero());
    EXPECT_TRUE(Polynomial(0).is_zero());
    EXPECT_TRUE(Polynomial(std::int64_t{5}) == Polynomial(5));
    EXPECT_TRUE(Polynomial(std::size_t{5}) == Polynomial(Integer{5}));
    EXPECT_EQ(Polynomial(fraction(1, 2)).constant(), fraction(1, 2));
    EXPECT_EQ((d - d).constant(), Rational());
    EXPECT_FALSE(d.is_constant());
    EXPECT_FALSE(d.constant());
    EXPECT_EQ(Polynomial(2) + 3, 5);
    EXPECT_EQ(Polynomial(2) * 3, 6);
    EXPECT_EQ(Polynomial(2) / 4, Polynomial(fraction(1, 2)));
}

TEST(Polynomial, CanonicalFormMakesEqualFormulasEqual) {
    EXPECT_EQ(h * (d / h), d);
    EXPECT_EQ((a + b) * (a - b), a * a - b * b);
    EXPECT_EQ(pow(a + b, 3), a * a * a + 3 * a * a * b + 3 * a * b * b + b * b * b);
    EXPECT_EQ(4 * d * d + 4 * d + 8 * d * d + 9 * d, 12 * d * d + 13 * d);
    EXPECT_EQ(a * b, b * a);
    EXPECT_NE(a * b, a + b);
    EXPECT_TRUE((a - a).is_zero());
}

TEST(Polynomial, OrderOfTerms) {
    EXPECT_EQ(plain(13 * d + 12 * d * d), "12*d^2 + 13*d");
    EXPECT_EQ(plain(1 + b + a + a * b + b * b + a * a), "a^2 + a*b + b^2 + a + b + 1");
    EXPECT_EQ(plain(1 + h / d + d / h), "d/h + 1 + h/d");
    EXPECT_EQ(plain(formula("V*H*2 + V")), "2*H*V + V");
}

TEST(Polynomial, SelfAssignmentForms) {
    Polynomial value = a + 1;
    const Polynomial& same = value;
    value += same;
    EXPECT_EQ(value, 2 * a + 2);
    value *= same;
    EXPECT_EQ(value, 4 * a * a + 8 * a + 4);
    value /= same;
    EXPECT_EQ(value, 1);
    value -= same;
    EXPECT_TRUE(value.is_zero());
}

TEST(Polynomial, FromTermsCanonicalises) {
    const Atom x("x");
    const Atom y("y");
    const Polynomial sum = Polynomial::from_terms({
        {Integer{2}, {{y, 1}, {x, 1}}},
        {Integer{3}, {{x, 2}, {y, 1}, {x, -1}}},
        {Integer{5}, {{x, 0}}},
        {Integer{-5}, {}},
        {Integer{0}, {{x, 7}}},
    });
    EXPECT_EQ(plain(sum), "5*x*y");
    EXPECT_TRUE(sum.is_canonical());
    EXPECT_EQ(Polynomial::from_terms({{Integer{1}, {{x, 4000}, {x, 4000}}}}).fault(), Fault::Exponent);
    const Atom group(Function::Group, {a + b});
    EXPECT_EQ(plain(Polynomial::from_terms({{Integer{1}, {{group, 2}, {x, 1}}}})), "a^2*x + 2*a*b*x + b^2*x");
}

TEST(Polynomial, FaultsSpread) {
    const Polynomial fault = d / (a - a);
    EXPECT_EQ(fault.fault(), Fault::DivisionByZero);
    EXPECT_EQ((fault + 1).fault(), Fault::DivisionByZero);
    EXPECT_EQ((1 - fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ((fault * 0).fault(), Fault::DivisionByZero);
    EXPECT_EQ((0 * fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ((0 / fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ(floor(fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ(min(1, fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ(pow(2, fault).fault(), Fault::DivisionByZero);
    EXPECT_EQ((-fault).fault(), Fault::DivisionByZero);
    EXPECT_FALSE(fault.is_zero());
    EXPECT_FALSE(fault.is_constant());
    EXPECT_FALSE(evaluate(fault, values_from({})));
    EXPECT_EQ(substitute(fault, [](std::string_view) { return std::nullopt; }).fault(),
              Fault::DivisionByZero);
}

TEST(Polynomial, Overflow) {
    const Polynomial large = kLargestInteger;
    EXPECT_EQ((large + 1).fault(), Fault::Overflow);
    EXPECT_EQ((large * 2).fault(), Fault::Overflow);
    EXPECT_EQ((large * a + a).fault(), Fault::Overflow);
    EXPECT_EQ(((large * a + b) * (2 * a + b)).fault(), Fault::Overflow);
    EXPECT_EQ((-Polynomial(kSmallestInteger)).fault(), Fault::Overflow);
    EXPECT_EQ((0 - Polynomial(kSmallestInteger) * a).fault(), Fault::Overflow);
    EXPECT_EQ(pow(a + b, 1000).fault(), Fault::Overflow);
    EXPECT_EQ(pow(2, 127).fault(), Fault::Overflow);
    EXPECT_EQ(large + a - a, large);
}

TEST(Polynomial, NumbersOf64BitsAndLargerOnesAreOneKind) {
    const Integer border = Integer{1} << 63;
    for (const Integer number : {border - 1, border, border + 1, -border, -border - 1, Integer{0}}) {
        const Polynomial value = number;
        EXPECT_EQ(value.constant(), Rational(number));
        EXPECT_EQ(value + 1 - 1, value);
        EXPECT_EQ(value - 1 + 1, value);
        EXPECT_EQ(value * 2 / 2, value);
        EXPECT_EQ(value * a / a, value);
        EXPECT_EQ(value + a - a, value);
        EXPECT_EQ(a + value - a, value);
        EXPECT_EQ(-(-value), value);
        EXPECT_TRUE((value * fraction(1, 2) + value * fraction(1, 2)).is_canonical());
        EXPECT_EQ(value * fraction(1, 2) + value * fraction(1, 2), value);
        EXPECT_EQ(value.terms().size(), number == 0 ? 0U : 1U);
        EXPECT_EQ(value.size(), value.terms().size());
        EXPECT_EQ(value, Polynomial(number)) << "after its terms were asked for";
        EXPECT_TRUE((value - Polynomial(number)).is_zero());
    }
    EXPECT_EQ(Polynomial(kSmallestInteger) / -1 + 1, Polynomial::faulted(Fault::Overflow));
}

TEST(Polynomial, ACopyKeepsItsTerms) {
    Polynomial sum = a + b;
    const Polynomial copy = sum;
    sum += d;
    sum *= 3;
    EXPECT_EQ(plain(copy), "a + b");
    EXPECT_EQ(plain(sum), "3*a + 3*b + 3*d");
    Polynomial number = 7;
    const Polynomial seven = number;
    EXPECT_EQ(seven.terms().size(), 1U);
    number += seven.terms().front().coefficient;
    EXPECT_EQ(seven, 7);
    EXPECT_EQ(number, 14);
}

TEST(Polynomial, ExponentLimits) {
    EXPECT_EQ(plain(pow(a, 4096)), "a^4096");
    EXPECT_EQ(pow(a, 4097).fault(), Fault::Exponent);
    EXPECT_EQ(pow(a, Polynomial(kLargestInteger)).fault(), Fault::Exponent);
    EXPECT_EQ(pow(a, Polynomial(kSmallestInteger)).fault(), Fault::Exponent);
    EXPECT_EQ((pow(a, 4096) * a).fault(), Fault::Exponent);
    EXPECT_EQ((pow(a, 4096) / pow(a, 4096)), 1);
    EXPECT_EQ(pow(a + b, 1000000).fault(), Fault::Exponent);
}

TEST(Polynomial, TermLimits) {
    Polynomial sum;
    for (int i = 0; i < 100; ++i) sum += Polynomial::symbol("x" + std::to_string(i));
    EXPECT_EQ((sum * sum).fault(), Fault::TooManyTerms);  // 5050 terms
    EXPECT_EQ(pow(sum, 50).fault(), Fault::TooManyTerms);
    EXPECT_EQ(pow(a + b + d + h, 100).fault(), Fault::TooManyTerms);
    EXPECT_EQ(Polynomial::symbol(std::string(2'000'000, 'x')).fault(), Fault::TooManyTerms);
}

TEST(Polynomial, SumsUpToTheLimitOfTerms) {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < Polynomial::kMostTerms; ++i) {
        terms.push_back({Integer{1}, {{Atom("x" + std::to_string(i)), 1}}});
    }
    const Polynomial sum = Polynomial::from_terms(terms);
    EXPECT_EQ(sum.terms().size(), Polynomial::kMostTerms);
    EXPECT_TRUE((sum - sum).is_zero());
    EXPECT_TRUE((sum + 2 * sum).is_canonical());
    EXPECT_EQ((sum + Polynomial::symbol("y")).fault(), Fault::TooManyTerms);
    EXPECT_EQ((sum + sum * sum).fault(), Fault::TooManyTerms);
}

TEST(Polynomial, NestedFunctionsAreBounded) {
    Polynomial value = a;
    for (int i = 0; i < 10'000; ++i) value = floor(ceil(value * b + 1) / d);
    EXPECT_EQ(value.fault(), Fault::TooManyTerms);
}

TEST(Polynomial, SharedPartsDoNotMultiply) {
    Polynomial value = a;
    for (int i = 0; i < 100; ++i) value = floor(value / 2 + value * value / 3);
    EXPECT_EQ(value.fault(), Fault::TooManyTerms);
}

TEST(Polynomial, ErrorsOfFaults) {
    EXPECT_EQ(error_of(Fault::Overflow).code, ErrorCode::Overflow);
    EXPECT_EQ(error_of(Fault::TooManyTerms).code, ErrorCode::TooComplex);
    EXPECT_EQ(error_of(Fault::DivisionByZero).code, ErrorCode::Domain);
    EXPECT_EQ(error_of(Fault::Exponent, {2, 5}).span, (Span{2, 5}));
    EXPECT_EQ(error_of(Fault::Overflow).message.id(), "fault.overflow");
    EXPECT_EQ(to_string(Fault::Overflow), message_of(Fault::Overflow).english());
}

}  // namespace
}  // namespace paramscope
