// The table of Keras's layer types: the rule that translates each, and PyTorch's name for it. The readers of
// configs and of printed tables (open/summary) share it.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::keras {

/// How a layer is translated: its arguments, its weights, its output. Each has a function in call.h. From
/// Pool to Separable: PyTorch's layer has the channels of a map first. From Transposed on: a row of a printed
/// table does not tell the arguments or the work.
enum class Rule {
    Input,
    Dense,
    LayerNorm,
    Embedding,
    Activation,
    Elementwise,  ///< keeps the shape and has no weights
    Flatten,
    Cropping,
    Upsampling,
    Resizing,
    Reshape,
    Permute,
    RepeatVector,
    Merge,
    Concatenate,
    Pool,
    GlobalPool,
    Padding,
    BatchNorm,
    Convolution,
    Transposed,
    Depthwise,
    Separable,
    GroupNorm,
    Statistics,  ///< Normalization: mean and variance of the data, never trained
    Recurrent,
    Bidirectional,
    TimeDistributed,
    MultiHeadAttention,
    DotAttention,
    SlopedActivation,  ///< PReLU
    Weightless,        ///< has no weights; its work is unknown
};

struct LayerType {
    std::string_view name;
    Rule rule;
    /// PyTorch's type, with arguments if they are the same for all layers. For an Elementwise layer without
    /// such a type its forward line, for Merge the operator between the inputs.
    std::string_view torch;
};

/// The row of a type; nullptr when there is none. With `is_cut` a name that was cut off finds the first row
/// it may be.
const LayerType* find_layer_type(std::string_view name, bool is_cut = false);

/// 2 for Conv2D and MaxPooling2D; 0 for names without a number of dimensions.
std::size_t dimensions_of(std::string_view name);

/// A type that the layer catalogue lacks, as model text writes it with its library: "Lambda<keras>".
std::string marked_type(std::string_view type, std::string_view maker);

}  // namespace paramscope::open::keras
