// What a plan of memory is for: running or training a model, and how.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// An option by name, as text: for links, the command line, JSON and the library.
struct MemorySetting {
    enum class Kind : std::uint8_t { Flag, Number, Choice, Type, Names };
    enum class Of : std::uint8_t { Both, Training, Serving };

    std::string_view name;  ///< "drop_output"
    Kind kind;
    Of of;
    /// "1" or "0", a whole number, one of `choices`, a name that bits_of() knows, names with commas between;
    /// "" for no engine, no autocast, the type of the text.
    std::string (*text)(const MemoryOptions&);
    void (*put)(std::string_view, MemoryOptions*);         ///< such a text
    std::vector<std::string_view> (*choices)() = nullptr;  ///< of Kind::Choice
    Integer least = 0, most = 0;                           ///< of Kind::Number
};

/// All options, each once.
std::span<const MemorySetting> memory_settings();

/// The option of that name; nullptr for none.
const MemorySetting* find_memory_setting(std::string_view name);

/// Sets an option; false, and nothing is set, for a value that it cannot have.
bool take_setting(const MemorySetting& setting, std::string_view value, MemoryOptions* options);

/// True where an option is not as usual.
bool is_set(const MemorySetting& setting, const MemoryOptions& options);

/// True for types that only matrices of dense layers are stored in.
bool is_of_dense_layers(std::string_view dtype);

/// The type of keys and values.
std::string cache_dtype(const Report& report, const MemoryOptions& options);

/// The type of everything but the weights.
std::string dtype_beside_weights(const Report& report, const MemoryOptions& options);

}  // namespace paramscope
