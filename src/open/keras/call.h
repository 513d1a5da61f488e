// One call of a Keras layer, as the rules of layers translate it: they read the layer's config, add its
// module and weights, and give its outputs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "open/keras/config.h"
#include "open/keras/layer_types.h"
#include "open/keras/sizes.h"

namespace paramscope::open::keras {

/// A tensor in a forward line. Keras has the channels of a map last, PyTorch at dimension 1; the line
/// permutes a tensor only where a layer needs the other order.
struct Value {
    std::string expression;       ///< "v3"; "" when the tensor is unknown
    Dims shape = {};              ///< always in Keras's order; empty when not even the rank is known
    bool channels_first = false;  ///< the line's tensor has Keras's last dimension at dimension 1

    std::size_t rank() const { return shape.size(); }
    /// The size of a dimension; kUnknownSize unless it is a number.
    std::int64_t size(std::size_t dimension) const { return number_of(shape[dimension]); }
    std::int64_t last_size() const { return number_of(shape.back()); }
    /// The sizes from dimension `first` on.
    Sizes sizes_from(std::size_t first) const;
    /// The shape of the line's tensor.
    Dims shape_in_line() const;
};

class ModelWriter;

/// A call of a layer. A rule that leaves `outputs` empty could not translate it.
class Call {
  public:
    Call(ModelWriter& writer, const Layer& layer, const LayerType& type, const Layer& owner,
         const std::vector<Value>& inputs);

    const Layer& layer;
    const LayerType& type;
    const std::vector<Value>& inputs;  ///< at least one
    std::vector<Value> outputs;

    // The layer's config.

    JsonValue option(std::string_view key) const { return layer.config.find(key); }
    /// The boolean `key`, `fallback` when it is none.
    bool flag(std::string_view key, bool fallback) const;
    bool has_bias() const { return flag("use_bias", true); }
    /// The size `key`; `fallback` when it is missing or null, kUnknownSize when it is no size.
    std::int64_t number(std::string_view key, std::int64_t fallback = kUnknownSize) const;
    /// The sizes `key`, as read_sizes() reads them; `count` times `fallback` when the key is missing or null.
    Sizes numbers(std::string_view key, std::size_t count, std::int64_t fallback = kUnknownSize) const;
    /// True when the layer's data_format is channels_first: then Keras's order is PyTorch's.
    bool is_channels_first_layer() const { return option("data_format").is("channels_first"); }
    /// The dimension in Keras's order that an axis means, the last when `value` is no integer; `rank` when
    /// out of range.
    static std::size_t axis(const JsonValue& value, std::size_t rank);
    /// The same for the option `axis` of a norm, which may also be a list of one axis.
    std::size_t norm_axis(std::size_t rank) const;

    // The forward line.

    const Value& x() const { return inputs.front(); }
    /// Adds a step to the forward line; returns its result.
    Value add_step(std::string_view expression, bool channels_first = false);
    /// `value` with Keras's last dimension at dimension 1 or in Keras's order, permuted by a step if needed.
    Value in_layout(const Value& value, bool channels_first);
    Value to_channels_last(const Value& value) { return in_layout(value, false); }
    /// `value` as the layers of PyTorch that work on maps want it.
    Value to_map_layout(const Value& value) { return in_layout(value, !is_channels_first_layer()); }
    /// The dimension of the line's tensor that is Keras's `dimension`.
    static std::size_t torch_dim(const Value& value, std::size_t dimension);

    // The module, which the layer's first call makes.

    /// Adds a line to the module's body: a child, a parameter, a forward line.
    void add_line(std::string text) { lines_.push_back(std::move(text)); }
    /// Adds a weight that the layer has in Keras, to be compared with those of the file.
    void add_weight(const Sizes& shape) { weights_.push_back(shape); }
    /// Adds the module with the lines and weights added so far; `head` is "Linear(3, 4", its parenthesis
    /// open. Returns the path by which the forward line calls it.
    std::string add_module(std::string head);
    /// Adds a module of Keras's type whose forward line is `expression` of `arguments`.
    std::string add_module_with_forward(std::string_view expression, std::string_view arguments = "x");

    // The outputs.

    /// Adds a step that gives an output. `otherwise`: its shape where that of the step is unknown.
    void add_output(std::string_view expression, bool channels_first = false, const Dims& otherwise = {});
    /// "path(x)", in the layout of `x`.
    void add_module_output(const std::string& path, const Value& x);
    /// The same through the function in the layer's option `activation`.
    void add_activated_output(const std::string& path, const Value& x);
    /// Takes the outputs of the layer `inside` that this layer wraps.
    void apply_wrapped(const Layer& inside, const Value& x);

  private:
    ModelWriter& writer_;
    const Layer& owner_;  ///< the layer of the model whose module this is: of a wrapped layer, its wrapper
    std::vector<std::string> lines_;
    std::vector<Sizes> weights_;
};

/// The PyTorch type of an activation, "ReLU()"; "" for none and for an unknown one.
std::string_view activation_type(const JsonValue& activation);

using RuleFunction = void (*)(Call& call);
struct RuleRow {
    Rule rule;
    RuleFunction function;
};

/// The tables of rules.
std::span<const RuleRow> layer_rules();     ///< layers.cpp
std::span<const RuleRow> window_rules();    ///< windows.cpp
std::span<const RuleRow> sequence_rules();  ///< sequences.cpp
std::span<const RuleRow> shape_rules();     ///< shapes.cpp
/// nullptr for rules that translate no call.
RuleFunction rule_function(Rule rule);

}  // namespace paramscope::open::keras
