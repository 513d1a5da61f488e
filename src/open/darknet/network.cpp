#include "open/darknet/network.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::darknet {
namespace {

/// The function of a forward line for an activation; "" for the identity.
std::string_view function_of(std::string_view activation) {
    struct Function {
        std::string_view name, function;
    };
    constexpr Function kFunctions[] = {
        {"linear", ""},
        {"", "sigmoid"},
        {"logistic", "sigmoid"},
        {"relu", "relu"},
        {"relu6", "relu6"},
        {"leaky", "leaky_relu"},
        {"elu", "elu"},
        {"tanh", "tanh"},
        {"mish", "mish"},
        {"swish", "silu"},
        {"hard_mish", "hardswish"},
        {"gelu", "gelu"},
        {"loggy", "tanh"},
        {"ramp", "leaky_relu"},
        {"stair", "relu"},
        {"hardtan", "tanh"},
        {"selu", "elu"},
        {"lhtan", "leaky_relu"},
        {"plse", "leaky_relu"},
        {"relie", "leaky_relu"},
        {"revleaky", "leaky_relu"},
        {"normalize_channels", "softmax"},
        {"norm_chan", "normalize"},
        {"norm_chan_softmax", "softmax"},
    };
    for (const auto& [name, function] : kFunctions) {
        if (name == activation) return function;
    }
    return "relu";
}

}  // namespace

std::vector<Integer> input_sizes(const Section& net) {
    std::vector<Integer> sizes;
    for (const std::string_view name : {"channels", "height", "width"}) sizes.push_back(net.number(name, 0));
    const auto is_size = [](const Integer& size) { return size > 0; };
    if (all_of(sizes, is_size)) return sizes;
    const Integer inputs = net.number("inputs", 0);
    return is_size(inputs) ? std::vector<Integer>{inputs} : std::vector<Integer>();
}

Network::Network(const Section& net) {
    Dims shape = {Polynomial::symbol("batch")};
    for (const Integer size : input_sizes(net)) shape.push_back(Polynomial(size));
    input_shape_ = to_string(shape);
    value_ = graph_.add_input(Signal::tensor(std::move(shape)));
    for (const std::string_view function : {"add", "cat", "chunk", "resize"}) graph_.tree.reserve(function);
}

void Network::add(const Section& section) {
    section_ = &section;
    if (!add_layer(*this)) {
        const std::string_view type = is_name(section.type) ? section.type.substr(0, 40) : "unnamed";
        step(concat(add_module("layer", concat(type, "_layer(")), '(', value_, ')'));
    }
    outputs_.push_back(value_);
}

Model Network::model() const {
    return graph_.model("Darknet", {input_shape_},
                        results_.empty() ? std::vector<std::string>{value_} : results_);
}

Integer Network::size(std::size_t dimension) const {
    const Dims dims = shape();
    return dimension < dims.size() ? dims[dimension].whole().value_or(0) : 0;
}

std::size_t Network::number_of(Integer from) const {
    const Integer number = from < 0 ? from + Integer{outputs_.size()} : from;
    return number < 0 ? outputs_.size() : static_cast<std::size_t>(number);
}

std::optional<std::string> Network::output_of(Integer from) const {
    const std::size_t number = number_of(from);
    return number < outputs_.size() ? std::optional(outputs_[number]) : std::nullopt;
}

std::string Network::path_of(std::string_view name) const {
    return concat("layers.", outputs_.size(), '.', name);
}

std::string Network::add_module(std::string_view name, std::string head) {
    return graph_.tree.add_module(path_of(name), std::move(head));
}

std::string Network::add_tensor(std::string_view name, std::string text) {
    return graph_.tree.add_tensor(path_of(name), std::move(text));
}

void Network::step(std::string_view expression, Dims shape) {
    value_ = graph_.add_step(expression, Signal::tensor(std::move(shape)));
}

void Network::activate() {
    const std::string_view function = function_of(section_->text("activation"));
    if (!function.empty()) step(concat(function, '(', value_, ')'));
}

}  // namespace paramscope::open::darknet
