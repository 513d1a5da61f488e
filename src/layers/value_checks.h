// What a count asked of the values of hyper-parameters, and the answers: where other values answer the same,
// the count would be the same in all but its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

#include "algebra/formula_values.h"
#include "algebra/polynomial.h"

namespace paramscope {

/// What can be asked of the values of two formulas. An answer is a number; nullopt where a value is unknown.
enum class Question : std::uint8_t {
    Value,     ///< the value of the first
    Equal,     ///< 1 where both have one value, else 0
    Size,      ///< the SizeKind of the first, where the second is the least size
    Multiple,  ///< 1 where the first is a whole multiple of the second, 0 where both are other whole numbers
};

/// What a number is to somebody who needs a size.
enum class SizeKind : std::uint8_t {
    Fits,      ///< a whole number, at least as large as the least size
    TooSmall,  ///< a smaller whole number
    Fraction,
    Unknown,
};

std::optional<Rational> answer(Question question, const Polynomial& a, const Polynomial& b,
                               const FormulaValues& values);

/// Questions with their answers.
class ValueChecks {
  public:
    /// More different questions are not kept.
    static constexpr std::size_t kMostChecks = 20'000;

    void add(Question question, const Polynomial& a, const Polynomial& b,
             const std::optional<Rational>& answer);
    /// True when all questions are kept and have the same answers for these values.
    bool hold(const FormulaValues& values) const;

  private:
    struct Check {
        Question question;
        Polynomial a, b;
        std::optional<Rational> answer;

        /// Orders checks by what is asked: one question has one answer.
        bool operator<(const Check& other) const;
    };

    std::set<Check> checks_;
    bool is_full_ = false;
};

}  // namespace paramscope
