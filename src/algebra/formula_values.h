// Values of many formulas over the same symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "algebra/polynomial.h"

namespace paramscope {

/// Evaluates formulas and keeps the value of each symbol and function in them: formulas of one model are made
/// of the same few.
class FormulaValues {
  public:
    /// `values` must outlive this, and give the same values all the time.
    explicit FormulaValues(const SymbolValues& values) : values_(values) {}

    /// As evaluate().
    Result<Rational> result(const Polynomial& formula) const;
    /// The value; nullopt for any error.
    std::optional<Rational> value(const Polynomial& formula) const;
    /// The value where it is a whole number.
    std::optional<Integer> integer(const Polynomial& formula) const;

  private:
    struct Known {
        Atom atom;  ///< keeps it alive, and so its identity its own
        Result<Rational> value;
        std::optional<std::int64_t> small;  ///< the value, where it is a whole number of 64 bits
    };

    /// The value where it, and all on the way to it, are whole numbers of 64 bits; nullopt for others.
    std::optional<std::int64_t> small_value(const Polynomial& formula) const;
    Result<Rational> result(const Term& term) const;
    Result<Rational> result(const Power& power) const;
    const Known& known(const Atom& atom) const;
    Result<Rational> symbol_or_function(const Atom& atom) const;

    const SymbolValues& values_;
    mutable std::unordered_map<const void*, Known> known_;  ///< by Atom::identity()
};

}  // namespace paramscope
