// protozero tells of broken messages by exceptions, which the rest of Paramscope is built without. What it
// reads here was written by skim(), so every length is right; should it throw all the same, the graph ends
// there.
#include "open/onnx/graph.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <protozero/pbf_message.hpp>

namespace paramscope::open::onnx {
namespace {

enum class ModelField : protozero::pbf_tag_type { Graph = 7 };
enum class GraphField : protozero::pbf_tag_type {
    Node = 1,
    Name = 2,
    Initializer = 5,
    Input = 11,
    Output = 12
};
enum class NodeField : protozero::pbf_tag_type { Input = 1, Output, Name, Op, Attribute, Domain = 7 };
enum class AttributeField : protozero::pbf_tag_type { Name = 1, F, I, S, T, Graph, Floats, Ints };
enum class TensorField : protozero::pbf_tag_type {
    Dims = 1,
    Type,
    Floats = 4,
    Int32 = 5,
    Int64 = 7,
    Name,
    Raw
};
enum class ValueField : protozero::pbf_tag_type { Name = 1, Type };
enum class TypeField : protozero::pbf_tag_type { Tensor = 1 };
enum class TensorTypeField : protozero::pbf_tag_type { Shape = 2 };
enum class ShapeField : protozero::pbf_tag_type { Dim = 1 };
enum class DimField : protozero::pbf_tag_type { Value = 1, Name };

constexpr auto kPacked = protozero::pbf_wire_type::length_delimited;
constexpr auto kVarint = protozero::pbf_wire_type::varint;
constexpr auto kFixed32 = protozero::pbf_wire_type::fixed32;

/// TensorProto.DataType.
constexpr std::int32_t kFloat = 1;
constexpr std::int32_t kInt32 = 6;
constexpr std::int32_t kInt64 = 7;

template <typename Message>
void take_integers(Message& message, std::vector<std::int64_t>& numbers) {
    if (message.wire_type() == kVarint) {
        numbers.push_back(message.get_int64());
    } else if (message.wire_type() == kPacked) {
        for (const std::int64_t number : message.get_packed_int64()) numbers.push_back(number);
    } else {
        message.skip();
    }
}

template <typename Message>
void take_floats(Message& message, std::vector<double>& numbers) {
    if (message.wire_type() == kFixed32) {
        numbers.push_back(static_cast<double>(message.get_float()));
    } else if (message.wire_type() == kPacked) {
        for (const float number : message.get_packed_float()) numbers.push_back(static_cast<double>(number));
    } else {
        message.skip();
    }
}

template <typename Element, typename Number>
void unpack(std::string_view raw, std::vector<Number>& numbers) {
    for (; raw.size() >= sizeof(Element); raw.remove_prefix(sizeof(Element))) {
        Element element;
        std::memcpy(&element, raw.data(), sizeof(Element));  // both sides have their lowest byte first
        numbers.push_back(static_cast<Number>(element));
    }
}

void take_raw(Tensor& tensor, std::string_view raw) {
    if (tensor.type == kInt64) unpack<std::int64_t>(raw, tensor.integers);
    if (tensor.type == kInt32) unpack<std::int32_t>(raw, tensor.integers);
    if (tensor.type == kFloat) unpack<float>(raw, tensor.numbers);
}

std::string_view view(const protozero::data_view& data) {
    return {data.data(), data.size()};
}

/// `read(message)` for each field of a message with that wire type; other fields of that number are skipped.
template <typename Message>
std::string take_text(Message& message) {
    if (message.wire_type() == kPacked) return std::string(view(message.get_view()));
    message.skip();
    return {};
}

template <typename Message>
std::string_view take_message(Message& message) {
    if (message.wire_type() == kPacked) return view(message.get_view());
    message.skip();
    return {};
}

template <typename Field>
protozero::pbf_message<Field> fields(std::string_view bytes) {
    return protozero::pbf_message<Field>(protozero::data_view(bytes.data(), bytes.size()));
}

Tensor read_tensor(std::string_view bytes) {
    Tensor tensor;
    std::string_view raw;
    auto message = fields<TensorField>(bytes);
    while (message.next()) {
        switch (message.tag()) {
            case TensorField::Dims:
                take_integers(message, tensor.dims);
                break;
            case TensorField::Type:
                if (message.wire_type() == kVarint)
                    tensor.type = message.get_int32();
                else
                    message.skip();
                break;
            case TensorField::Floats:
                take_floats(message, tensor.numbers);
                break;
            case TensorField::Int32:
            case TensorField::Int64:
                take_integers(message, tensor.integers);
                break;
            case TensorField::Name:
                tensor.name = take_text(message);
                break;
            case TensorField::Raw:
                raw = take_message(message);
                break;
            default:
                message.skip();
        }
    }
    take_raw(tensor, raw);
    return tensor;
}

void take_graph(std::string_view bytes, Graph& graph);

/// The weights of a subgraph. skim() keeps subgraphs from nesting deep.
std::vector<Tensor> read_weights(std::string_view bytes) {
    Graph graph;
    take_graph(bytes, graph);
    std::vector<Tensor> weights = std::move(graph.initializers);
    for (Node& node : graph.nodes) {
        for (Attribute& attribute : node.attributes) {
            std::move(attribute.weights.begin(), attribute.weights.end(), std::back_inserter(weights));
        }
    }
    return weights;
}

Attribute read_attribute(std::string_view bytes) {
    Attribute attribute;
    auto message = fields<AttributeField>(bytes);
    while (message.next()) {
        switch (message.tag()) {
            case AttributeField::Name:
                attribute.name = take_text(message);
                break;
            case AttributeField::F:
                if (message.wire_type() == kFixed32)
                    attribute.f = message.get_float();
                else
                    message.skip();
                break;
            case AttributeField::I:
                if (message.wire_type() == kVarint)
                    attribute.i = message.get_int64();
                else
                    message.skip();
                break;
            case AttributeField::S:
                attribute.s = take_text(message);
                break;
            case AttributeField::T:
                attribute.t = read_tensor(take_message(message));
                break;
            case AttributeField::Graph:
                attribute.weights = read_weights(take_message(message));
                break;
            case AttributeField::Floats:
                take_floats(message, attribute.floats);
                attribute.has_reals = true;
                break;
            case AttributeField::Ints:
                take_integers(message, attribute.ints);
                break;
            default:
                message.skip();
        }
    }
    return attribute;
}

Node read_node(std::string_view bytes) {
    Node node;
    auto message = fields<NodeField>(bytes);
    while (message.next()) {
        switch (message.tag()) {
            case NodeField::Input:
                node.inputs.push_back(take_text(message));
                break;
            case NodeField::Output:
                node.outputs.push_back(take_text(message));
                break;
            case NodeField::Name:
                node.name = take_text(message);
                break;
            case NodeField::Op:
                node.op = take_text(message);
                break;
            case NodeField::Domain:
                node.domain = take_text(message);
                break;
            case NodeField::Attribute:
                node.attributes.push_back(read_attribute(take_message(message)));
                break;
            default:
                message.skip();
        }
    }
    return node;
}

Size read_size(std::string_view bytes) {
    Size size;
    auto message = fields<DimField>(bytes);
    while (message.next()) {
        if (message.tag() == DimField::Value && message.wire_type() == kVarint)
            size.number = message.get_int64();
        else if (message.tag() == DimField::Name)
            size.name = take_text(message);
        else
            message.skip();
    }
    return size;
}

/// The bytes of the last submessage with that number.
template <typename Field>
std::string_view submessage(std::string_view bytes, Field field) {
    std::string_view found;
    auto message = fields<Field>(bytes);
    while (message.next()) {
        if (message.tag() == field)
            found = take_message(message);
        else
            message.skip();
    }
    return found;
}

Value read_value(std::string_view bytes) {
    Value value;
    value.name = std::string(submessage(bytes, ValueField::Name));
    const std::string_view tensor = submessage(submessage(bytes, ValueField::Type), TypeField::Tensor);
    auto shape = fields<ShapeField>(submessage(tensor, TensorTypeField::Shape));
    while (shape.next()) {
        if (shape.tag() == ShapeField::Dim)
            value.sizes.push_back(read_size(take_message(shape)));
        else
            shape.skip();
    }
    return value;
}

void take_graph(std::string_view bytes, Graph& graph) {
    auto message = fields<GraphField>(bytes);
    while (message.next()) {
        switch (message.tag()) {
            case GraphField::Node:
                graph.nodes.push_back(read_node(take_message(message)));
                break;
            case GraphField::Name:
                graph.name = take_text(message);
                break;
            case GraphField::Initializer: {
                Tensor weight = read_tensor(take_message(message));
                if (elements(weight.dims))
                    graph.initializers.push_back(std::move(weight));
                else
                    ++graph.impossible_weights;
                break;
            }
            case GraphField::Input:
                graph.inputs.push_back(read_value(take_message(message)));
                break;
            case GraphField::Output:
                graph.outputs.push_back(read_value(take_message(message)));
                break;
            default:
                message.skip();
        }
    }
}

}  // namespace

const Attribute* Node::find(std::string_view attribute) const {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const Attribute& a) { return a.name == attribute; });
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t Node::integer(std::string_view attribute, std::int64_t usual) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? usual : found->i;
}

std::vector<std::int64_t> Node::integers(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? std::vector<std::int64_t>() : found->ints;
}

std::string_view Node::input(std::size_t index) const {
    return index < inputs.size() ? std::string_view(inputs[index]) : std::string_view();
}

std::optional<std::uint64_t> elements(const std::vector<std::int64_t>& dims) {
    std::uint64_t product = 1;
    for (const std::int64_t dim : dims) {
        if (dim < 0) return std::nullopt;
        const auto size = static_cast<std::uint64_t>(dim);
        if (size != 0 && product > (std::uint64_t{1} << 60) / size) return std::nullopt;
        product *= size;
    }
    return product;
}

Graph read_graph(std::string_view skimmed) {
    Graph graph;
    try {
        take_graph(submessage(skimmed, ModelField::Graph), graph);
    } catch (const protozero::exception&) {
        // See above: the graph ends here.
    }
    return graph;
}

}  // namespace paramscope::open::onnx
