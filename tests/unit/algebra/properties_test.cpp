// Random formulas: the laws of arithmetic, text that reads back, values that agree with plain calculation.
#include <random>

#include "unit/algebra/algebra_testing.h"

namespace paramscope {
namespace THIS_FILE {

constexpr int kRounds = 1500;

/// A random formula beside the value that calculating step by step with numbers gives it, if that exists.
struct Sample {
    Polynomial formula;
    std::optional<Rational> value;
};

using Binary = std::optional<Rational> (*)(const Rational&, const Rational&);

std::optional<Rational> combined(const Sample& a, const Sample& b, Binary function) {
    if (!a.value || !b.value) return std::nullopt;
    return function(*a.value, *b.value);
}

/// Makes random formulas of a few symbols with small values.
class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {
        for (const char* name : {"a", "b", "c", "d_1"}) values_[name] = fraction(1 + below(9), 1 + below(3));
    }

    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

    SymbolValues values() const { return values_from(values_); }

    Sample leaf() {
        if (below(3) == 0) {
            const Rational number = fraction(below(13) - 6, below(4) == 0 ? 1 + below(5) : 1);
            return {number, number};
        }
        auto symbol = values_.begin();
        std::advance(symbol, below(static_cast<int>(values_.size())));
        return {Polynomial::symbol(symbol->first), symbol->second};
    }

    /// Sums and products of symbols, numbers and their inverses.
    Sample laurent(int depth) {
        if (depth == 0 || below(6) == 0) return leaf();
        const Sample a = laurent(depth - 1);
        if (below(6) == 0) {
            const Sample divisor = leaf();
            if (divisor.formula.is_zero()) return a;
            return {a.formula / divisor.formula, combined(a, divisor, &checked_divide)};
        }
        return sum_or_product(a, laurent(depth - 1));
    }

    /// Everything there is.
    Sample any(int depth) {
        if (depth == 0 || below(8) == 0) return leaf();
        const Sample a = any(depth - 1);
        switch (below(9)) {
            case 0:
                return {floor(a.formula), a.value ? std::optional<Rational>(floor(*a.value)) : std::nullopt};
            case 1:
                return {ceil(a.formula), a.value ? std::optional<Rational>(ceil(*a.value)) : std::nullopt};
            case 2:
                return divided(a, any(depth - 1));
            case 3:
                return whole_power(a, below(5) - 2);
            case 4:
                return extreme(a, any(depth - 1));
            case 5:
                return symbolic_power(any(depth - 1));
            default:
                return sum_or_product(a, any(depth - 1));
        }
    }

  private:
    Sample sum_or_product(const Sample& a, const Sample& b) {
        switch (below(3)) {
            case 0:
                return {a.formula + b.formula, combined(a, b, &checked_add)};
            case 1:
                return {a.formula - b.formula, combined(a, b, &checked_subtract)};
            default:
                return {a.formula * b.formula, combined(a, b, &checked_multiply)};
        }
    }

    Sample divided(const Sample& a, const Sample& b) {
        if (b.formula.is_zero() || !b.value || b.value->is_zero()) return a;
        const Polynomial quotient = a.formula / b.formula;
        if (quotient.fault() == Fault::DivisionByZero) return a;  // b turned out to be zero
        return {quotient, combined(a, b, &checked_divide)};
    }

    Sample whole_power(const Sample& a, int exponent) {
        const Polynomial power = pow(a.formula, exponent);
        if (power.fault() == Fault::DivisionByZero) return a;
        return {power, a.value ? checked_power(*a.value, exponent) : std::nullopt};
    }

    Sample extreme(const Sample& a, const Sample& b) {
        const bool is_min = below(2) == 0;
        const Polynomial result = is_min ? min(a.formula, b.formula) : max(a.formula, b.formula);
        if (!a.value || !b.value) return {result, std::nullopt};
        return {result, is_min ? std::min(*a.value, *b.value) : std::max(*a.value, *b.value)};
    }

    Sample symbolic_power(const Sample& exponent) {
        const int base = below(4) - 1;
        const Polynomial power = pow(base, floor(exponent.formula));
        if (power.fault() == Fault::DivisionByZero || !exponent.value) return {power, std::nullopt};
        return {power, checked_power(Rational(Integer{base}), floor(*exponent.value))};
    }

    std::mt19937 random_;
    std::map<std::string, Rational, std::less<>> values_;
};

TEST(Properties, RingAxioms) {
    Generator random(1);
    for (int i = 0; i < kRounds; ++i) {
        const Polynomial x = random.laurent(4).formula;
        const Polynomial y = random.laurent(4).formula;
        const Polynomial z = random.laurent(3).formula;
        SCOPED_TRACE("x = " + plain(x) + ", y = " + plain(y) + ", z = " + plain(z));
        EXPECT_EQ(x + y, y + x);
        EXPECT_EQ(x * y, y * x);
        EXPECT_EQ((x + y) + z, x + (y + z));
        EXPECT_EQ((x * y) * z, x * (y * z));
        EXPECT_EQ(x * (y + z), x * y + x * z);
        EXPECT_EQ(x + 0, x);
        EXPECT_EQ(x * 1, x);
        EXPECT_EQ(x - x, 0);
        EXPECT_EQ(x - y, x + -y);
        EXPECT_TRUE((x * y).is_canonical());
        if (HasFailure()) break;
    }
}

TEST(Properties, DivisionUndoesMultiplication) {
    Generator random(2);
    for (int i = 0; i < kRounds; ++i) {
        const Polynomial x = random.laurent(3).formula;
        const Polynomial y = random.laurent(3).formula;
        if (y.is_zero()) continue;
        EXPECT_EQ(x * y / y, x) << "x = " << plain(x) << ", y = " << plain(y);
        EXPECT_EQ(x / y * y, x) << "x = " << plain(x) << ", y = " << plain(y);
        if (HasFailure()) break;
    }
}

TEST(Properties, ValuesAgreeWithCalculation) {
    int compared = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        Generator random(100 + seed);
        for (int i = 0; i < 100; ++i) {
            const Sample sample = random.any(4);
            if (sample.formula.is_faulted() || !sample.value) continue;
            const Result<Rational> value = evaluate(sample.formula, random.values());
            if (!value && value.error().code == ErrorCode::Overflow) continue;
            ASSERT_TRUE(value) << plain(sample.formula) << ": " << value.error().message.english();
            ASSERT_EQ(*value, *sample.value) << plain(sample.formula);
            ++compared;
        }
    }
    EXPECT_GT(compared, 2000);
}

TEST(Properties, PlainTextReadsBack) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        Generator random(200 + seed);
        for (int i = 0; i < 100; ++i) {
            const Polynomial value = random.any(4).formula;
            if (value.is_faulted()) continue;
            const std::string text = plain(value);
            const Result<Polynomial> read = parse_expression(text);
            ASSERT_TRUE(read) << text << ": " << read.error().message.english();
            ASSERT_EQ(*read, value) << text;
        }
    }
}

TEST(Properties, SubstitutingNumbersEvaluates) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Generator random(300 + seed);
        const SymbolValues values = random.values();
        const SymbolReplacements numbers = [&values](std::string_view name) -> std::optional<Polynomial> {
            return Polynomial(*values(name));
        };
        for (int i = 0; i < 100; ++i) {
            const Polynomial formula = random.any(4).formula;
            const Result<Rational> value = evaluate(formula, values);
            if (!value) continue;
            const Polynomial substituted = substitute(formula, numbers);
            ASSERT_EQ(substituted.constant(), *value) << plain(formula);
        }
    }
}

TEST(Properties, SubstitutingNothingChangesNothing) {
    Generator random(4);
    for (int i = 0; i < kRounds; ++i) {
        const Polynomial value = random.any(4).formula;
        if (value.is_faulted()) continue;
        ASSERT_EQ(substitute(value, [](std::string_view) { return std::nullopt; }), value) << plain(value);
        ASSERT_TRUE(value.is_canonical());
    }
}

}  // namespace
}  // namespace paramscope
