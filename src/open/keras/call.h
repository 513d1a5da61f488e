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

/// A call of a layer that a rule puts into words: it asks what the config says, tells what stands in the
/// module's brackets, and gives the outputs. One that gives none was not understood.
class Call {
  public:
    Call(ModelWriter& writer, const Layer& layer, const LayerType& type, const Layer& owner,
         const std::vector<Value>& inputs);

    const Layer& layer;
    const LayerType& type;
    const std::vector<Value>& inputs;  ///< at least one
    std::vector<Value> outputs;

    // What the layer's config says.
    JsonValue option(std::string_view key) const { return layer.config.find(key); }
    bool flag(std::string_view key, bool fallback) const;
    bool has_bias() const { return flag("use_bias", true); }
    /// kAny for what no size can be, and where there is neither the key nor a fallback.
    std::int64_t number(std::string_view key, std::int64_t fallback = kAny) const;
    /// `count` numbers, each `fallback` where the key is missing or null; none when it says something else.
    Sizes numbers(std::string_view key, std::size_t count, std::int64_t fallback = kAny) const;
    bool has_channels_first() const { return option("data_format").is("channels_first"); }
    /// The place among `rank` dimensions that an axis counts to, in Keras's order; `rank` when none.
    static std::size_t axis(const JsonValue& value, std::size_t rank);
    /// The same of the one axis that a norm is told: 3, [3], -1 or nothing, which is the last.
    std::size_t one_axis(std::size_t rank) const;

    // The forward line.
    const Value& x() const { return inputs.front(); }
    std::string step(std::string expression);
    /// The tensor with its dimensions as PyTorch's layers of maps want them, or as Keras has them.
    Value first(const Value& value);
    Value last(const Value& value);
    /// Of the two, what a layer of maps with this one's data_format wants.
    Value maps(const Value& value) { return has_channels_first() ? last(value) : first(value); }
    /// Which dimension of the line's tensor Keras's `dimension` is.
    static std::size_t place(const Value& value, std::size_t dimension);

    // The module, made with the layer's first call.
    void line(std::string text) { lines_.push_back(std::move(text)); }
    /// A weight's shape as Keras has it.
    void weigh(const Sizes& shape) { weights_.push_back(shape); }
    /// "Linear(3, 4", its bracket open; gives what the line calls it.
    std::string module(std::string head);
    /// A module of Keras's type that does what `line` says of its arguments.
    std::string lined(std::string_view line, std::string_view arguments = "x");

    // What comes of it.
    Value& give(std::string expression, const Sizes& sizes, bool is_first = false);
    /// "path(x)", laid out as x is.
    void give_of(const std::string& path, const Value& x, const Sizes& sizes);
    /// The same through the layer's activation.
    void give_activated(const std::string& path, const Value& x, const Sizes& sizes);
    /// What the layer inside a wrapper gives.
    void give_inner(const Layer& inside, const Value& x);

  private:
    ModelWriter& writer_;
    const Layer& owner_;  ///< whose module it is
    std::vector<std::string> lines_;
    std::vector<Sizes> weights_;
};

/// What an activation is: a type of PyTorch, "ReLU()"; "" for none and for one that nobody knows.
std::string_view activation_type(const JsonValue& activation);

using RuleFunction = void (*)(Call& call);
RuleFunction rule_function(Rule rule);

// The rules, by what they are about: layers.cpp, windows.cpp, sequences.cpp, shapes.cpp.
void dense(Call& call);
void batch_norm(Call& call);
void layer_norm(Call& call);
void group_norm(Call& call);
void statistics(Call& call);
void embedding(Call& call);
void activation(Call& call);
void sloped_activation(Call& call);
void elementwise(Call& call);

void convolution(Call& call);
void transposed(Call& call);
void depthwise(Call& call);
void separable(Call& call);
void pool(Call& call);
void global_pool(Call& call);
void padding(Call& call);
void cropping(Call& call);
void upsampling(Call& call);
void resizing(Call& call);

void recurrent(Call& call);
void bidirectional(Call& call);
void time_distributed(Call& call);
void headed_attention(Call& call);
void dot_attention(Call& call);

void flatten(Call& call);
void reshape(Call& call);
void permute(Call& call);
void repeat_vector(Call& call);
void merge(Call& call);
void concatenate(Call& call);

}  // namespace paramscope::open::keras
