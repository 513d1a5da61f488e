// Plays a tape at given sizes: which tensors are in memory at which moment of a pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/polynomial.h"
#include "count/passes/tape.h"

namespace paramscope {

/// What tensors of a pass are there for.
enum class TensorUse : std::uint8_t {
    Input,      ///< of the model, and its output
    Kept,       ///< for the backward pass
    Working,    ///< values and gradients of activations, until they are used
    Gradient,   ///< of weights
    Workspace,  ///< of a kernel, while it runs
    Rounding,   ///< what the allocator gives more than is asked for
};
inline constexpr std::size_t kTensorUses = 6;

/// Bytes of the tensors of each use.
using BytesByUse = std::array<std::int64_t, kTensorUses>;

/// One tensor of a pass.
struct PlayedTensor {
    TensorId tensor = kNoTensor;  ///< none of the tape's: a workspace whose size is no formula
    std::uint32_t module = 0;     ///< that made it
    TensorUse use = TensorUse::Working;
    std::int64_t bytes = 0;
    std::int64_t allocated = 0;  ///< with what the allocator gives more than is asked for
};

/// A tensor is allocated or freed.
struct PlayedEvent {
    std::uint32_t tensor = 0;  ///< index of a PlayedTensor
    bool is_freed = false;
};

struct PlayOptions {
    bool is_training = false;
    bool recomputes = false;  ///< blocks keep their inputs alone, and are done again in the backward pass
    Integer gradient_shares =
        1;  ///< how many devices share the gradients of the weights; 0: the host has them
    bool has_gradients = false;         ///< those of an earlier pass, to which this one adds its own
    bool recomputes_attention = false;  ///< its scores are not kept, and are done again
    bool rounds = true;                 ///< as the allocator of a GPU
    bool gathers = false;  ///< whole gradients of the layers that run are counted with their gathered weights
};

/// A pass, in order.
struct Play {
    std::vector<PlayedTensor> tensors;
    std::vector<PlayedEvent> events;
    std::size_t backward = 0;  ///< the first event of the backward pass
    /// Bytes that the forward pass keeps for each of the tape's kinds of operations: what two keep is in
    /// both.
    std::vector<std::int64_t> kept_by;
    bool is_whole = true;  ///< false: a size is not known, or there are more than kMostTapeSteps steps
};

/// The moment of a pass with most bytes.
struct Peak {
    std::int64_t bytes = 0;
    std::size_t events = 0;  ///< how many there are before it
};

Play play(const Tape& tape, const PlayOptions& options, const SymbolValues& values);

/// Leaves the memory of a pass that is not needed any more to the next one.
void keep_lists(Play& play);

/// The peak of a pass, of which a device has a part of each tensor: one of so many; 0: none. Empty: all.
Peak find_peak(const Play& play, const std::vector<std::int64_t>& divisors = {});

/// What is there after a number of events.
BytesByUse bytes_after(const Play& play, std::size_t events);
/// The tensors that are there after a number of events, as indices.
std::vector<std::uint32_t> alive_after(const Play& play, std::size_t events);

/// The bytes of a tensor as PyTorch's caching allocator gives them: whole 512 bytes, and from 10 MB on whole
/// 2 MiB where at most 1 MiB would be left over (c10/cuda/CUDACachingAllocator.cpp).
std::int64_t allocated_bytes(std::int64_t bytes);

}  // namespace paramscope
