// From an ONNX graph to model text: layers become modules, everything else a call in the root's forward line.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "open/onnx/graph.h"
#include "open/onnx/paths.h"

namespace paramscope::open::onnx {

/// One element of a tensor that is a shape, as a forward line would say it: "3", "batch"; "" when it is not
/// known. An element that is a size of another tensor says of which.
struct Item {
    std::string said;
    std::string tensor = {};  ///< its size `dim` it is, whatever that may be
    std::size_t dim = 0;

    std::optional<std::int64_t> number() const;
};

/// What is known of a tensor by its name.
struct Known {
    std::string said;  ///< in the forward line: "v3", "encoder.bias", "0.5"; "" when it is no tensor of it
    const Tensor* constant = nullptr;                    ///< it is a constant
    std::optional<std::vector<Item>> items = {};         ///< it is a shape: its elements
    std::optional<std::vector<std::string>> sizes = {};  ///< its own shape; "" for a size that is not known
    std::string shape_of = {};  ///< it is the whole shape of that tensor, whose rank is not known
    bool is_lost = false;       ///< what is not known of it is the fault of an operator before
};

class Translator;

/// Translates one node; false when it cannot.
using Operator = bool (*)(Translator& to, const Node& node, std::string_view function);

struct OperatorRule {
    std::string_view op;
    Operator translate;
    std::string_view function = {};  ///< what it is called in a forward line
};

class Translator {
  public:
    explicit Translator(const Graph& graph);

    /// The model text. Names of operators that are not known are added to `unknown`, each once for a node.
    std::string run(std::vector<std::string>* unknown);

    // What operators are translated with.

    /// What is known of an input of a node; an empty Known for one that is left out.
    const Known& known(const Node& node, std::size_t input);
    /// The same as a tensor in the forward line; "" where it can be none. Weights become parameters here.
    std::string said(const Node& node, std::size_t input);
    /// The constant that an input is; nullptr when it is none.
    const Tensor* constant(const Node& node, std::size_t input);
    /// The whole numbers that an input, or else the attribute of that name, holds.
    std::optional<std::vector<std::int64_t>> integers(const Node& node, std::size_t input,
                                                      std::string_view attribute);
    std::optional<std::size_t> rank(const Node& node, std::size_t input);
    /// An axis counted from the front; nullopt when it is counted from the back of an unknown rank.
    std::optional<std::size_t> axis(const Node& node, std::size_t input, std::int64_t axis);

    /// Gives a node's output a name in the forward line.
    bool bind(const Node& node, std::string expression, std::optional<std::vector<std::string>> sizes = {},
              std::size_t output = 0);
    /// An intermediate step of a node; its name.
    std::string step(std::string expression);
    /// A node's first output is something that is known already.
    bool alias(const Node& node, Known known);
    /// A layer with its own weights, called on `x`; its output is bound. A layer whose first weight is
    /// another's is that layer.
    std::string layer(const Node& node, const Tensor* weight, std::string head,
                      std::vector<std::string> lines = {});
    /// Marks a weight as told by a layer.
    void use(const Tensor* tensor);
    /// A constant that a node makes: its output.
    bool make(const Node& node, Tensor tensor);

  private:
    void take_inputs();
    void translate(const Node& node);
    void leave_unknown(const Node& node);
    bool loses(const Node& node);
    void add_unused_weights(const std::vector<Tensor>& weights);
    std::string result() const;
    std::string input_line() const;
    std::string tensor(const Tensor& constant);

    const Graph& graph_;
    std::map<std::string_view, const OperatorRule*> rules_;
    std::map<std::string, Known, std::less<>> known_;
    ModuleTree tree_;
    std::deque<Tensor> made_;
    std::map<std::string, std::string, std::less<>>
        tensors_;  ///< paths of tensors of the tree by their names
    std::map<std::string, std::string, std::less<>>
        layers_;                               ///< paths of layers by their first weight's name
    std::set<std::string, std::less<>> used_;  ///< weights that layers tell
    std::vector<std::string> arguments_;       ///< of the forward line
    std::vector<std::string> shapes_;          ///< of the inputs
    std::vector<std::string> bindings_;
    std::vector<std::string>* unknown_ = nullptr;
};

/// The operators that are known, one list a file.
std::span<const OperatorRule> layer_operators();    ///< onnx/layers.cpp
std::span<const OperatorRule> shape_operators();    ///< onnx/shapes.cpp
std::span<const OperatorRule> element_operators();  ///< onnx/elements.cpp

/// The number that a known size is, where sums and products of a few such numbers cannot overflow.
std::optional<std::int64_t> number_of(const std::string& size);

/// "(3, 3)", "(3,)" of what stands in it.
std::string tuple(const std::vector<std::string>& items);
std::string tuple(const std::vector<std::int64_t>& numbers);

/// Sizes of a constant.
std::vector<std::string> sizes_of(const Tensor& tensor);

}  // namespace paramscope::open::onnx
