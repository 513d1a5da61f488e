// Derives the arguments of torch.nn layers from the shapes of their tensors.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/tensors/tree.h"

namespace paramscope::open {

using Sizes = Shape;

/// A module without children, with what the rules need to know around it.
struct LeafModule {
    const TensorNode& node;
    std::string name;          ///< in lower case; the parent's name if its own is a number
    std::uint32_t rank = 0;    ///< dimensions of the largest weight near it: 4 beside Conv2d
    std::uint64_t inputs = 0;  ///< input channels, 0 when unknown

    const OwnTensor* find(std::string_view tensor) const;
    /// The shape of a tensor; nullptr when none has that name and number of dimensions.
    const Sizes* shape(std::string_view tensor, std::size_t dimensions) const;
    /// True when the name contains one of `parts`.
    bool is_named(std::initializer_list<std::string_view> parts) const;
};

/// The arguments of a layer type, and the tensors that it has with them.
struct Layer {
    struct Expected {
        std::string name;
        Sizes shape;
        bool buffer = false;
    };

    std::string arguments;
    std::vector<Expected> tensors;
};

/// The leaf as a layer of `type`, which may be a subclass with the same ending (`LlamaRMSNorm`); nullopt
/// unless its tensors have exactly the shapes of that type.
std::optional<Layer> layer_of_type(std::string_view type, const LeafModule& leaf);

/// True for the types that layer_of_type knows.
bool is_known_type(std::string_view type);

/// True when the leaf has all tensors of the layer in their shapes, and no other parameters.
bool fits(const Layer& layer, const LeafModule& leaf);

/// Makes the node a layer of `type` and marks its tensors as implied by it.
void assign_type(TensorTree& tree, TensorNode& node, std::string_view type, const Layer& layer);

}  // namespace paramscope::open
