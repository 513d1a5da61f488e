#include "count/functions/weighted.h"

#include <string>

#include "base/concat.h"
#include "count/functions/messages.h"
#include "count/functions/values.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::flow {
namespace {

Argument argument(std::string_view name, Value value) {
    Argument made;
    made.name = name;
    made.value = std::move(value);
    return made;
}

/// The output of a layer's rule for the first input; its work is added to the call's.
Result<Signal> apply_layer(FlowCall& call, const Module& module) {
    const FoundLayer layer = find_layer(std::string_view(module.type));
    Diagnostics recorded;
    const Arguments arguments(*layer.signature, module, call.environment.values(), &recorded);
    Signal output = Signal::unknown();
    if (!arguments.failed()) {
        const LayerCall layer_call{arguments, std::span(call.inputs).first(1), call.work, {}, nullptr,
                                   nullptr,   call.environment.requirements()};
        output = layer.rule->forward(layer_call);
    }
    if (!recorded.empty()) return flow_error(std::move(recorded.front().message));
    return output;
}

Value kernel_of(const Dims& weight) {
    std::vector<Value> sizes;
    for (std::size_t i = 2; i < weight.size(); ++i) sizes.push_back(Value::of_number(weight[i]));
    return Value::of_tuple(std::move(sizes));
}

/// The layer whose weight is the second input; `type` is "Conv" or "ConvTranspose".
Result<Signal> convolve(FlowCall& call, std::string_view type, std::size_t spatial, bool is_transposed) {
    const Dims& weight = call.input(1);
    if (weight.size() != spatial + 2)
        return flow_error(
            message("function.weight_rank", {{"actual", to_string(weight)}, {"rank", spatial + 2}}));
    const Value* groups = call.find("groups", call.literals.size());
    const Polynomial grouped = weight[1] * (groups != nullptr ? size_of(*groups) : Polynomial(1));
    Module module;
    module.type = concat(type, spatial, "d");
    module.arguments.push_back(
        argument("in_channels", Value::of_number(is_transposed ? weight[0] : grouped)));
    module.arguments.push_back(
        argument("out_channels", Value::of_number(is_transposed ? grouped : weight[0])));
    module.arguments.push_back(argument("kernel_size", kernel_of(weight)));
    for (const ForwardExpression::Keyword& keyword : call.keywords)
        module.arguments.push_back(argument(keyword.name, keyword.value));
    module.arguments.push_back(argument("bias", Value::of_boolean(call.inputs.size() > 2)));
    return apply_layer(call, module);
}

}  // namespace

Result<Signal> linear(FlowCall& call) {
    const Dims& weight = call.input(1);
    if (weight.size() != 2)
        return flow_error(message("function.weight_rank", {{"actual", to_string(weight)}, {"rank", 2}}));
    Module module;
    module.type = "Linear";
    module.arguments = {argument("in_features", Value::of_number(weight[1])),
                        argument("out_features", Value::of_number(weight[0])),
                        argument("bias", Value::of_boolean(call.inputs.size() > 2))};
    return apply_layer(call, module);
}

template <std::size_t Spatial>
Result<Signal> convolution(FlowCall& call) {
    return convolve(call, "Conv", Spatial, false);
}

template <std::size_t Spatial>
Result<Signal> transposed_convolution(FlowCall& call) {
    return convolve(call, "ConvTranspose", Spatial, true);
}

template Result<Signal> convolution<1>(FlowCall&);
template Result<Signal> convolution<2>(FlowCall&);
template Result<Signal> convolution<3>(FlowCall&);
template Result<Signal> transposed_convolution<1>(FlowCall&);
template Result<Signal> transposed_convolution<2>(FlowCall&);
template Result<Signal> transposed_convolution<3>(FlowCall&);

Result<Signal> embedding(FlowCall& call) {
    if (call.input(1).size() != 2)
        return flow_error(
            message("function.weight_rank", {{"actual", to_string(call.input(1))}, {"rank", 2}}));
    Dims rows = call.input(0);
    rows.push_back(call.input(1).back());
    call.work.add(Operation::LookUp, product(rows));
    return Signal::tensor(std::move(rows));
}

Result<Signal> normalization(FlowCall& call) {
    const Polynomial elements = product(call.input());
    if (call.inputs.size() > 1) call.work.add(Operation::Multiply, elements);
    if (call.inputs.size() > 2) call.work.add(Operation::Add, elements);
    return call.inputs.front();
}

}  // namespace paramscope::flow
