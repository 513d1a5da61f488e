// Questions about signals that the forward pass asks in several places.
#pragma once

#include <cstddef>

#include "count/environment/environment.h"
#include "layers/signal.h"

namespace paramscope {

/// How many tensors a tuple may hold, those of nested tuples included; also the most skip connections, and
/// the most modules that are called in turn.
inline constexpr std::size_t kMaxSignals = 10'000;

/// The signal itself; of a tuple its first tensor, as LSTM and attention return several and the next layer
/// uses the first. Refers to `signal`.
const Signal& first_tensor(const Signal& signal);

/// True when the first tensors of both have equal sizes.
bool have_same_shape(const Signal& a, const Signal& b, const Environment& environment);

/// True when a tuple holds at most `most` signals, tuples and nested items included.
bool holds_at_most(const Signal& signal, std::size_t most);

}  // namespace paramscope
