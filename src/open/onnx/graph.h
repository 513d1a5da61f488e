// An ONNX graph as its file has it: nodes in an order in which they can run, tensors without their elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::onnx {

/// A constant: a weight, or a shape, an axis, a scale.
struct Tensor {
    std::string name;
    std::vector<std::int64_t> dims;
    std::int32_t type = 0;               ///< TensorProto.DataType
    std::vector<std::int64_t> integers;  ///< all elements of a small tensor of integers, else none
    std::vector<double> numbers;         ///< all elements of a small tensor of floats, else none
    bool is_written = false;             ///< a constant of the calculation, not one of the model's weights
};

struct Attribute {
    std::string name;
    std::int64_t i = 0;
    float f = 0;
    std::string s;
    std::vector<std::int64_t> ints;
    std::vector<double> floats;
    std::optional<Tensor> t;
    std::vector<Tensor> weights = {};  ///< of a subgraph, and of those in it
    bool has_reals = false;            ///< it lists real numbers, here or too many to be taken
};

struct Node {
    std::string name;
    std::string op;
    std::string domain;               ///< "" for ONNX's own operators
    std::vector<std::string> inputs;  ///< "" for one that is left out
    std::vector<std::string> outputs;
    std::vector<Attribute> attributes;

    const Attribute* find(std::string_view attribute) const;
    /// The attribute's value, `usual` where it is not given.
    std::int64_t integer(std::string_view attribute, std::int64_t usual) const;
    /// The attribute's numbers, empty where it is not given.
    std::vector<std::int64_t> integers(std::string_view attribute) const;
    /// The name of input `index`, "" where there is none.
    std::string_view input(std::size_t index) const;
};

/// One size of an input: a number, or a name ("" where the file leaves it open).
struct Size {
    std::optional<std::int64_t> number;
    std::string name;
};

struct Value {
    std::string name;
    std::vector<Size> sizes;
};

struct Graph {
    std::string name;
    std::vector<Node> nodes;
    std::vector<Tensor> initializers;
    std::vector<Value> inputs;  ///< in old files weights stand among them
    std::vector<Value> outputs;
    std::size_t impossible_weights = 0;  ///< left out, for no tensor has such sizes
};

/// Elements of a shape; nullopt where a size is negative or they are more than any file can hold.
std::optional<std::uint64_t> elements(const std::vector<std::int64_t>& dims);

/// The graph in a file that skim() has copied.
Graph read_graph(std::string_view skimmed);

}  // namespace paramscope::open::onnx
