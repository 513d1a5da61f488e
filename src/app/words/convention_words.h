// What a convention counts, as a sum in words.
#pragma once

#include <string>

#include "count/explain/explain_conventions.h"

namespace paramscope::app {

/// "4.11 G", "≥ 4.11 G" or "unknown".
std::string total_in_short(const ConventionFigure& figure);

/// "2 × 4.09 G multiply-accumulates of convolutions and linear layers + 22.2 M in normalization layers = 8.20
/// G": rounded numbers that add up. The figure has a value.
std::string sum_in_words(const ConventionFigure& figure);

/// The larger of two figures as the smaller and what it counts more: "torch 8.18 G = fvcore 4.11 G + …". Both
/// have values.
std::string difference_in_words(const ConventionFigure& first, const ConventionFigure& second);

}  // namespace paramscope::app
