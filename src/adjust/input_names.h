// Names for the sizes of inputs that a text gives as numbers.
#pragma once

#include <vector>

#include "adjust/adjust.h"

namespace paramscope::adjust {

/// Writes the batch, the length and the sides of images of the inputs of `adjustable->text` as
/// hyper-parameters, where the model takes other values of them.
void name_inputs(Adjustable* adjustable, const Say& say);

/// The same, where a text without an input first gets the line of `given`, or of a suggested one where none
/// is given. Leaves the text unchanged where it finds no sizes to name.
void state_input(Adjustable* adjustable, const std::vector<Dims>& given, const Say& say);

}  // namespace paramscope::adjust
