// A formula in short symbols, with a legend that says what each stands for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/print.h"
#include "count/report/report.h"

namespace paramscope {

/// One line of the legend.
struct NamedSize {
    std::string symbol;   ///< "C_in", "H_1"
    std::string meaning;  ///< the argument or hyper-parameter, "in_channels"; "" where it has no other name
    Rational value;
    /// What makes it: floor((H_in + 2*P - K)/S) + 1. Zero for a size that is given.
    Polynomial made_of;
};

struct NamedFormula {
    Polynomial formula;
    std::vector<NamedSize> sizes;  ///< of the symbols of `formula`, then of those that made them

    /// The size of that symbol, null for others.
    const NamedSize* find(std::string_view symbol) const;
    /// The values of the sizes; refers to this object.
    SymbolValues values() const;
    /// The symbols of the sizes with their values.
    std::vector<std::pair<std::string, Rational>> numbers() const;
    /// True when numbers_text() is neither the formula nor the result: false for a constant and for one
    /// symbol.
    bool numbers_differ() const;
};

/// Formulas that take the places of symbols.
using NewSymbols = std::map<std::string, Polynomial, std::less<>>;
Polynomial renamed(const Polynomial& formula, const NewSymbols& names);

/// The formula with the values of its sizes put in, not multiplied out: `2·3·7·7·64·112·112`.
std::string numbers_text(const NamedFormula& named, Notation notation);

/// A formula over the model's hyper-parameters as people write it: lengths of feature maps have a name each
/// instead of being multiplied out (9408*batch*H_out*W_out, H_out = floor((height - 1)/2) + 1), and long
/// names of hyper-parameters have a short symbol.
NamedFormula named_formula(const Report& report, const Polynomial& formula);

/// Symbols by the names of the hyper-parameters that they stand for: d for hidden_size.
using ShortNames = std::map<std::string, std::string, std::less<>>;

/// A symbol for each hyper-parameter of a report whose name is long, for a text with several formulas. No two
/// are alike, and none is the name of another hyper-parameter.
ShortNames short_names(const Report& report);

/// The formula in those symbols.
Polynomial with_short_names(const Polynomial& formula, const ShortNames& names);

}  // namespace paramscope
