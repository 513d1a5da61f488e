// Losses: without parameters and matrix work.
#include "layers/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kReduced = "reduction='mean'";

/// A scalar; unknown when reduction is 'none'.
Signal loss_forward(const LayerCall& call) {
    return call.arguments.word("reduction") == "none" ? Signal::unknown() : Signal::tensor({});
}

/// A scalar; when reduction is 'none', one element for each input element.
Signal elementwise_loss_forward(const LayerCall& call) {
    return Signal::tensor(call.arguments.word("reduction") == "none" ? call.input() : Dims{});
}

/// A scalar; when reduction is 'none', the input's shape without the dimension of classes.
Signal class_loss_forward(const LayerCall& call) {
    if (call.arguments.word("reduction") != "none") return Signal::tensor({});
    Dims output = call.input();
    const std::size_t classes = output.size() < 2 ? 0 : 1;
    if (!output.empty()) output.erase(output.begin() + static_cast<std::ptrdiff_t>(classes));
    return Signal::tensor(std::move(output));
}

constexpr LayerRule loss(std::string_view type) {
    return {type, kReduced, nullptr, loss_forward};
}

constexpr LayerRule elementwise_loss(std::string_view type) {
    return {type, kReduced, nullptr, elementwise_loss_forward};
}

constexpr LayerRule class_loss(std::string_view type) {
    return {type, kReduced, nullptr, class_loss_forward};
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
        class_loss("CrossEntropyLoss"),
        loss("MarginRankingLoss"),
        loss("MultiLabelMarginLoss"),
        loss("MultiLabelSoftMarginLoss"),
        loss("MultiMarginLoss"),
        class_loss("NLLLoss"),
        class_loss("NLLLoss2d"),
        loss("TripletMarginLoss"),
        loss("TripletMarginWithDistanceLoss"),
    };
    return rules;
}

}  // namespace paramscope
