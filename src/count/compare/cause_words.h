// A cause of a difference in words.
#pragma once

#include <string>

#include "base/message.h"
#include "count/compare/causes.h"

namespace paramscope {

/// What changed: "wider gate_proj, up_proj, down_proj: 11,008 → 14,336".
Message title_of(const Cause& cause);

/// "12 smaller differences".
Message title_of_smaller(const LargestCauses& largest);

/// Where it changed: "32 in model.layers.*.self_attn", "2 modules".
Message place_of(const Cause& cause);

/// The formulas of both models with the hyper-parameters that changed: "2·H²·L → 2·H·K·L (K: 512 → 1024)"; of
/// layers what one counts. "" without hyper-parameters.
std::string formula_of(const Report& left, const Report& right, const Cause& cause, CauseMeasure measure);

/// `2·H²·L`, or "" for zero.
std::string formula_text(const Polynomial& formula);

}  // namespace paramscope
