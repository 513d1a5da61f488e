// Translates an ONNX graph to a model: operators with weights become modules of PyTorch's types, all
// others become functions in the root's forward line.
//
// This folder reads ONNX files: protobuf.h decodes, read_graph.h reads the graph, this file walks its nodes,
// and layers.cpp, shapes.cpp and elements.cpp hold one rule for each operator.
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
#include "open/support/graph_builder.h"

namespace paramscope::open::onnx {

/// A size of which nothing is known: a symbol that no text can write.
inline Polynomial unknown_size() {
    return Polynomial::symbol("?");
}

/// One element of a tensor that holds a shape.
struct ShapeItem {
    Polynomial size = unknown_size();
    Name tensor = 0;  ///< not 0: this element equals dimension `dim` of `tensor`
    std::size_t dim = 0;

    std::optional<std::int64_t> number() const;
    /// As a forward line writes it: "3", "batch"; "" for an unknown size and a formula.
    std::string text() const;
};

/// Information on a tensor of the graph.
struct TensorInfo {
    std::string expression;  ///< in the forward line: "v3", "encoder.bias"; "" when it is not written there
    const Tensor* constant = nullptr;                  ///< set when the tensor is a constant
    std::optional<std::vector<ShapeItem>> items = {};  ///< its elements, when the tensor holds a shape
    Signal shape = {};
    Name shape_of = 0;        ///< not 0: the whole shape of that tensor, whose rank is unknown
    bool is_unknown = false;  ///< an unknown operator precedes it
};

/// A constant of the graph that is a tensor of a layer, or several equal parts of which each is one.
struct LayerWeight {
    const Tensor* constant = nullptr;     ///< nullptr: the layer lacks it
    std::vector<std::string_view> names;  ///< of the layer's tensors: "weight"
    std::uint64_t elements = 0;           ///< of each of them
};

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
    explicit Translator(const Graph& graph);

    /// Translates the whole graph. Appends the name of each node's operator that cannot be translated to
    /// `unknown_operators`.
    Model model(std::vector<std::string>& unknown_operators);

    // For rules: inputs of a node.

    /// Information on an input; empty for one that is left out.
    const TensorInfo& info(const Node& node, std::size_t input);
    /// An input as the forward line writes it, "" when it cannot be written. A weight becomes a parameter of
    /// the model.
    std::string expression(const Node& node, std::size_t input);
    /// The constant that an input is; nullptr when it is none.
    const Tensor* constant(const Node& node, std::size_t input);
    /// The integers in an input; in the attribute of that name when the node lacks the input; nullopt when
    /// unknown.
    std::optional<std::vector<std::int64_t>> integers(const Node& node, std::size_t input,
                                                      std::string_view attribute);
    std::optional<std::size_t> rank(const Node& node, std::size_t input);
    /// `axis` counted from the front; nullopt when it is negative and the rank is unknown.
    std::optional<std::size_t> axis(const Node& node, std::size_t input, std::int64_t axis);

    // For rules: outputs of a node.

    /// Binds an output to `expression` in the forward line. `otherwise`: its shape where the engine's rules
    /// do not give them. Returns true, the result of a rule that succeeded.
    bool bind(const Node& node, std::string_view expression, std::size_t output = 0, Signal otherwise = {});
    /// Adds an intermediate step; returns its name.
    std::string add_step(std::string_view expression) { return built_.add_step(expression); }
    /// Sets the first output to a tensor that is already known. Returns true.
    bool set_output(const Node& node, TensorInfo info);
    /// Adds a module for `node`, named by its first weight, with `head` and `lines` as ModuleTree::add_module
    /// takes them; returns its path. Nodes with equal weights and text share a module; a weight that is in
    /// the model already is tied to it.
    std::string add_layer(const Node& node, const std::vector<LayerWeight>& weights, std::string head,
                          std::vector<std::string> lines = {});
    /// Makes the first output a constant; false when its sizes are impossible.
    bool add_constant(const Node& node, Tensor tensor);

  private:
    void add_inputs();
    void translate(const Node& node);
    void write_unknown_operator(const Node& node);
    bool has_unknown_input(const Node& node);
    void add_unused_weights(const std::vector<Tensor>& weights);
    std::vector<std::string> results() const;
    std::string path_of_tensor(const Tensor& tensor);
    std::string layer_path(const Node& node, const Tensor& weight) const;
    void tie_to_owner(const Tensor& tensor, std::vector<std::string> paths);

    const Graph& graph_;
    std::map<std::string_view, const OperatorRule*> rules_;
    std::vector<TensorInfo> infos_;  ///< by the tensors' names
    GraphBuilder built_;
    std::vector<std::string> input_shapes_;
    std::deque<Tensor> made_constants_;
    std::vector<std::string> tensor_paths_;                     ///< by the tensors' names
    std::unordered_map<std::string, std::string> layer_paths_;  ///< by the layers' texts and weights
    std::vector<std::vector<std::string>> owners_;  ///< by the weights' names: the tensors that are it, or
                                                    ///< its parts, where it is in the model first
    std::vector<bool> is_used_;                     ///< by the weights' names: is a tensor of a layer
    std::vector<Tie> ties_;
    std::vector<std::string>* unknown_operators_ = nullptr;
};

/// The tables of rules.
std::span<const OperatorRule> layer_operators();    ///< layers.cpp
std::span<const OperatorRule> shape_operators();    ///< shapes.cpp
std::span<const OperatorRule> element_operators();  ///< elements.cpp

}  // namespace paramscope::open::onnx
