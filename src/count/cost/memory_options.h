// What a plan of memory is for: running or training a model, and how.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "count/cost/memory.h"
#include "count/devices/engines.h"
#include "count/passes/build_tape.h"

namespace paramscope {

/// The highest rank of LoRA.
inline constexpr Integer kLargestRank = 1'000'000;

/// What the memory of the host has, and not that of a device (Ren et al., 2021, ZeRO-Offload).
enum class Offload : std::uint8_t {
    None,
    Optimizer,   ///< the optimizer's state and gradients
    Parameters,  ///< weights, too: a device gathers those of layers that run
};

struct MemoryOptions {
    bool is_training = false;
    Optimizer optimizer = Optimizer::Adam;
    /// Of all parameters, a name that bits_of() knows; "": as in the text. From 16 bits on it is also the
    /// type of activations, gradients, keys and values.
    std::string weights_dtype;
    std::string values_dtype{};  ///< of all but the weights; "": by the weights' type, else as in the text
    std::string cache_dtype;     ///< of keys and values; "": as of everything but the weights
    const Engine* engine = nullptr;     ///< that serves; nullptr: eager PyTorch
    bool generates = false;             ///< inference needs the scores of each sequence's last token only
    bool recomputes = false;            ///< training keeps only the inputs of blocks (activations.h)
    bool recomputes_attention = false;  ///< training keeps no scores, nor what is made of them
    /// Kernels of attention where source code does not say which.
    AttentionKernel attention = AttentionKernel::Fused;
    bool has_kernels_of_cpu = false;  ///< else of a GPU
    std::string autocast{};  ///< the type of torch.autocast, a name that bits_of() knows; "": without
    Loss loss = Loss::Mean;
    bool accumulates = false;   ///< gradients of an earlier pass are there: gradient accumulation
    bool drops_output = false;  ///< the backward pass runs without the model's output
    AdapterOptions adapters{};
    Offload offload = Offload::None;
    int zero_stage = 0;   ///< 0 to 3
    Integer devices = 1;  ///< a multiple of the next three together
    Integer tensor_parallel = 1;
    Integer pipeline_parallel = 1;  ///< stages of layers
    Integer expert_parallel = 1;    ///< devices of a stage that have an equal part of the experts each

    friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};

/// True where an option is for inference alone.
inline bool is_serving(const MemoryOptions& options) {
    return options.generates || options.engine != nullptr || !options.cache_dtype.empty();
}

/// True where a device has a part of the layers alone.
inline bool has_parts_of_layers(const MemoryOptions& options) {
    return options.pipeline_parallel > 1 || options.expert_parallel > 1;
}

/// The devices that hold one model: a multiple of them can be at work.
Integer devices_of_a_model(const MemoryOptions& options);

/// True where the devices are a multiple of those that hold one model.
inline bool is_divided(const MemoryOptions& options) {
    return options.devices % devices_of_a_model(options) == 0;
}

/// What options of a plan say against each other.
enum class MemoryConflict : std::uint8_t {
    None,
    OfTraining,  ///< an option of training, and inference is planned
    NoRank,      ///< modules with adapters, and no rank
    OfServing,   ///< an option of serving, and training is planned
    Devices,     ///< not a multiple of devices_of_a_model(), or more than kMostDevices
};
MemoryConflict conflict_of(const MemoryOptions& options);

/// The names of options that are words, for command line, JSON and links.
struct NamedKernel {
    AttentionKernel value;
    std::string_view name;  ///< "fused", "eager"
};
struct NamedProcessor {
    bool value;             ///< MemoryOptions::has_kernels_of_cpu
    std::string_view name;  ///< "gpu", "cpu"
};
struct NamedLoss {
    Loss value;
    std::string_view name;  ///< "mean", "cross_entropy", "fused_cross_entropy"
};
struct NamedOffload {
    Offload value;
    std::string_view name;  ///< "none", "optimizer", "parameters"
};
std::span<const NamedKernel> attention_kernels();
std::span<const NamedProcessor> processors();
std::span<const NamedLoss> losses();
std::span<const NamedOffload> offloads();

/// The types that torch.autocast computes in.
struct AutocastType {
    std::string_view name;
};
std::span<const AutocastType> autocast_types();

/// True for types that only matrices of dense layers are stored in.
bool is_of_dense_layers(std::string_view dtype);

/// The type of keys and values.
std::string cache_dtype(const Report& report, const MemoryOptions& options);

/// The type of everything but the weights.
std::string dtype_beside_weights(const Report& report, const MemoryOptions& options);

}  // namespace paramscope
