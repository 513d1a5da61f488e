#include "open/onnx/read_graph.h"

#include <cstring>

#include "base/concat.h"
#include "open/onnx/protobuf.h"

namespace paramscope::open::onnx {
namespace {

/// Longest name, input description or list of dimensions that is read, in bytes.
constexpr std::size_t kLongestText = 1u << 16;
/// Largest list of elements that is read: small tensors are shapes and axes, larger ones are weights.
constexpr std::size_t kSmallList = 1u << 10;
constexpr int kDeepestGraph = 8;  ///< subgraphs in subgraphs
constexpr std::size_t kMemoryOfName = 32;
constexpr std::size_t kUsualAttributes = 4;  ///< of a node

/// Appends the elements of TensorProto.raw_data, lowest byte first.
template <typename Element, typename Number>
void append_raw(std::string_view raw, std::vector<Number>& numbers) {
    for (; raw.size() >= sizeof(Element); raw.remove_prefix(sizeof(Element))) {
        Element element;
        std::memcpy(&element, raw.data(), sizeof(Element));
        numbers.push_back(static_cast<Number>(element));
    }
}

class GraphReader {
  public:
    GraphReader(ByteSource& source, File& file) : reader_(source), file_(file) {}

    /// Reads the ModelProto.
    void read() {
        reader_.read_file([&](const ProtobufField& field) {
            if (field.number == 7) read_graph(field, file_.graph);
            if (field.number == 25) read_function(field, file_.functions.emplace_back());
        });
    }

    const std::optional<Message>& error() const { return reader_.error(); }

  private:
    void read_graph(const ProtobufField& graph_field, Graph& graph) {
        if (depth_ >= kDeepestGraph) return;
        ++depth_;
        reader_.read_message(graph_field, [&](const ProtobufField& field) {
            switch (field.number) {
                case 1:
                    read_node(field, graph.nodes.emplace_back());
                    break;
                case 5:
                    add_weight(read_tensor(field), graph.initializers);
                    break;
                case 11:
                    add_value_info(field, graph.inputs);
                    break;
                case 12:
                    add_value_info(field, graph.outputs);
                    break;
            }
        });
        --depth_;
    }

    void add_weight(Tensor weight, std::vector<Tensor>& weights) {
        if (element_count(weight.dims))
            weights.push_back(std::move(weight));
        else
            ++file_.impossible_weights;
    }

    /// Names of tensors in a function are its own.
    void read_function(const ProtobufField& function_field, LocalFunction& function) {
        scope_ = concat("function ", file_.functions.size(), '/');
        reader_.read_message(function_field, [&](const ProtobufField& field) {
            switch (field.number) {
                case 1:
                    function.name = name(field);
                    break;
                case 4:
                    function.inputs.push_back(tensor_name(field));
                    break;
                case 5:
                    function.outputs.push_back(tensor_name(field));
                    break;
                case 7:
                    read_node(field, function.nodes.emplace_back());
                    break;
                case 10:
                    function.domain = name(field);
                    break;
                case 11:
                    read_attribute(field, function.attributes.emplace_back());
                    break;
            }
        });
        scope_.clear();
    }

    void read_node(const ProtobufField& node_field, Node& node) {
        reader_.read_message(node_field, [&](const ProtobufField& field) {
            switch (field.number) {
                case 1:
                    node.inputs.push_back(tensor_name(field));
                    break;
                case 2:
                    node.outputs.push_back(tensor_name(field));
                    break;
                case 3:
                    node.name = name(field);
                    break;
                case 4:
                    node.op = name(field);
                    break;
                case 5:
                    if (node.attributes.empty()) node.attributes.reserve(kUsualAttributes);
                    read_attribute(field, node.attributes.emplace_back());
                    break;
                case 7:
                    node.domain = name(field);
                    break;
            }
        });
    }

    void read_attribute(const ProtobufField& attribute_field, Attribute& attribute) {
        reader_.read_message(attribute_field, [&](const ProtobufField& field) {
            switch (field.number) {
                case 1:
                    attribute.name = name(field);
                    break;
                case 2:
                    if (field.type == WireType::Fixed32) attribute.f = float_of(field.value);
                    break;
                case 3:
                    if (field.type == WireType::Varint) attribute.i = static_cast<std::int64_t>(field.value);
                    break;
                case 4:
                    attribute.s = std::string(reader_.text(field, kSmallList));
                    break;
                case 5:
                    attribute.t = std::make_shared<Tensor>(read_tensor(field));
                    break;
                case 6:
                    attribute.g = read_subgraph(field);
                    break;
                case 7:
                    reader_.append_floats(field, kSmallList, attribute.floats);
                    attribute.has_floats = true;
                    break;
                case 8:
                    reader_.append_integers(field, kSmallList, attribute.ints);
                    break;
                case 21:
                    attribute.ref_attr_name = name(field);
                    break;
            }
        });
    }

    std::shared_ptr<const Graph> read_subgraph(const ProtobufField& field) {
        auto graph = std::make_shared<Graph>();
        read_graph(field, *graph);
        return graph;
    }

    Tensor read_tensor(const ProtobufField& tensor_field) {
        Tensor tensor;
        std::string raw;
        reader_.read_message(tensor_field, [&](const ProtobufField& field) {
            switch (field.number) {
                case 1:
                    reader_.append_integers(field, kLongestText, tensor.dims);
                    break;
                case 2:
                    if (field.type == WireType::Varint) tensor.type = static_cast<std::int32_t>(field.value);
                    break;
                case 4:
                    reader_.append_floats(field, kSmallList, tensor.numbers);
                    break;
                case 5:
                case 7:
                    reader_.append_integers(field, kSmallList, tensor.integers);
                    break;
                case 8:
                    tensor.name = tensor_name(field);
                    break;
                case 9:
                    raw = std::string(reader_.text(field, kSmallList));
                    break;
            }
        });
        if (tensor.type == kInt64) append_raw<std::int64_t>(raw, tensor.integers);
        if (tensor.type == kInt32) append_raw<std::int32_t>(raw, tensor.integers);
        if (tensor.type == kBool) append_raw<std::uint8_t>(raw, tensor.integers);
        if (tensor.type == kFloat) append_raw<float>(raw, tensor.numbers);
        return tensor;
    }

    /// ValueInfoProto { name = 1, type = 2 { tensor_type = 1 { shape = 2 { dim = 1 } } } }
    void add_value_info(const ProtobufField& value_field, std::vector<ValueInfo>& values) {
        if (!reader_.is_readable(value_field, kLongestText)) return;
        ValueInfo& value = values.emplace_back();
        reader_.read_message(value_field, [&](const ProtobufField& field) {
            if (field.number == 1) value.name = tensor_name(field);
            if (field.number != 2) return;
            reader_.read_message(field, [&](const ProtobufField& type) {
                if (type.number == 1) read_tensor_type(type, value);
            });
        });
    }

    void read_tensor_type(const ProtobufField& tensor_type, ValueInfo& value) {
        reader_.read_message(tensor_type, [&](const ProtobufField& field) {
            if (field.number != 2) return;
            reader_.read_message(field, [&](const ProtobufField& dim) {
                if (dim.number == 1) value.dims.push_back(read_dimension(dim));
            });
        });
    }

    Dimension read_dimension(const ProtobufField& dimension_field) {
        Dimension dimension;
        reader_.read_message(dimension_field, [&](const ProtobufField& field) {
            if (field.number == 1 && field.type == WireType::Varint)
                dimension.number = static_cast<std::int64_t>(field.value);
            if (field.number == 2) dimension.name = name(field);
        });
        return dimension;
    }

    std::string name(const ProtobufField& field) { return std::string(reader_.text(field, kLongestText)); }

    Name tensor_name(const ProtobufField& field) {
        const std::size_t before = file_.names.size();
        const std::string_view text = reader_.text(field, kLongestText);
        const Name name = text.empty() ? 0 : file_.names.number_of(concat(scope_, text));
        if (file_.names.size() != before) reader_.count_memory(kMemoryOfName);
        return name;
    }

    ProtobufReader reader_;
    File& file_;
    std::string scope_;  ///< before the names of a function's tensors
    int depth_ = 0;      ///< how many graphs enclose the present message
};

}  // namespace

File read_graph(ByteSource& source, Diagnostics& diagnostics) {
    File file;
    GraphReader reader(source, file);
    reader.read();
    if (reader.error()) diagnostics.push_back({Severity::Error, *reader.error()});
    return file;
}

}  // namespace paramscope::open::onnx
