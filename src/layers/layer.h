// What the catalogue knows of one layer type.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "layers/arguments.h"
#include "layers/signal.h"
#include "layers/work.h"

namespace paramscope {

/// Single operations that a layer does for each element it gives.
struct ElementOperations {
    std::uint8_t add = 0, multiply = 0, divide = 0, exp = 0, sqrt = 0, compare = 0;
};

/// One call of a layer in the forward pass: what comes in, and where its work is tallied.
struct LayerCall {
    const Arguments& arguments;
    std::span<const Signal> inputs;  ///< at least one; the first is a Tensor
    Work& work;
    Polynomial cached = {};  ///< tokens whose keys and values are kept from before; zero but in decoding
    bool* refused = nullptr;  ///< set where an input has not the size that the layer's own sizes want

    /// The shape of the first input.
    const Dims& input() const { return inputs.front().dims; }
    /// Records an error at the module: a sentence naming what was expected and what came.
    void fail(Message message) const { arguments.fail("", std::move(message)); }
};

/// One layer type: constructor, tensors, output shape and work. Functions left out mean "none" and "as the
/// input".
struct LayerRule {
    std::string_view type;       ///< as PyTorch prints it; a leading `*` stands for any prefix (`*RMSNorm`)
    std::string_view signature;  ///< the constructor's, with PyTorch's names and defaults
    /// Appends parameters and buffers, named as in state_dict().
    void (*tensors)(const Arguments&, std::vector<Tensor>&) = nullptr;
    /// The output for a call, tallying the work; nullptr: the output has the input's shape, and no work.
    Signal (*forward)(const LayerCall&) = nullptr;
    /// The features it works on, read by neighbours that print none (`LlamaRMSNorm()`).
    Polynomial (*width)(const Arguments&) = nullptr;
    /// For a type whose size may be missing in print: the argument that is then taken from a neighbour.
    std::string_view width_argument = {};
    /// Arguments that print hides but the printed children show (MultiheadAttention's from its out_proj);
    /// none where they do not.
    std::vector<Argument> (*derive)(const Module&) = nullptr;
    /// True when a call tallies operations; a type without can be counted as zero work unseen.
    bool works = false;
    ElementOperations each = {};
};

/// The `forward` of layers of which print() tells too little to know their output.
Signal unknown_output(const LayerCall& call);

/// Layer types of one kind; the name is shown, and colours pictures ("convolution", "normalization", ...).
struct LayerFamily {
    std::string_view name;
    std::span<const LayerRule> rules;
    bool gives_elements = false;  ///< a call makes a new tensor, where others pass on or rearrange one
    bool pools = false;           ///< what a call costs depends on the elements it reads as well
};

/// A tensor of a rule: a parameter unless said otherwise.
Tensor parameter(std::string name, Dims shape);
Tensor buffer(std::string name, Dims shape);

}  // namespace paramscope
