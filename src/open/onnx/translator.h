// Translates an ONNX graph to a model: operators with weights become modules of PyTorch's types, all
// others become functions in the root's forward line.
//
// This folder reads ONNX files: protobuf.h decodes, read_graph.h reads the graph, this file walks its nodes.
// Nodes of which all inputs are known are computed (small_tensor.h); for others there is one rule for each
// operator, in the files that the end of this one names. weights.cpp makes weights tensors of the model.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "open/onnx/graph.h"
#include "open/onnx/paths.h"
#include "open/onnx/small_tensor.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::onnx {

/// Information on a tensor of the graph.
struct TensorInfo {
    std::string expression;  ///< in the forward line: "v3", "encoder.bias"; "" when it is not written there
    const Tensor* constant = nullptr;        ///< set when the tensor is a constant
    std::optional<SmallTensor> values = {};  ///< its elements, when shapes may be computed from it
    Signal shape = {};
    Name shape_of = 0;        ///< not 0: the whole shape of that tensor, whose rank is unknown
    bool is_unknown = false;  ///< an unknown operator precedes it
    std::optional<std::vector<SmallTensor>> list = {};  ///< its tensors, when it is a list of small ones

    /// True for a tensor that a step of the forward line computes.
    bool is_computed() const { return !expression.empty(); }
};

/// A constant of the graph that is a tensor of a layer, or several equal parts of which each is one.
struct LayerWeight {
    const Tensor* constant = nullptr;     ///< nullptr: the layer lacks it
    std::vector<std::string_view> names;  ///< of the layer's tensors: "weight"
    std::uint64_t elements = 0;           ///< of each of them
    std::string sizes = {};               ///< of each of them, "8, 4", where the layer may say its dtype
};

/// True unless the type is undefined, string, bool or an integer of 32 or 64 bits: shapes, axes and switches
/// have those types, weights (quantized ones included) have others.
bool has_weight_type(const Tensor& tensor);

/// How a tensor's line in the model says its dtype, ", dtype=float16"; "" for that of most.
std::string dtype_argument(const Tensor& tensor);

/// The elements of a constant, whose sizes are possible.
inline std::uint64_t count_of(const Tensor& constant) {
    return element_count(constant.dims).value_or(0);
}

class Translator;

/// Translates one node; false when it cannot.
using OperatorFunction = bool (*)(Translator& translator, const Node& node, std::string_view function);

/// How one operator is translated: a row of a table.
struct OperatorRule {
    std::string_view op;
    OperatorFunction translate;
    std::string_view function = {};  ///< the function or type it becomes in a forward line
};

class Translator {
  public:
    explicit Translator(const File& file);

    /// Translates the whole graph. Appends the name of each node's operator that cannot be translated to
    /// `unknown_operators`.
    Model model(std::vector<std::string>& unknown_operators);
    /// How many parameters of the model may be none: they are made in parts of the graph that are not
    /// followed.
    std::size_t constants_in_parts() const { return constants_in_parts_; }

    // For rules: inputs of a node.

    /// Information on an input; empty for one that is left out.
    const TensorInfo& info(const Node& node, std::size_t input);
    /// An input as the forward line writes it, "" when it cannot be written. A weight becomes a parameter of
    /// the model, what is made without the model's input a tensor without work.
    std::string expression(const Node& node, std::size_t input);
    /// The constant that an input is; nullptr when it is none.
    const Tensor* constant(const Node& node, std::size_t input);
    /// The integers in an input; in the attribute of that name when the node lacks the input; nullopt when
    /// unknown.
    std::optional<std::vector<std::int64_t>> integers(const Node& node, std::size_t input,
                                                      std::string_view attribute);
    std::optional<std::size_t> rank(const Node& node, std::size_t input);
    /// The sizes of an input; nullopt when one is not known.
    std::optional<Dims> dims(const Node& node, std::size_t input);
    /// `axis` counted from the front; nullopt when it is negative and the rank is unknown.
    std::optional<std::size_t> axis(const Node& node, std::size_t input, std::int64_t axis);

    // For rules: outputs of a node.

    /// Binds an output to `expression` in the forward line. `otherwise`: its shape where the engine's rules
    /// do not give them. Returns true, the result of a rule that succeeded.
    bool bind(const Node& node, std::string_view expression, std::size_t output = 0, Signal otherwise = {});
    /// Binds an output to `function(x, size=...)`, whose sizes are these; false when one cannot be written.
    bool bind_sized(const Node& node, std::string_view function, std::string_view x, const Dims& sizes,
                    std::size_t output = 0);
    /// Adds an intermediate step; returns its name.
    std::string add_step(std::string_view expression) { return built_.add_step(expression); }
    /// Sets the first output to a tensor that is already known. Returns true.
    bool set_output(const Node& node, TensorInfo info, std::size_t output = 0);
    /// Sets an output to a small tensor. Returns true.
    bool set_values(const Node& node, SmallTensor values, std::size_t output = 0);
    /// Sets an output to a tensor of which only the sizes are known. Returns true.
    bool set_made(const Node& node, Dims sizes, std::size_t output = 0);
    /// Adds a module for `node`, named by its first weight, with `head` and `lines` as ModuleTree::add_module
    /// takes them; returns its path. Nodes with equal weights and text share a module; a weight that is in
    /// the model already is tied to it.
    std::string add_layer(const Node& node, const std::vector<LayerWeight>& weights, std::string head,
                          std::vector<std::string> lines = {});
    /// Says that a constant input belongs to how the weights are stored: it is a buffer of the model.
    void keep_as_buffer(const Node& node, std::size_t input);
    /// Makes the first output a constant; false when its sizes are impossible.
    bool add_constant(const Node& node, Tensor tensor);

    // For operators that hold others.

    /// Translates one node.
    void translate(const Node& node);
    /// Translates the nodes of a part of the file that is called once more; false when they are too many.
    bool translate_all(const std::vector<Node>& nodes);
    /// Makes the weights of a subgraph known to its nodes.
    void add_weights(const std::vector<Tensor>& weights);
    const TensorInfo& info(Name name) const { return infos_[name]; }
    void set_info(Name name, TensorInfo info);

  private:
    void add_inputs();
    bool evaluate_node(const Node& node);
    bool call_function(const Node& node);
    bool may_repeat(const std::vector<Node>& nodes);
    std::string made_tensor(const Signal& shape);
    void write_unknown_operator(const Node& node);
    bool has_unknown_input(const Node& node);
    void add_unused_weights(const Graph& graph);
    void add_unused_weights(const std::vector<Node>& nodes);
    void add_unused_constants(const std::vector<Node>& nodes);
    std::vector<std::string> results() const;
    std::string path_of_tensor(const Tensor& tensor);
    std::string layer_path(const Node& node, const Tensor& weight) const;
    void tie_to_owner(const Tensor& tensor, std::vector<std::string> paths);

    const File& file_;
    std::map<std::pair<std::string_view, std::string_view>, const LocalFunction*>
        functions_;  ///< by domain, name
    std::map<std::string_view, const OperatorRule*> rules_;
    std::vector<TensorInfo> infos_;  ///< by the tensors' names
    GraphBuilder built_;
    std::vector<std::string> input_shapes_;
    std::deque<Tensor> made_constants_;
    /// A parameter or buffer of the model.
    struct Placed {
        std::string path;
        Numbers dims = {};
    };
    std::vector<Placed> placed_;                                ///< by the tensors' names
    std::unordered_map<std::string, std::string> layer_paths_;  ///< by the layers' texts and weights
    std::vector<std::vector<std::string>> owners_;  ///< by the weights' names: the tensors that are it, or
                                                    ///< its parts, where it is in the model first
    std::vector<bool> is_used_;                     ///< by the weights' names: is a tensor of a layer
    std::vector<bool> is_buffer_;                   ///< by the weights' names
    std::vector<Tie> ties_;
    std::vector<std::string>* unknown_operators_ = nullptr;
    std::size_t items_ = 0;     ///< of small tensors that were computed
    std::size_t repeated_ = 0;  ///< nodes of called parts that were translated
    std::size_t constants_in_parts_ = 0;
    int depth_ = 0;  ///< of called parts in called parts
};

/// The sizes as a forward line writes them, "(batch, 3)"; "" when one is not known.
std::string size_text(const Dims& sizes);
Dims dims_of(const Numbers& numbers);

/// The operator on floats that a quantised one computes, with those of its inputs that are no scales and zero
/// points; nullopt for other operators.
std::optional<Node> plain_form(const Node& node);  // quantized.cpp

/// The bias of a layer, one number for each output; nullopt when the input is no such constant.
std::optional<LayerWeight> read_bias(Translator& translator, const Node& node, std::size_t input,
                                     std::int64_t outputs);
/// The last argument of a layer without bias.
std::string_view bias_argument(const LayerWeight& bias);

/// The tables of rules.
std::span<const OperatorRule> layer_operators();      ///< layers.cpp
std::span<const OperatorRule> product_operators();    ///< products.cpp
std::span<const OperatorRule> norm_operators();       ///< norms.cpp
std::span<const OperatorRule> recurrent_operators();  ///< recurrent.cpp
std::span<const OperatorRule> attention_operators();  ///< attention.cpp
std::span<const OperatorRule> shape_operators();      ///< shapes.cpp
std::span<const OperatorRule> making_operators();     ///< making.cpp
std::span<const OperatorRule> element_operators();    ///< elements.cpp
std::span<const OperatorRule> control_operators();    ///< control.cpp

}  // namespace paramscope::open::onnx
