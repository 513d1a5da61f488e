// Requirements: what the sizes of a model must satisfy so that its shapes fit.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// What sizes had to satisfy and did not.
struct Unmet {
    enum class Kind : std::uint8_t {
        Equal,     ///< both have one value
        Multiple,  ///< the first is a whole multiple of the second
        Least,     ///< the first is the second or more
        Most,      ///< the first is the second or less
    };
    Kind kind = Kind::Equal;
    Polynomial actual, expected;
};

/// What a forward pass required of sizes. Each entry holds for the values of the hyper-parameters at hand;
/// its formulas tell what other values must satisfy.
struct Requirements {
    using Pair = std::pair<Polynomial, Polynomial>;

    std::vector<Pair> equal;          ///< formulas of one value
    std::vector<Pair> multiple;       ///< the first is a whole multiple of the second
    std::vector<Polynomial> queries;  ///< widths of queries, which heads split
    std::vector<Pair> cut;            ///< a size, and a place in it where it is cut
    std::optional<Unmet> unmet;       ///< the first that was not satisfied

    void refuse(Unmet::Kind kind, const Polynomial& actual, const Polynomial& expected) {
        if (!unmet) unmet = Unmet{kind, actual, expected};
    }

    /// The number of entries, so that those of a rejected attempt can be dropped.
    struct Mark {
        std::size_t equal, multiple, queries, cut;
    };
    Mark mark() const { return {equal.size(), multiple.size(), queries.size(), cut.size()}; }
    void drop_after(const Mark& mark) {
        equal.resize(mark.equal);
        multiple.resize(mark.multiple);
        queries.resize(mark.queries);
        cut.resize(mark.cut);
    }
};

}  // namespace paramscope
