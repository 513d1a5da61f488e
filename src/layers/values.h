// Values of formulas at the hyper-parameters of one count, for all who decide by them.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/formula_values.h"
#include "algebra/polynomial.h"
#include "layers/value_checks.h"

namespace paramscope {

/// Evaluates formulas. A decision asks as little as it needs: whether a size is 1 or more, not how large it
/// is. Other values then often leave it as it is (count/recount.h).
class Values {
  public:
    /// `symbols` gives the same values all the time. What is asked is noted in `checks`, which may be null.
    explicit Values(SymbolValues symbols, ValueChecks* checks = nullptr)
        : symbols_(std::move(symbols)), checks_(checks) {}

    // Known formulas refer to this object.
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    /// True when a symbol has a value.
    bool is_known(std::string_view symbol) const { return symbols_(symbol).has_value(); }

    /// As evaluate().
    Result<Rational> result(const Polynomial& formula) const;
    /// The value; nullopt for any error.
    std::optional<Rational> value(const Polynomial& formula) const;
    /// The value where it is a whole number.
    std::optional<Integer> integer(const Polynomial& formula) const;
    /// True when both are the same formula or have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;
    /// What the value is to somebody who needs a size of `least` or more.
    SizeKind size_kind(const Polynomial& size, int least) const;
    /// False when both are whole numbers and the first is no multiple of the second.
    bool may_be_multiple(const Polynomial& whole, const Polynomial& part) const;

    /// The same values for what is shown and decides nothing.
    const FormulaValues& shown() const { return formulas_; }

  private:
    std::optional<Rational> ask(Question question, const Polynomial& a, const Polynomial& b) const;

    SymbolValues symbols_;
    FormulaValues formulas_{symbols_};
    ValueChecks* checks_;
};

}  // namespace paramscope
