// Helpers of the algebra's tests: formulas from text, and values printed in failures.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "algebra/parse.h"
#include "algebra/polynomial.h"
#include "algebra/print.h"

namespace paramscope {

inline void PrintTo(const Rational& value, std::ostream* out) {
    *out << to_string(value);
}
inline void PrintTo(const Polynomial& value, std::ostream* out) {
    *out << print(value, Notation::Plain);
}

/// The polynomial of a text that must be correct.
inline Polynomial formula(std::string_view text) {
    Result<Polynomial> parsed = parse_expression(text);
    if (!parsed) {
        ADD_FAILURE() << "'" << text << "': " << parsed.error().message.english();
        return Polynomial::faulted(Fault::Overflow);
    }
    return *parsed;
}

inline std::string plain(const Polynomial& value) {
    return print(value, Notation::Plain);
}

/// numerator / denominator, which must be a fraction that fits.
inline Rational fraction(Integer numerator, Integer denominator = 1) {
    return Rational::make(numerator, denominator).value_or(Rational());
}

/// Values of symbols for evaluate().
inline SymbolValues values_from(std::map<std::string, Rational, std::less<>> values) {
    return [values = std::move(values)](std::string_view name) -> std::optional<Rational> {
        const auto found = values.find(name);
        if (found == values.end()) return std::nullopt;
        return found->second;
    };
}

}  // namespace paramscope
