// The types of torch.nn that tensors tell: what arguments follow from the shapes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/tensors/tree.h"

namespace paramscope::open {

using Sizes = std::vector<std::uint64_t>;

/// A module without children, as it is looked at.
struct Leaf {
    const TensorNode& node;
    std::string name;          ///< in small letters; its parent's where it is only a number
    std::uint32_t rank = 0;    ///< dimensions of the weights around it
    std::uint64_t inputs = 0;  ///< channels that flow in, 0 where that is not known

    const OwnTensor* find(std::string_view tensor) const;
    /// The shape of a tensor, nullptr when there is none of that name and so many dimensions.
    const Sizes* shape(std::string_view tensor, std::size_t dimensions) const;
    /// Whether the name holds one of these.
    bool is_named(std::initializer_list<std::string_view> parts) const;
};

/// A type with the arguments that give it the tensors of a leaf.
struct Layer {
    /// A tensor that the type has.
    struct Expected {
        std::string name;
        Sizes shape;
        bool buffer = false;
    };

    std::string arguments;
    std::vector<Expected> tensors;
};

/// The layer that a leaf would be if it were of `type`, which may be a subclass by its ending
/// (`LlamaRMSNorm`). nullopt when its tensors do not fit: each must have exactly the shape that the type
/// gives it.
std::optional<Layer> layer_of_type(std::string_view type, const Leaf& leaf);

/// Whether `type` is one of those that layer_of_type knows.
bool is_known_type(std::string_view type);

/// Whether the leaf has all tensors of the layer in their shapes, and none that makes it something else.
bool fits(const Layer& layer, const Leaf& leaf);

/// Makes the node a layer: its tensors are implied from now on.
void take_type(TensorNode& node, std::string_view type, const Layer& layer);

}  // namespace paramscope::open
