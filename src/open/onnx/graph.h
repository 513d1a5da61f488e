// An ONNX graph: nodes in an order in which they can run, tensors without their elements.
// Names follow onnx.proto.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paramscope::open::onnx {

/// TensorProto.DataType, as far as elements are read.
inline constexpr std::int32_t kFloat = 1;
inline constexpr std::int32_t kInt32 = 6;
inline constexpr std::int32_t kInt64 = 7;
inline constexpr std::int32_t kBool = 9;

/// The name of a tensor as a number: equal names have the same one. 0 is "", which names none.
using Name = std::uint32_t;

class Names {
  public:
    Names() { number_of(""); }
    Name number_of(std::string_view name);
    const std::string& operator[](Name name) const { return names_[name]; }
    std::size_t size() const { return names_.size(); }

  private:
    std::deque<std::string> names_;
    std::unordered_map<std::string_view, Name> numbers_;
};

/// TensorProto: a weight, or a constant such as a shape, an axis, a scale.
struct Tensor {
    Name name = 0;
    std::vector<std::int64_t> dims;
    std::int32_t type = 0;               ///< TensorProto.DataType
    std::vector<std::int64_t> integers;  ///< all elements of a small tensor of integers, else empty
    std::vector<double> numbers;         ///< all elements of a small tensor of floats, else empty
    bool is_literal = false;             ///< made by a Constant node, so it is not a weight of the model
    bool is_filled = false;              ///< made of its sizes alone: a weight only where a layer has it
};

struct Graph;

/// AttributeProto. Members have the names of its fields.
struct Attribute {
    std::string name;
    std::int64_t i = 0;
    float f = 0;
    std::string s;
    std::vector<std::int64_t> ints;
    std::vector<double> floats;  ///< empty when the file lists too many to read
    std::shared_ptr<const Tensor> t;
    std::shared_ptr<const Graph> g;
    bool has_floats = false;         ///< the file lists floats, even if `floats` is empty
    std::string ref_attr_name = {};  ///< not empty: the value is that attribute of the call of the function
};

/// NodeProto: one operator.
struct Node {
    std::string name;
    std::string op;            ///< op_type
    std::string domain;        ///< "" for ONNX's own operators
    std::vector<Name> inputs;  ///< 0 for one that is left out
    std::vector<Name> outputs;
    std::vector<Attribute> attributes;

    /// The attribute of that name; nullptr when there is none.
    const Attribute* find(std::string_view attribute) const;
    /// The attribute's value, `fallback` when it is not given.
    std::int64_t integer(std::string_view attribute, std::int64_t fallback) const;
    /// The attribute's integers, empty when it is not given.
    const std::vector<std::int64_t>& integers(std::string_view attribute) const;
    /// The name of input `index`, 0 when there is none.
    Name input(std::size_t index) const { return index < inputs.size() ? inputs[index] : 0; }
    /// The name of the first output, 0 when there is none.
    Name output() const { return outputs.empty() ? 0 : outputs.front(); }
};

/// One dimension of an input: a number, or a name ("" when the file leaves it open).
struct Dimension {
    std::optional<std::int64_t> number;
    std::string name;
};

/// ValueInfoProto: an input or output of the graph.
struct ValueInfo {
    Name name = 0;
    std::vector<Dimension> dims;
};

/// GraphProto.
struct Graph {
    std::vector<Node> nodes;
    std::vector<Tensor> initializers;
    std::vector<ValueInfo> inputs;  ///< in old files weights are among them
    std::vector<ValueInfo> outputs;
};

/// FunctionProto: an operator that the file defines by others.
struct LocalFunction {
    std::string name;
    std::string domain;
    std::vector<Name> inputs;
    std::vector<Name> outputs;
    std::vector<Attribute> attributes;  ///< what a call need not give
    std::vector<Node> nodes;
};

/// ModelProto.
struct File {
    Names names;  ///< of all tensors
    Graph graph;
    std::vector<LocalFunction> functions;
    std::size_t impossible_weights = 0;  ///< how many weights were left out because no tensor has their sizes
};

/// The number of elements of a shape; nullopt when a dimension is negative or the product exceeds 2^60.
std::optional<std::uint64_t> element_count(const std::vector<std::int64_t>& dims);

}  // namespace paramscope::open::onnx
