// Distances between two tensors.
#include "layers/families/families.h"

namespace paramscope {
namespace {

/// Broadcasts the shapes of the two inputs. Fails the call and returns nullopt when they do not fit.
std::optional<Dims> broadcast_inputs(const LayerCall& call) {
    if (call.inputs.size() < 2) {
        call.fail(message("input.two_inputs", {{"type", call.arguments.module().type}}));
        return std::nullopt;
    }
    if (!call.inputs[1].is_tensor()) return std::nullopt;
    Dims longer = call.input(), shorter = call.inputs[1].dims;
    if (longer.size() < shorter.size()) std::swap(longer, shorter);
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        Polynomial& size = longer[longer.size() - shorter.size() + i];
        if (size == Polynomial(1)) size = shorter[i];
        if (shorter[i] == Polynomial(1)) continue;
        if (!expect_size(call, shorter[i], size, "distance.sizes")) return std::nullopt;
    }
    return longer;
}

/// torch.nn.CosineSimilarity: one value for each vector along `dim`.
Signal cosine_forward(const LayerCall& call) {
    std::optional<Dims> shape = broadcast_inputs(call);
    if (!shape) return Signal::unknown();
    const std::optional<std::size_t> dimension = dimension_index(call, "dim", shape->size());
    if (!dimension) return Signal::unknown();
    shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(*dimension));
    return Signal::tensor(std::move(*shape));
}

/// torch.nn.PairwiseDistance: one value for each vector along the last dimension.
Signal pairwise_forward(const LayerCall& call) {
    std::optional<Dims> shape = broadcast_inputs(call);
    if (!shape || !expect_rank(call, 1)) return Signal::unknown();
    if (call.arguments.flag("keepdim")) {
        shape->back() = 1;
    } else {
        shape->pop_back();
    }
    return Signal::tensor(std::move(*shape));
}

}  // namespace

std::span<const LayerRule> distance_layers() {
    static constexpr LayerRule rules[] = {
        {"CosineSimilarity", "dim=1, eps=1e-08", nullptr, cosine_forward},
        {"PairwiseDistance", "p=2.0, eps=1e-06, keepdim=False", nullptr, pairwise_forward},
    };
    return rules;
}

}  // namespace paramscope
