// Losses: no parameters, and no matrix work.
#include "layers/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kReduced = "reduction='mean'";

/// A scalar, unless reduction is 'none'.
Signal loss_forward(const LayerCall& call) {
    return call.arguments.word("reduction") == "none" ? Signal::unknown() : Signal::tensor({});
}

/// The same, where the unreduced loss has an element for each of the input.
Signal elementwise_loss_forward(const LayerCall& call) {
    return Signal::tensor(call.arguments.word("reduction") == "none" ? call.input() : Dims{});
}

constexpr LayerRule loss(std::string_view type) {
    return {type, kReduced, nullptr, loss_forward};
}

constexpr LayerRule elementwise_loss(std::string_view type) {
    return {type, kReduced, nullptr, elementwise_loss_forward};
}

}  // namespace

std::span<const LayerRule> loss_layers() {
    static constexpr LayerRule rules[] = {
        elementwise_loss("BCELoss"),
        elementwise_loss("BCEWithLogitsLoss"),
        elementwise_loss("GaussianNLLLoss"),
        elementwise_loss("HingeEmbeddingLoss"),
        elementwise_loss("HuberLoss"),
        elementwise_loss("KLDivLoss"),
        elementwise_loss("L1Loss"),
        elementwise_loss("MSELoss"),
        elementwise_loss("PoissonNLLLoss"),
        elementwise_loss("SmoothL1Loss"),
        elementwise_loss("SoftMarginLoss"),
        loss("CTCLoss"),
        loss("CosineEmbeddingLoss"),
        loss("CrossEntropyLoss"),
        loss("MarginRankingLoss"),
        loss("MultiLabelMarginLoss"),
        loss("MultiLabelSoftMarginLoss"),
        loss("MultiMarginLoss"),
        loss("NLLLoss"),
        loss("NLLLoss2d"),
        loss("TripletMarginLoss"),
        loss("TripletMarginWithDistanceLoss"),
    };
    return rules;
}

}  // namespace paramscope
