// Recurrent networks (RNN, GRU, LSTM) and their cells.
#include "base/concat.h"
#include "layers/families/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kRnn =
    "input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
    "nonlinearity='tanh'";
constexpr std::string_view kGru =
    "input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False";
constexpr std::string_view kLstm =
    "input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
    "proj_size=0";

/// Gates of a cell; each has one row of weights for each hidden feature.
constexpr int kRnnGates = 1;
constexpr int kGruGates = 3;
constexpr int kLstmGates = 4;

/// Up to this many layers get tensors of their own. More share one tensor with a dimension for the layer, so
/// that a million layers take no more time and memory than two.
constexpr Integer kMaxListedLayers = 32;

/// The sizes of a recurrent network.
struct Network {
    Polynomial gate_rows;  ///< gates · hidden_size
    Polynomial input;      ///< features of the first layer's input
    Polynomial hidden;     ///< features of the state
    Polynomial output;  ///< output features of each direction: proj_size, or hidden_size without projection
    Polynomial layers;
    int directions = 1;
    bool is_projected = false;
    bool has_bias = true;
};

Network read_network(const Arguments& a, int gates) {
    Network network;
    network.input = a.size("input_size");
    network.hidden = network.output = a.size("hidden_size", 1);
    network.gate_rows = gates * network.hidden;
    network.layers = a.size("num_layers", 1);
    network.directions = a.flag("bidirectional") ? 2 : 1;
    network.has_bias = a.flag("bias");
    network.is_projected = a.has("proj_size") && !a.equal(a.size("proj_size"), 0);
    if (network.is_projected) network.output = a.size("proj_size");
    return network;
}

void check_projection(const Arguments& a, const Network& network) {
    if (!network.is_projected) return;
    if (a.size_kind(network.hidden - network.output, 1) != SizeKind::TooSmall) return;
    a.fail("proj_size", message("recurrent.projection", {{"actual", a.show(network.output)},
                                                         {"hidden_size", a.show(network.hidden)}}));
}

/// Adds the tensors of one layer for each direction, named as in torch.nn.LSTM. `copies` is a leading
/// dimension for equal layers, or empty.
void add_layer(const Network& network, const std::string& layer, const Polynomial& input, const Dims& copies,
               std::vector<Tensor>& tensors) {
    const auto add = [&](const char* name, const char* direction, const Dims& shape) {
        Dims whole = copies;
        whole.insert(whole.end(), shape.begin(), shape.end());
        tensors.push_back(parameter(concat(name, layer, direction), std::move(whole)));
    };
    for (int i = 0; i < network.directions; ++i) {
        const char* direction = i == 0 ? "" : "_reverse";
        add("weight_ih", direction, {network.gate_rows, input});
        add("weight_hh", direction, {network.gate_rows, network.output});
        if (network.has_bias) {
            add("bias_ih", direction, {network.gate_rows});
            add("bias_hh", direction, {network.gate_rows});
        }
        if (network.is_projected) add("weight_hr", direction, {network.output, network.hidden});
    }
}

/// Input features of all layers but the first: the outputs of both directions.
Polynomial later_input(const Network& network) {
    return network.directions * network.output;
}

template <int Gates>
void network_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Network network = read_network(a, Gates);
    check_projection(a, network);
    add_layer(network, "_l0", network.input, {}, tensors);
    const std::optional<Rational> layers = network.layers.constant();
    if (!layers || layers->numerator() > kMaxListedLayers) {
        add_layer(network, "_l[1:]", later_input(network), {network.layers - 1}, tensors);
        return;
    }
    for (int i = 1; i < layers->numerator(); ++i) {
        add_layer(network, "_l" + std::to_string(i), later_input(network), {}, tensors);
    }
}

/// MACs of one step: each weight except the biases is used once (input to gates, state to gates, state to
/// output).
Polynomial macs_per_step(const Network& network) {
    const Polynomial own = network.gate_rows * network.output +
                           (network.is_projected ? network.output * network.hidden : Polynomial(0));
    const Polynomial first = network.gate_rows * network.input + own;
    const Polynomial later = network.gate_rows * later_input(network) + own;
    return network.directions * (first + (network.layers - 1) * later);
}

/// The last state of all layers and directions: (D·layers, batch, features), or without batch as the input.
Signal final_state(const LayerCall& call, const Network& network, const Polynomial& features) {
    Dims shape = {network.directions * network.layers};
    if (call.input().size() == 3) shape.push_back(call.input()[call.arguments.flag("batch_first") ? 0 : 1]);
    shape.push_back(features);
    return Signal::tensor(std::move(shape));
}

/// (tokens, batch, in), (batch, tokens, in) or (tokens, in) -> the same with D·out features, and the last
/// state. An LSTM's state is a pair.
template <int Gates>
Signal network_forward(const LayerCall& call) {
    const Network network = read_network(call.arguments, Gates);
    Dims output = call.input();
    if (output.size() != 2 && output.size() != 3) {
        call.fail(message("recurrent.dimensions",
                          {{"type", call.arguments.module().type}, {"shape", to_string(output)}}));
        return Signal::unknown();
    }
    if (!expect_size(call, output.back(), network.input, "recurrent.features")) return Signal::unknown();
    output.back() = 1;
    const Polynomial steps = product(output), states = steps * network.directions * network.layers;
    call.work.add(Operation::Recurrent, steps * macs_per_step(network));
    call.work.add(Operation::State, states * network.hidden);
    if (network.has_bias) call.work.add(Operation::BiasAdd, states * 2 * network.gate_rows);
    output.back() = later_input(network);
    Signal state = final_state(call, network, network.output);
    if (Gates == kLstmGates) state = Signal::tuple({state, final_state(call, network, network.hidden)});
    return Signal::tuple({Signal::tensor(std::move(output)), std::move(state)});
}

/// torch.nn.LSTMCell: weight_ih, weight_hh and their biases.
template <int Gates>
void cell_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    Network cell;
    cell.input = a.size("input_size");
    cell.output = a.size("hidden_size");
    cell.gate_rows = Gates * cell.output;
    cell.has_bias = a.flag("bias");
    add_layer(cell, "", cell.input, {}, tensors);
}

/// One step: (*, in) -> (*, hidden). An LSTMCell returns two states.
template <int Gates>
Signal cell_forward(const LayerCall& call) {
    const Polynomial input = call.arguments.size("input_size"), hidden = call.arguments.size("hidden_size");
    if (!expect_rank(call, 1) || !expect_size(call, call.input().back(), input, "recurrent.features")) {
        return Signal::unknown();
    }
    Dims output = call.input();
    output.back() = hidden;
    const Polynomial states = product(output);
    call.work.add(Operation::Recurrent, states * Gates * (input + hidden));
    call.work.add(Operation::State, states);
    const int biases = call.arguments.flag("bias") ? 2 : 0;
    if (biases > 0) call.work.add(Operation::BiasAdd, states * biases * Gates);
    call.work.add(Operation::OutputMac, states * hidden * Gates * (input + hidden + biases));
    const Signal state = Signal::tensor(std::move(output));
    return Gates == kLstmGates ? Signal::tuple({state, state}) : state;
}

Polynomial input_width(const Arguments& a) {
    return a.number("input_size");
}

constexpr LayerRule recurrent(std::string_view type, std::string_view signature,
                              decltype(LayerRule::tensors) tensors, decltype(LayerRule::forward) forward) {
    return {.type = type,
            .signature = signature,
            .tensors = tensors,
            .forward = forward,
            .width = input_width,
            .has_work = true};
}

}  // namespace

std::span<const LayerRule> recurrent_layers() {
    static constexpr LayerRule rules[] = {
        recurrent("RNN", kRnn, network_tensors<kRnnGates>, network_forward<kRnnGates>),
        recurrent("GRU", kGru, network_tensors<kGruGates>, network_forward<kGruGates>),
        recurrent("LSTM", kLstm, network_tensors<kLstmGates>, network_forward<kLstmGates>),
        recurrent("RNNCell", "input_size, hidden_size, bias=True, nonlinearity='tanh'",
                  cell_tensors<kRnnGates>, cell_forward<kRnnGates>),
        recurrent("GRUCell", "input_size, hidden_size, bias=True", cell_tensors<kGruGates>,
                  cell_forward<kGruGates>),
        recurrent("LSTMCell", "input_size, hidden_size, bias=True", cell_tensors<kLstmGates>,
                  cell_forward<kLstmGates>),
    };
    return rules;
}

}  // namespace paramscope
