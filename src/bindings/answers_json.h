// Writes a derivation and the engine's inventory as JSON for web/api.
#pragma once

#include <string>

#include "algebra/print.h"
#include "count/explain/explain.h"

namespace paramscope::bindings {

/// {"total": LINE, "parts": [LINE, ...], "approximation": {"formula", "value", "error", "close"} | null}
/// where LINE is
/// {"subject", "formula", "numbers", "numbers_differ", "result", "values": {NAME: value}}; formulas in the
/// notation asked for, `error` as relative_error() writes it.
std::string write_json_explanation(const Explanation& explanation, Notation notation);

/// {"conventions": [{"name", "summary"}], "formats": [name], "comparison_formats": [name], "optimizers":
/// [name], "devices":
/// [{"name", "memory", "bandwidth", rates in FLOP/s or null, "source"}]}. The shipped models are texts that
/// web/api loads by itself.
std::string write_json_inventory();

}  // namespace paramscope::bindings
