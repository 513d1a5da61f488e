// The layers that Keras has: what each does, and PyTorch's name for it. Configs and printed tables both read
// this one list.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::keras {

/// How a layer is read: its arguments, its weights, what it does to shapes.
enum class Rule {
    Input,
    Dense,
    Convolution,
    Transposed,
    Depthwise,
    Separable,
    BatchNorm,
    LayerNorm,
    GroupNorm,
    Statistics,  ///< Normalization: statistics of data, which nothing trains
    Embedding,
    Recurrent,
    Bidirectional,
    TimeDistributed,
    HeadedAttention,
    DotAttention,
    Activation,
    SlopedActivation,  ///< PReLU
    Elementwise,       ///< keeps the shape
    Flatten,
    Pool,
    GlobalPool,
    Padding,
    Cropping,
    Upsampling,
    Resizing,
    Reshape,
    Permute,
    RepeatVector,
    Merge,
    Concatenate,
    Weightless,  ///< has no weights; what it does is not known
};

struct LayerType {
    std::string_view name;
    Rule rule;
    /// PyTorch's type; with its arguments where those do not depend on the layer's; of Elementwise without a
    /// type, and of Merge, the line of what it does.
    std::string_view torch;
};

/// What is known of a type; nullptr when nothing is. Of a name that was cut off, the first that it may be.
const LayerType* find_layer_type(std::string_view name, bool is_cut = false);

/// 2 of Conv2D and MaxPooling2D; 0 of names without a number of dimensions.
std::size_t dimensions_of(std::string_view name);

/// A type that no layer of the catalogue is, as model text, marked with who says it: "Lambda<keras>".
std::string marked_type(std::string_view type, std::string_view maker);

}  // namespace paramscope::open::keras
