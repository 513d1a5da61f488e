// Compares what print(model) shows of a model with the model that its class builds, whose sizes are formulas,
// and finds the hyper-parameters with which both are the same.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/model.h"

namespace paramscope::open::python {

/// A size that the class builds, and what the print shows in its place.
struct PrintedSize {
    Polynomial formula;
    Integer printed = 0;
};

/// What a comparison found.
struct PrintMatch {
    std::vector<PrintedSize> sizes;      ///< that are formulas
    std::vector<PrintedSize> constants;  ///< numbers of the code that the print has otherwise
    std::set<std::string> activations;   ///< types in place of another one without tensors
    int compared = 0;                    ///< modules that were compared before the first that differs
    std::string difference;  ///< path of the first module that differs in another way; "" for none

    bool is_equal() const { return constants.empty() && activations.empty() && difference.empty(); }
};

using Numbers = std::map<std::string, Integer, std::less<>>;

/// Compares the trees. `usual` has the values of the hyper-parameters in `built`.
PrintMatch match_print(const Module& printed, const Module& built, const Numbers& usual);

/// Values with which all sizes are as printed.
struct SizeSolution {
    bool fits = false;  ///< false when there are no such values
    Numbers values;
    std::set<std::string> open;  ///< hyper-parameters that could have other values, too
};

/// A model beside a print.
struct Comparison {
    PrintMatch match;
    SizeSolution solution;
    Numbers values;  ///< of the model's hyper-parameters

    bool is_as_printed() const { return match.is_equal() && solution.fits && solution.values == values; }
};

/// Solves for the hyper-parameters, those of `given` excepted; where the sizes leave a choice, values are
/// those of `usual`.
SizeSolution solve_sizes(const std::vector<PrintedSize>& sizes, const Numbers& usual,
                         const Numbers& given = {});

/// The value of a formula with these numbers; nullopt for no whole number.
std::optional<Integer> value_of(const Polynomial& formula, const Numbers& numbers);

}  // namespace paramscope::open::python
