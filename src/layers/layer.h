// LayerRule: constructor, tensors, output shape and work of one layer type.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layers/arguments.h"
#include "layers/requirements.h"
#include "layers/signal.h"
#include "layers/work.h"

namespace paramscope {

/// Operations that a layer does for each element of its output.
struct ElementOperations {
    std::uint8_t add = 0, multiply = 0, divide = 0, exp = 0, sqrt = 0, compare = 0;
};

/// What a call with symbols for sizes tells about them, so that a formula says H_out and not how H_out is
/// made.
struct SizeNames {
    /// A length of the output that has a name: floor((H_in + 2·P − K)/S) + 1 is H_out.
    struct Named {
        std::string name;
        Polynomial length;
    };
    std::vector<Named> output;
    /// Sizes of the input, and the sizes of the layer that the rule demands them to have.
    std::vector<std::pair<Polynomial, Polynomial>> equal;
};

/// One call of a layer in the forward pass: its inputs, and where its work is added.
struct LayerCall {
    const Arguments& arguments;
    std::span<const Signal> inputs;  ///< at least one; the first is a Tensor
    Work& work;
    Polynomial cached_tokens = {};         ///< tokens with cached keys and values; zero except when decoding
    bool* size_mismatch = nullptr;         ///< set when an input's size contradicts the layer's own sizes
    SizeNames* names = nullptr;            ///< of a call with symbols: where sizes get their names
    Requirements* requirements = nullptr;  ///< where sizes that must be equal are recorded; null for nowhere

    /// The shape of the first input.
    const Dims& input() const { return inputs.front().dims; }
    /// Records an error at the module.
    void fail(Message message) const { arguments.fail("", std::move(message)); }
};

/// One layer type: constructor, tensors, output shape and work.
struct LayerRule {
    std::string_view type;       ///< as PyTorch prints it; a leading `*` matches any prefix (`*RMSNorm`)
    std::string_view signature;  ///< the constructor's, with PyTorch's names and defaults
    /// Appends parameters and buffers, named as in state_dict(); nullptr: the layer has none.
    void (*tensors)(const Arguments&, std::vector<Tensor>&) = nullptr;
    /// Returns the output of a call and adds its work; nullptr: the output has the input's shape, and there
    /// is no work.
    Signal (*forward)(const LayerCall&) = nullptr;
    /// The number of input features. Neighbours that print no width (`LlamaRMSNorm()`) take it from here.
    Polynomial (*width)(const Arguments&) = nullptr;
    /// The argument that is taken from a neighbour's width when print() does not show it, "" for none.
    std::string_view width_argument = {};
    /// Derives arguments that print() hides from the printed children (MultiheadAttention's from its
    /// out_proj); empty when the children do not show them.
    std::vector<Argument> (*derive_arguments)(const Module&) = nullptr;
    /// True when a call adds multiply-accumulates. Work of other types is known to be zero even without a
    /// call.
    bool has_work = false;
    ElementOperations per_element = {};
};

/// The `forward` of layers whose print() does not show enough to know their output.
Signal unknown_output(const LayerCall& call);

/// Layer types of one kind.
struct LayerFamily {
    std::string_view name;  ///< "convolution", "normalization", ...: shown; also the key of a colour
    std::span<const LayerRule> rules;
    bool creates_output = false;  ///< a call creates a tensor, instead of passing on or rearranging its input
    bool is_pooling = false;      ///< the cost of a call also depends on the elements it reads
};

/// True when a module has arguments that only other libraries print, which print no bias: Paddle's
/// `Linear(in_features=3, out_features=4, dtype=float32)`, torchao's `Linear(…, weight=…)`. Whether there is
/// a bias is then unknown.
bool hides_bias(const Module& module);

/// Tensors for LayerRule::tensors.
Tensor parameter(std::string_view name, Dims shape);
Tensor buffer(std::string_view name, Dims shape);

}  // namespace paramscope
