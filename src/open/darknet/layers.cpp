// What each type of section adds to a network: as darknet's parser.c and its layers do.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/darknet/network.h"

namespace paramscope::open::darknet {
namespace {

/// Adds a section's layer; false where what it says is not known.
using Rule = bool (*)(Network& network);

std::string text(const Integer& number) {
    return to_string(number);
}

std::string call(std::string_view function, std::string_view value) {
    return concat(function, '(', value, ')');
}

/// The step with a size of the batch that stays, and others as darknet computes them.
void resize(Network& network, Integer channels, Integer height, Integer width) {
    const std::string sizes = concat("0, ", text(channels), ", ", text(height), ", ", text(width));
    network.step(concat("resize(", network.input(), ", size=(", sizes, "))"));
}

/// Vectors of a map, of (batch, channels, height, width).
void flatten(Network& network) {
    if (network.shape().size() > 2) network.step(concat("flatten(", network.input(), ", 1)"));
}

/// A map of one position for vectors; false where the input is neither.
bool as_map(Network& network) {
    if (network.shape().size() == 2) resize(network, network.size(1), 1, 1);
    return network.shape().size() == 4;
}

// Layers with weights.

/// A convolution and its normalization, or those of another layer that it shares.
Network::Shared make_convolution(Network& network, std::string_view prefix, Integer channels, Integer filters,
                                 Integer padding) {
    const Section& options = network.section();
    const Integer size = options.number("size", 1), dilation = options.number("dilation", 1);
    const Integer stride = options.number("stride", 1);
    const Integer stride_x = options.number("stride_x", stride),
                  stride_y = options.number("stride_y", stride);
    const bool is_normalized = options.flag("batch_normalize");
    std::string head =
        concat("Conv2d(", text(channels), ", ", text(filters), ", kernel_size=", text(size), ", stride=(",
               text(stride_y), ", ", text(stride_x), "), padding=", text(padding * dilation));
    if (dilation != 1) head += concat(", dilation=", text(dilation));
    if (options.number("groups", 1) != 1) head += concat(", groups=", text(options.number("groups", 1)));
    if (is_normalized) head += ", bias=False";
    Network::Shared made{network.add_module(concat(prefix, "conv"), std::move(head)), {}};
    if (is_normalized)
        made.normalization = network.add_module(concat(prefix, "bn"), concat("BatchNorm2d(", text(filters)));
    return made;
}

void run(Network& network, const Network::Shared& modules) {
    network.step(call(modules.convolution, network.input()));
    if (!modules.normalization.empty()) network.step(call(modules.normalization, network.input()));
    network.activate();
}

Integer padding_of(const Section& options) {
    return options.flag("pad") ? options.number("size", 1) / 2 : options.number("padding", 0);
}

bool convolution(Network& network) {
    const Section& options = network.section();
    if (!as_map(network) || options.flag("antialiasing")) return false;
    const Integer shared = options.number("share_index", -kLargestOption);
    Network::Shared& modules = network.shared(network.number());
    modules = shared != -kLargestOption ? network.shared(network.number_of(shared))
                                        : make_convolution(network, "", network.size(1),
                                                           options.number("filters", 1), padding_of(options));
    if (modules.convolution.empty()) return false;
    run(network, modules);
    return true;
}

bool deconvolution(Network& network) {
    const Section& options = network.section();
    const Integer filters = options.number("filters", 1), size = options.number("size", 1);
    const bool is_normalized = options.flag("batch_normalize");
    const std::string path = network.add_module(
        "deconv", concat("ConvTranspose2d(", text(network.size(1)), ", ", text(filters),
                         ", kernel_size=", text(size), ", stride=", text(options.number("stride", 1)),
                         ", padding=", text(padding_of(options)), is_normalized ? ", bias=False" : ""));
    network.step(call(path, network.input()));
    if (is_normalized)
        network.step(call(network.add_module("bn", concat("BatchNorm2d(", text(filters))), network.input()));
    network.activate();
    return true;
}

/// A dense layer of some features, and its normalization.
std::string dense(Network& network, std::string_view name, std::string_view value, Integer inputs,
                  Integer outputs) {
    const bool is_normalized = network.section().flag("batch_normalize");
    const std::string path = network.add_module(
        name, concat("Linear(", text(inputs), ", ", text(outputs), is_normalized ? ", bias=False" : ""));
    const std::string result = network.aside(call(path, value));
    if (!is_normalized) return result;
    return network.aside(
        call(network.add_module(concat(name, "_bn"), concat("BatchNorm1d(", text(outputs))), result));
}

bool connected(Network& network) {
    flatten(network);
    network.take(
        dense(network, "fc", network.input(), network.size(1), network.section().number("output", 1)));
    network.activate();
    return true;
}

/// Three dense layers: of the input, of the state, of the output (darknet's rnn_layer.c).
bool recurrent(Network& network) {
    const Section& options = network.section();
    const Integer hidden = options.number("hidden", 1), outputs = options.number("output", 1);
    flatten(network);
    const std::string from_input = dense(network, "input_layer", network.input(), network.size(1), hidden);
    const std::string from_state = dense(network, "self_layer", from_input, hidden, hidden);
    network.step(concat(from_input, " + ", from_state));
    network.activate();
    network.take(dense(network, "output_layer", network.input(), hidden, outputs));
    network.activate();
    return true;
}

/// Gates, each with a dense layer of the input and one of the state (gru_layer.c, lstm_layer.c).
bool gated(Network& network, std::initializer_list<std::string_view> gates) {
    const Integer outputs = network.section().number("output", 1);
    flatten(network);
    const std::string input = network.input();
    const Integer inputs = network.size(1);
    std::string state;
    for (const std::string_view gate : gates) {
        const std::string from_input = dense(network, concat("u", gate), input, inputs, outputs);
        const std::string from_state = dense(network, concat("w", gate), from_input, outputs, outputs);
        const std::string sum = network.aside(concat("sigmoid(", from_input, " + ", from_state, ")"));
        state = state.empty() ? sum : network.aside(concat(state, " * ", sum));
    }
    network.take(std::move(state));
    return true;
}

bool gru(Network& network) {
    return gated(network, {"z", "r", "h"});
}

bool lstm(Network& network) {
    return gated(network, {"f", "i", "g", "o"});
}

/// Three convolutions: of the input, of the state, of the output (crnn_layer.c).
bool convolutional_recurrent(Network& network) {
    const Section& options = network.section();
    const Integer hidden = options.number("hidden", 1), outputs = options.number("output", 1);
    if (!as_map(network)) return false;
    const Integer padding = padding_of(options);
    run(network, make_convolution(network, "input_", network.size(1), hidden, padding));
    const std::string from_input = network.input();
    run(network, make_convolution(network, "self_", hidden, hidden, padding));
    network.step(concat(network.input(), " + ", from_input));
    run(network, make_convolution(network, "output_", hidden, outputs, padding));
    return true;
}

/// A product for each position with weights of its own (local_layer.c).
bool local(Network& network) {
    const Section& options = network.section();
    const Integer filters = options.number("filters", 1), size = options.number("size", 1);
    const Integer stride = std::max<Integer>(options.number("stride", 1), 1);
    const bool is_padded = options.flag("pad");
    const auto out = [&](Integer length) { return ((is_padded ? length - 1 : length - size)) / stride + 1; };
    const Integer height = out(network.size(2)), width = out(network.size(3)),
                  patch = network.size(1) * size * size;
    if (network.shape().size() != 4 || height < 1 || width < 1) return false;
    const Integer positions = height * width;
    const std::string weight = network.add_tensor(
        "weight", concat("Parameter(", text(positions), ", ", text(patch), ", ", text(filters), ")"));
    const std::string bias = network.add_tensor(
        "bias", concat("Parameter(", text(filters), ", ", text(height), ", ", text(width), ")"));
    network.step(
        concat("resize(", network.input(), ", size=(0, ", text(positions), ", 1, ", text(patch), "))"));
    network.step(concat(network.input(), " @ ", weight));
    resize(network, filters, height, width);
    network.step(concat(network.input(), " + ", bias));
    network.activate();
    return true;
}

bool normalization(Network& network) {
    network.step(
        call(network.add_module("bn", concat("BatchNorm2d(", text(network.size(1)))), network.input()));
    return true;
}

// Layers without weights.

/// Of odd sizes darknet pads more behind than before: torch's layer, and the sizes as darknet has them.
bool max_pool(Network& network) {
    const Section& options = network.section();
    if (network.shape().size() != 4 || options.flag("maxpool_depth") || options.flag("antialiasing"))
        return false;
    const Integer stride = std::max<Integer>(options.number("stride", 1), 1);
    const Integer size = std::max<Integer>(options.number("size", stride), 1);
    const Integer padding = options.number("padding", size - 1);
    const auto out = [&](Integer length) { return (length + padding - size) / stride + 1; };
    const Integer channels = network.size(1), height = out(network.size(2)), width = out(network.size(3));
    network.step(concat("MaxPool2d(", network.input(), ", kernel_size=", text(size),
                        ", stride=", text(stride), ", padding=", text(padding / 2), ")"));
    if (network.size(2) != height || network.size(3) != width) resize(network, channels, height, width);
    return true;
}

bool average_pool(Network& network) {
    if (network.shape().size() != 4) return false;
    network.step(concat("AdaptiveAvgPool2d(", network.input(), ", output_size=1)"));
    return true;
}

bool local_average_pool(Network& network) {
    const Section& options = network.section();
    const Integer stride = std::max<Integer>(options.number("stride", 1), 1),
                  size = options.number("size", stride);
    network.step(
        concat("AvgPool2d(", network.input(), ", kernel_size=", text(size), ", stride=", text(stride), ")"));
    return true;
}

bool route(Network& network) {
    const Section& options = network.section();
    const Integer groups = std::max<Integer>(options.number("groups", 1), 1);
    std::vector<std::string> values;
    for (const Integer from : options.numbers("layers")) {
        const std::optional<std::string> value = network.output_of(from);
        if (!value) return false;
        values.push_back(groups == 1 ? *value
                                     : network.aside(concat("chunk(", *value, ", ", text(groups), ", dim=1)[",
                                                            text(options.number("group_id", 0)), "]")));
    }
    if (values.empty()) return false;
    network.take(values.size() == 1 ? values.front()
                                    : network.aside(concat("cat(", join(values), ", dim=1)")));
    return true;
}

/// A sum of feature maps, with weights where it says so (shortcut_layer.c).
bool shortcut(Network& network) {
    const Section& options = network.section();
    const std::vector<Integer> from = options.numbers("from");
    const std::string_view weights = options.text("weights_type");
    const auto maps = Integer{from.size()} + 1;
    if (from.empty()) return false;
    if (weights.starts_with("per_feature") || weights.starts_with("per_layer"))
        network.add_tensor("weights", concat("Parameter(", text(maps), ")"));
    if (weights.starts_with("per_channel"))
        network.add_tensor("weights", concat("Parameter(", text(maps), ", ", text(network.size(1)), ")"));
    for (const Integer each : from) {
        const std::optional<std::string> other = network.output_of(each);
        if (!other) return false;
        network.step(concat("residual(", network.input(), ", ", *other, ")"));
    }
    network.activate();
    return true;
}

/// The map of another layer times this one, a number a channel or a position.
bool scale(Network& network) {
    const std::optional<std::string> other = network.output_of(network.section().number("from", 0));
    if (!other) return false;
    network.step(concat(*other, " * ", network.input()));
    network.activate();
    return true;
}

bool upsample(Network& network) {
    const Integer stride = network.section().number("stride", 2);
    if (network.shape().size() != 4 || stride == 0) return false;
    const Integer times = std::max<Integer>(stride, 1), parts = std::max<Integer>(-stride, 1);
    resize(network, network.size(1), network.size(2) * times / parts, network.size(3) * times / parts);
    return true;
}

/// A learned vector, of YOLOR: what `implicit_add` adds to another layer by `shift_channels`.
bool implicit(Network& network) {
    const Integer filters = network.section().number("filters", 1);
    network.take(network.add_tensor("implicit", concat("Parameter(1, ", text(filters), ", 1, 1)")));
    return true;
}

bool shift(Network& network) {
    const std::optional<std::string> other = network.output_of(network.section().number("from", 0));
    if (!other) return false;
    network.step(concat(network.input(), " + ", *other));
    return true;
}

/// Blocks of positions become channels. Only YOLOR leaves the stride out, which is 2 there.
bool reorganize(Network& network) {
    const Integer stride = std::max<Integer>(network.section().number("stride", 2), 1);
    if (network.shape().size() != 4) return false;
    if (network.section().flag("reverse"))
        resize(network, network.size(1) / (stride * stride), network.size(2) * stride,
               network.size(3) * stride);
    else
        resize(network, network.size(1) * stride * stride, network.size(2) / stride,
               network.size(3) / stride);
    return true;
}

bool crop(Network& network) {
    const Section& options = network.section();
    resize(network, network.size(1), options.number("crop_height", 1), options.number("crop_width", 1));
    return true;
}

bool softmax(Network& network) {
    network.step(concat("softmax(", network.input(), ")"));
    return true;
}

bool activation(Network& network) {
    network.activate();
    return true;
}

bool detection(Network& network) {
    network.add_result();
    return true;
}

bool nothing(Network&) {
    return true;
}

struct Row {
    std::string_view type;
    Rule rule;
};

constexpr Row kRows[] = {
    {"convolutional", convolution},
    {"conv", convolution},
    {"deconvolutional", deconvolution},
    {"deconv", deconvolution},
    {"connected", connected},
    {"conn", connected},
    {"local", local},
    {"rnn", recurrent},
    {"gru", gru},
    {"lstm", lstm},
    {"crnn", convolutional_recurrent},
    {"batchnorm", normalization},
    {"maxpool", max_pool},
    {"max", max_pool},
    {"avgpool", average_pool},
    {"avg", average_pool},
    {"local_avgpool", local_average_pool},
    {"lavg", local_average_pool},
    {"route", route},
    {"shortcut", shortcut},
    {"sam", scale},
    {"scale_channels", scale},
    {"control_channels", scale},
    {"shift_channels", shift},
    {"implicit_add", implicit},
    {"implicit_mul", implicit},
    {"upsample", upsample},
    {"reorg", reorganize},
    {"reorg3d", reorganize},
    {"crop", crop},
    {"softmax", softmax},
    {"soft", softmax},
    {"activation", activation},
    {"logistic", nothing},
    {"yolo", detection},
    {"Gaussian_yolo", detection},
    {"region", detection},
    {"detection", detection},
    {"cost", nothing},
    {"dropout", nothing},
    {"normalization", nothing},
    {"lrn", nothing},
    {"contrastive", nothing},
    {"empty", nothing},
    {"silence", nothing},
    {"noise", nothing},
};

}  // namespace

bool add_layer(Network& network) {
    const Row* const row = find_by(kRows, &Row::type, network.section().type);
    return row != nullptr && row->rule(network);
}

}  // namespace paramscope::open::darknet
