// Rules for recurrent layers.
#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// The operator's weights hold those of all directions, and its bias that of inputs and that of states.
std::vector<LayerWeight> recurrent_weights(const Tensor& weight, const Tensor& recurrence,
                                           const Tensor* bias) {
    std::vector<LayerWeight> weights = {{&weight, {"weight_ih_l0"}, 0},
                                        {&recurrence, {"weight_hh_l0"}, 0},
                                        {bias, {"bias_ih_l0", "bias_hh_l0"}, 0}};
    if (weight.dims[0] == 2) {
        weights[0].names.push_back("weight_ih_l0_reverse");
        weights[1].names.push_back("weight_hh_l0_reverse");
        weights[2].names.insert(weights[2].names.end(), {"bias_ih_l0_reverse", "bias_hh_l0_reverse"});
    }
    for (LayerWeight& part : weights) {
        if (part.constant == nullptr) continue;
        part.elements = count_of(*part.constant) / part.names.size();
        part.sizes = part.constant == bias ? std::to_string(part.elements)
                                           : list_text(std::span(part.constant->dims).last(2));
    }
    return weights;
}

/// The input, once the states that the layer begins with are computed.
std::string with_states(Translator& translator, const Node& node) {
    std::string x = translator.expression(node, 0);
    for (const std::size_t state : {5u, 6u}) {
        const TensorInfo& known = translator.info(node, state);
        if (!x.empty() && known.is_computed()) x = concat("after(", x, ", ", known.expression, ')');
    }
    return x;
}

/// Input and states have PyTorch's order, (steps, batch, features). The operator's output has a dimension for
/// directions after the steps, which PyTorch folds into the features.
bool layer(Translator& translator, const Node& node, std::string_view type) {
    const Tensor* weight = translator.constant(node, 1);
    const Tensor* recurrence = translator.constant(node, 2);
    const std::string x = with_states(translator, node);
    if (weight == nullptr || recurrence == nullptr || weight->dims.size() != 3 ||
        recurrence->dims.size() != 3 || x.empty() || translator.info(node, 1).is_computed() ||
        translator.info(node, 2).is_computed())
        return false;
    if (!element_count(weight->dims) || !element_count(recurrence->dims) || node.integer("layout", 0) != 0)
        return false;
    const std::int64_t directions = weight->dims[0];
    const std::string hidden = std::to_string(recurrence->dims[2]);
    const Tensor* bias = translator.constant(node, 3);
    const bool has_bias = node.input(3) != 0;
    if ((directions != 1 && directions != 2) || (has_bias && bias == nullptr) || node.input(7) != 0)
        return false;
    const std::string path = translator.add_layer(
        node, recurrent_weights(*weight, *recurrence, bias),
        concat(type, '(', std::to_string(weight->dims[2]), ", ", hidden, has_bias ? "" : ", bias=False",
               directions == 2 ? ", bidirectional=True" : ""));
    const std::string output = translator.add_step(concat(path, '(', x, ')'));
    const std::string all =
        directions == 1 ? concat("unsqueeze(", output, "[0], 1)")
                        : concat("permute(reshape(", output, "[0], 0, 0, 2, ", hidden, "), 0, 2, 1, 3)");
    translator.bind(node, all);
    const bool has_cell = type == "LSTM";
    translator.bind(node, concat(output, has_cell ? "[1][0]" : "[1]"), 1);
    return translator.bind(node, concat(output, has_cell ? "[1][1]" : "[1]"), 2);
}

/// A layer whose weights the graph computes, from parts that an exporter cut: the products of the input and
/// of the states with all of its gates.
bool products(Translator& translator, const Node& node) {
    const std::optional<Dims> input = translator.dims(node, 0), weight = translator.dims(node, 1),
                              recurrence = translator.dims(node, 2);
    const std::string x = with_states(translator, node);
    if (!input || !weight || !recurrence || input->size() != 3 || weight->size() != 3 ||
        recurrence->size() != 3 || x.empty() || node.integer("layout", 0) != 0)
        return false;
    const Polynomial &steps = (*input)[0], &batch = (*input)[1], &directions = (*weight)[0],
                     &hidden = (*recurrence)[2], features = (*weight)[2] + hidden;
    const std::string read = size_text({steps, batch, features}),
                      gates = size_text({features, directions * (*weight)[1]});
    if (read.empty() || gates.empty()) return false;
    const std::string all =
        translator.add_step(concat("matmul(resize(", x, ", size=", read, "), tensor(size=", gates, "))"));
    return translator.bind_sized(node, "resize", all, {steps, directions, batch, hidden}) &&
           translator.bind_sized(node, "resize", all, {directions, batch, hidden}, 1) &&
           translator.bind_sized(node, "resize", all, {directions, batch, hidden}, 2);
}

bool recurrent(Translator& translator, const Node& node, std::string_view type) {
    return layer(translator, node, type) || products(translator, node);
}

constexpr OperatorRule kRecurrentRules[] = {
    {"LSTM", recurrent, "LSTM"},
    {"GRU", recurrent, "GRU"},
    {"RNN", recurrent, "RNN"},
};

}  // namespace

std::span<const OperatorRule> recurrent_operators() {
    return kRecurrentRules;
}

}  // namespace paramscope::open::onnx
