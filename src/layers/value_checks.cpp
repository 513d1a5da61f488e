#include "layers/value_checks.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

SizeKind size_kind(const Polynomial& size, const Polynomial& least, const FormulaValues& values) {
    if (const std::optional<Integer> whole = values.integer(size))
        return Rational(*whole) < values.value(least).value_or(Rational()) ? SizeKind::TooSmall
                                                                           : SizeKind::Fits;
    return values.value(size) ? SizeKind::Fraction : SizeKind::Unknown;
}

std::optional<Rational> is_multiple(const Polynomial& whole, const Polynomial& part,
                                    const FormulaValues& values) {
    const std::optional<Integer> a = values.integer(whole), b = values.integer(part);
    if (!a || !b) return std::nullopt;
    return Rational(*b != 0 && *a % *b == 0 ? 1 : 0);
}

}  // namespace

std::optional<Rational> answer(Question question, const Polynomial& a, const Polynomial& b,
                               const FormulaValues& values) {
    switch (question) {
        case Question::Value:
            return values.value(a);
        case Question::Equal: {
            const std::optional<Rational> left = values.value(a), right = values.value(b);
            return Rational(left && right && *left == *right ? 1 : 0);
        }
        case Question::Size:
            return Rational(static_cast<int>(size_kind(a, b, values)));
        case Question::Multiple:
            break;
    }
    return is_multiple(a, b, values);
}

void ValueChecks::add(Question question, const Polynomial& a, const Polynomial& b,
                      const std::optional<Rational>& answer) {
    if (checks_.size() < kMostChecks) {
        checks_.insert({question, a, b, answer});
    } else {
        is_full_ = true;
    }
}

bool ValueChecks::hold(const FormulaValues& values) const {
    return !is_full_ && all_of(checks_, [&](const Check& check) {
        return answer(check.question, check.a, check.b, values) == check.answer;
    });
}

bool ValueChecks::Check::operator<(const Check& other) const {
    if (question != other.question) return question < other.question;
    const int order = compare(a, other.a);
    return order != 0 ? order < 0 : compare(b, other.b) < 0;
}

}  // namespace paramscope
