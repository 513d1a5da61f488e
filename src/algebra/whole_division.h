// Division of polynomials whose symbols are whole numbers.
#pragma once

#include "algebra/polynomial.h"

namespace paramscope {

/// floor(a / b) where all symbols are whole numbers: 2·d // 2 is d.
Polynomial floor_divide_whole(const Polynomial& a, const Polynomial& b);
/// a - b * floor(a / b) where all symbols are whole numbers: 2·d % 2 is 0.
Polynomial modulo_whole(const Polynomial& a, const Polynomial& b);

}  // namespace paramscope
