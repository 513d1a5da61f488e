#include "layers/values.h"

namespace paramscope {

std::optional<Rational> Values::ask(Question question, const Polynomial& a, const Polynomial& b) const {
    const std::optional<Rational> found = answer(question, a, b, formulas_);
    if (checks_ != nullptr && !(a.is_constant() && b.is_constant())) checks_->add(question, a, b, found);
    return found;
}

Result<Rational> Values::result(const Polynomial& formula) const {
    ask(Question::Value, formula, {});
    return formulas_.result(formula);
}

std::optional<Rational> Values::value(const Polynomial& formula) const {
    if (formula.is_constant()) return formula.constant();
    return ask(Question::Value, formula, {});
}

std::optional<Integer> Values::integer(const Polynomial& formula) const {
    if (const auto whole = formula.whole()) return *whole;
    const std::optional<Rational> known = value(formula);
    return known && known->is_integer() ? std::optional(known->numerator()) : std::nullopt;
}

bool Values::equal(const Polynomial& a, const Polynomial& b) const {
    if (a == b) return true;
    if (a.whole() && b.whole()) return false;
    return ask(Question::Equal, a, b) == Rational(1);
}

SizeKind Values::size_kind(const Polynomial& size, int least) const {
    if (const auto whole = size.whole()) return *whole < least ? SizeKind::TooSmall : SizeKind::Fits;
    return static_cast<SizeKind>(static_cast<int>(ask(Question::Size, size, least)->numerator()));
}

bool Values::may_be_multiple(const Polynomial& whole, const Polynomial& part) const {
    return ask(Question::Multiple, whole, part) != Rational(0);
}

}  // namespace paramscope
