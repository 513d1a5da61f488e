// Keeps: what the backward pass of a layer or a function needs of its forward pass.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace paramscope {

/// The tensors that autograd keeps of a call, besides weights. Source: PyTorch's derivatives.yaml, and the
/// `_saved_` attributes of its nodes.
struct Keeps {
    bool input = false;       ///< the first input
    bool others = false;      ///< the other inputs
    bool for_others = false;  ///< each only for the gradients of the others, as the factors of a product
    bool output = false;
    bool is_view = false;          ///< the output is no tensor of its own, but a view of the first input
    bool passes_gradient = false;  ///< the gradient of the output is that of its inputs, as in a sum
    bool passes_first = false;     ///< the same of its first input alone, as in a difference
    std::uint8_t copies = 0;       ///< more tensors of the output's size and type
    std::uint8_t bytes = 0;        ///< for each element of the output: masks, indices
    std::uint8_t cpu_copies = 0;   ///< copies that kernels of a CPU keep, instead of these bytes
    // Of float32, or on a CPU of the output's type:
    std::uint8_t row_numbers = 0;      ///< numbers for each row of the last dimension
    std::uint8_t channel_numbers = 0;  ///< numbers for each channel
    std::uint8_t sample_numbers = 0;   ///< numbers for each channel of each sample
    std::uint8_t group_numbers = 0;    ///< numbers for each group of channels of each sample
    std::uint8_t sample_factors = 0;   ///< numbers of the output's type for each channel of each sample
    bool gives_views = false;  ///< the gradients of its inputs are parts of that of its output, or repeat it
    /// Tensors of the first input's size that the backward pass makes besides its results: those of the
    /// formula in PyTorch's derivatives.yaml, all of which are there until it ends.
    std::uint8_t temporaries = 0;
    std::uint8_t temporary_bytes = 0;  ///< the same in bytes for each of its elements: masks
    /// The same of the output's size, for the gradients of other inputs than the first.
    std::uint8_t temporaries_for_others = 0;
    std::uint8_t workspace = 0;  ///< tensors of the first input's size that there are while it runs
    /// The gradient of an input that is broadcast has the output's size before it is added up.
    bool sums_broadcast = false;
};

// Functions that others are made of, by PyTorch's derivatives.yaml.
inline constexpr Keeps kProduct = {.input = true, .others = true, .for_others = true, .sums_broadcast = true};
inline constexpr Keeps kQuotient = {
    .input = true, .others = true, .for_others = true, .temporaries_for_others = 2, .sums_broadcast = true};
inline constexpr Keeps kPower = {.input = true, .temporaries = 2};
inline constexpr Keeps kSize = {.input = true, .temporaries = 1};
inline constexpr Keeps kSquareRoot = {.output = true, .temporaries = 1};
inline constexpr Keeps kInverseRoot = {.output = true, .temporaries = 2};

/// What a layer of a type keeps in training; nullopt where that is not known. `family` is the catalogue's.
std::optional<Keeps> keeps_of_layer(std::string_view type, std::string_view family);

/// What an activation with `inplace=True` keeps.
Keeps keeps_in_place(std::string_view type);

/// True for a function that keeps its output, and no copy of its input, where it works in place.
bool keeps_output_in_place(std::string_view function);

/// What a function or an operator of forward lines keeps; nullopt where that is not known.
std::optional<Keeps> keeps_of_function(std::string_view name);

/// What torch.autocast does with the inputs of a layer or a function.
enum class Autocast : std::uint8_t {
    Follows,
    Half,
    Float32,
    Float32Result,  ///< without a copy of what it takes
};

/// Source: the lists of operations of PyTorch's documentation of torch.amp. `family` is the catalogue's.
Autocast autocast_of(std::string_view name, std::string_view family);

}  // namespace paramscope
