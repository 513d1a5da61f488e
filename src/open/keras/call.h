// One call of a layer, and what rules of layers say of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "open/keras/config.h"
#include "open/keras/layer_types.h"
#include "open/keras/sizes.h"

namespace paramscope::open::keras {

/// A tensor in a forward line. Maps of Keras have their channels last, those of PyTorch behind the batch: the
/// line has them moved from one place to the other only where a layer needs it.
struct Value {
    std::string said;       ///< "v3"; "" when nothing is known of it
    Sizes sizes = {};       ///< in Keras's order
    bool is_first = false;  ///< in the line, Keras's last dimension stands behind the batch
};

class ModelWriter;

class Call {
  public:
    Call(ModelWriter& writer, const Layer& layer, const LayerType& type, const Layer& owner,
         std::vector<Value> inputs);

    const Layer& layer;
    const LayerType& type;
    const std::vector<Value> inputs;  ///< at least one

    // What the layer's config says.
    JsonValue option(std::string_view key) const { return layer.config.find(key); }
    bool flag(std::string_view key, bool fallback) const;
    /// kAny for what no size can be, and where there is neither the key nor a fallback.
    std::int64_t number(std::string_view key, std::int64_t fallback = kAny) const;
    /// `count` numbers, each `fallback` where the key is missing or null; none when it says something else.
    Sizes numbers(std::string_view key, std::size_t count, std::int64_t fallback = kAny) const;
    bool has_channels_first() const { return option("data_format").is("channels_first"); }
    /// The place among `rank` dimensions that an axis counts to, in Keras's order; `rank` when none.
    static std::size_t axis(const JsonValue& value, std::size_t rank, std::int64_t fallback);

    // The forward line.
    std::string step(std::string expression);
    Value bind(std::string expression, Sizes sizes, bool is_first = false);
    /// The tensor with its dimensions as PyTorch's layers of maps want them, or as Keras has them.
    Value first(const Value& value);
    Value last(const Value& value);
    /// Of the two, what a layer of maps with this one's data_format wants.
    Value maps(const Value& value) { return has_channels_first() ? last(value) : first(value); }
    /// Which dimension of the line's tensor Keras's `dimension` is.
    static std::size_t place(const Value& value, std::size_t dimension);
    /// The expression through what `activation` names.
    std::string activated(std::string expression) const;

    /// The module of the layer, made with its first call: "Linear(3, 4", what stands in its brackets besides,
    /// and the shapes of its weights as Keras has them. Gives what the line calls it.
    std::string module(std::string head, std::vector<std::string> lines = {},
                       std::vector<Sizes> weights = {});
    /// A module of Keras's type that does what a line says of x, or of x1, x2, ...
    std::string lined(std::string_view line, std::string_view arguments = "x",
                      std::vector<std::string> lines = {}, std::vector<Sizes> weights = {});

    /// The same call of the layer inside a wrapper.
    std::vector<Value> inner(const Layer& inside, std::vector<Value> given);

  private:
    ModelWriter& writer_;
    const Layer& owner_;  ///< whose module it is
};

/// What an activation is: a type of PyTorch, "ReLU()"; "" for none and for one that nobody knows.
std::string_view activation_type(const JsonValue& activation);

/// What a call gives; nothing where the layer's config says what no rule understands.
using RuleFunction = std::vector<Value> (*)(Call& call);
RuleFunction rule_function(Rule rule);

// The rules, by what they are about: layers.cpp, windows.cpp, sequences.cpp, shapes.cpp.
std::vector<Value> dense(Call& call);
std::vector<Value> batch_norm(Call& call);
std::vector<Value> layer_norm(Call& call);
std::vector<Value> group_norm(Call& call);
std::vector<Value> statistics(Call& call);
std::vector<Value> embedding(Call& call);
std::vector<Value> activation(Call& call);
std::vector<Value> sloped_activation(Call& call);
std::vector<Value> elementwise(Call& call);

std::vector<Value> convolution(Call& call);
std::vector<Value> transposed(Call& call);
std::vector<Value> depthwise(Call& call);
std::vector<Value> separable(Call& call);
std::vector<Value> pool(Call& call);
std::vector<Value> global_pool(Call& call);
std::vector<Value> padding(Call& call);
std::vector<Value> cropping(Call& call);
std::vector<Value> upsampling(Call& call);
std::vector<Value> resizing(Call& call);

std::vector<Value> recurrent(Call& call);
std::vector<Value> bidirectional(Call& call);
std::vector<Value> time_distributed(Call& call);
std::vector<Value> headed_attention(Call& call);
std::vector<Value> dot_attention(Call& call);

std::vector<Value> flatten(Call& call);
std::vector<Value> reshape(Call& call);
std::vector<Value> permute(Call& call);
std::vector<Value> repeat_vector(Call& call);
std::vector<Value> merge(Call& call);
std::vector<Value> concatenate(Call& call);

}  // namespace paramscope::open::keras
