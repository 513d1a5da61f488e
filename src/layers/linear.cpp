// Dense layers: Linear, Bilinear and what the field derives from them.
#include "layers/families.h"

namespace paramscope {
namespace {

/// weight (out, in) and bias (out): torch.nn.Linear.
void linear_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial in = a.number("in_features"), out = a.number("out_features");
    tensors.push_back(parameter("weight", {out, in}));
    if (a.flag("bias")) tensors.push_back(parameter("bias", {out}));
}

/// (*, in) -> (*, out): in·out multiply-accumulates for every position.
Signal linear_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const Polynomial in = a.number("in_features"), out = a.number("out_features");
    Dims output = call.input();
    if (!expect_size(call, output.back(), in, "features in the last dimension")) return Signal::unknown();
    output.back() = out;
    call.work.add(Operation::Linear, product(output) * in);
    return Signal::tensor(std::move(output));
}

Polynomial linear_width(const Arguments& a) { return a.number("in_features"); }

}  // namespace

std::span<const LayerRule> linear_layers() {
    static constexpr LayerRule rules[] = {
        {"Linear", "in_features, out_features, bias=True", linear_tensors, linear_forward, linear_width},
    };
    return rules;
}

}  // namespace paramscope
