// Gives the layout of what layers and functions make, and tells which tensors they copy first.
#pragma once

#include <cstddef>
#include <vector>

#include "count/flow/recorder.h"
#include "count/passes/steps/layout.h"
#include "count/report/report.h"

namespace paramscope {

/// A call of a function, the arrows of its inputs, and their layouts.
struct LaidOutCall {
    const FlowStep& step;
    const std::vector<const FlowArrow*>& arrows;
    const std::vector<Layout>& layouts;  ///< of each arrow
};

/// The layout of a layer's output: activations and dropout keep the order of the numbers, dense layers
/// and norms of rows do not; convolutions may. Recurrent layers have the steps first. Shapes may be null: not
/// known.
Layout layout_of_layer(const NodeReport& row, const std::vector<Layout>& given, const Dims* input,
                       const Dims* output);

/// The layout of a function's output.
Layout layout_of_step(const LaidOutCall& call, const Dims* output);

/// True where a product of a tensor's rows with a matrix copies them first: its dimensions but the last are
/// one for it. A kernel's own copy of rows with gaps is there for a moment.
bool is_copied_for_weights(const Layout& layout, const Dims& shape, bool is_training);

/// True where a function copies one of its tensors first, whose layout is known. `is_single`: its first
/// dimension is of one number.
bool is_copied(const LaidOutCall& call, std::size_t operand, const Dims& output, bool is_single,
               bool is_training);

/// The shape of the copy of an operand of a product whose batches are repeated for the other's; nullopt where
/// the product does without a copy.
std::optional<Dims> repeated_for_product(const LaidOutCall& call, std::size_t operand, const Dims& output);

/// True for an einsum that adds nothing up: 'bij,bj->bij'.
bool is_elementwise_einsum(const FlowStep& step);

}  // namespace paramscope
