// Which sizes are equal by the structure of a model, where its flow alone leaves them free.
#pragma once

#include "adjust/equations.h"
#include "adjust/flow_probe.h"
#include "adjust/sizes.h"

namespace paramscope::adjust {

/// Limit for the different numbers that unknown modules may read; with more, any number may be one.
inline constexpr std::size_t kMostNumbers = 1'000;

/// True where so many features may be those of a module that shows `number`, or a part of them.
bool may_be_part_of(std::int64_t features, std::int64_t number);

/// Adds what layers require of their own sizes: MultiheadAttention's out_proj is square, a depthwise
/// convolution keeps its channels, adapters of one rank keep it.
void add_layer_rules(const SizedModel& sized, Equations* equations);

/// Adds that modules built alike have equal sizes: of one class, or side by side in a list, at the same place
/// and with the same number.
void add_equal_modules(const SizedModel& sized, Equations* equations);

/// Adds that projections to queries and back from attention are square where their numbers are.
void add_square_attention(const SizedModel& sized, const Requirements& requirements, Equations* equations);

/// Adds that a linear layer which keeps the width of attention is square, as a pooler is; hidden layers,
/// which lead back to that width, are none.
void add_square_layers(const SizedModel& sized, const Requirements& requirements, Equations* equations);

/// Adds that a normalization beside the projections of an attention, which the flow does not call, normalizes
/// all features of one, or those of each head.
void add_head_norms(const SizedModel& sized, ProbeResult* probe, Equations* equations);

/// Fixes the sizes of divisions that are not those of one size by another: nobody could say which values fit.
void fix_unsolved_multiples(const Requirements& requirements, Equations* equations);

/// Fixes sizes that a module which the flow does not call may read.
void fix_of_uncalled(const SizedModel& sized, const ProbeResult& probe, Equations* equations);

/// Joins the pieces of a model whose flow is unknown, where the order of the text allows one reading; fixes
/// the sizes where it does not.
void join_pieces(const SizedModel& sized, const ProbeResult& probe, Equations* equations);

/// Fixes sizes that equal a number of a module about which nothing is known, or divide it.
void fix_of_unknown_modules(const SizedModel& sized, const ProbeResult& probe, Equations* equations);

}  // namespace paramscope::adjust
