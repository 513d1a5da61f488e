// Reads numbers of parameters as tools print them: `1,234`, `48.1 K`, `25.6M`.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope {

struct PrintedNumber {
    Integer value = 0;
    Integer precision =
        0;  ///< how far the true number may differ from `value`; 0 for one with all its digits
    std::size_t length = 0;  ///< bytes read, with the unit
};

/// The number that `text` begins with: digits, perhaps with commas, a fraction and a unit (`k`, `K`, `M`,
/// `G`, `B`, `T` for powers of 1000). Zeros after the point without a unit keep it exact (`14,714,688.0`).
/// nullopt when there is none, for other fractions without a unit, and for more than 18 digits.
std::optional<PrintedNumber> read_printed_number(std::string_view text);

/// True when both may be roundings of the same number.
bool may_be_equal(const PrintedNumber& a, const PrintedNumber& b);

}  // namespace paramscope
