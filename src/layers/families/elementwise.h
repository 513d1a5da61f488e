// Operations for each element of common element-wise functions.
#pragma once

#include "layers/layer.h"

namespace paramscope::elementwise {

inline constexpr ElementOperations kCompare = {.compare = 1};
inline constexpr ElementOperations kScaledCompare = {.multiply = 1, .compare = 1};
inline constexpr ElementOperations kClamp = {.compare = 2};
inline constexpr ElementOperations kHardGate = {.add = 1, .multiply = 1, .compare = 2};   // relu6(x + 3) / 6
inline constexpr ElementOperations kHardSwish = {.add = 1, .multiply = 2, .compare = 2};  // x · that
inline constexpr ElementOperations kSigmoid = {.add = 1, .divide = 1, .exp = 1};          // 1 / (1 + e⁻ˣ)
inline constexpr ElementOperations kSilu = {.add = 1, .multiply = 1, .divide = 1, .exp = 1};
inline constexpr ElementOperations kTanh = {.add = 2, .divide = 1, .exp = 1};    // 1 - 2 / (e²ˣ + 1)
inline constexpr ElementOperations kGelu = {.add = 1, .multiply = 3, .exp = 1};  // x · (1 + erf x/√2) / 2
inline constexpr ElementOperations kExponentialUnit = {.add = 1, .multiply = 1, .exp = 1, .compare = 1};
inline constexpr ElementOperations kSoftplus = {.add = 1, .exp = 2};  // log(1 + eˣ)
inline constexpr ElementOperations kMish = {.add = 3, .multiply = 1, .divide = 1, .exp = 3};
inline constexpr ElementOperations kSoftmax = {.add = 2, .divide = 1, .exp = 1, .compare = 1};
inline constexpr ElementOperations kMultiply = {.multiply = 1};
inline constexpr ElementOperations kExp = {.exp = 1};
inline constexpr ElementOperations kSqrt = {.sqrt = 1};
inline constexpr ElementOperations kNormalize = {.add = 2, .multiply = 1, .divide = 1, .sqrt = 1};

}  // namespace paramscope::elementwise
