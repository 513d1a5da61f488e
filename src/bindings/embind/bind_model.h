// What both engines bind with Embind.
#pragma once

#include <emscripten/bind.h>

#include "bindings/bound_model.h"

namespace paramscope::bindings {

/// Binds models, their settings and the texts of numbers and formulas. Returns the class of models for what
/// only one engine has. Called once, in EMSCRIPTEN_BINDINGS.
emscripten::class_<BoundModel> bind_model();

}  // namespace paramscope::bindings
