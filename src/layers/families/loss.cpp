// Losses: without parameters and matrix work.
#include "layers/families/families.h"

namespace paramscope {
namespace {

/// True where a loss is not reduced: `reduction='none'`, or `reduce=False` as PyTorch 0.4 has it.
bool is_unreduced(const LayerCall& call) {
    const bool has_reduce = call.arguments.has("reduce");
    if (has_reduce || call.arguments.has("size_average")) return has_reduce && !call.arguments.flag("reduce");
    return call.arguments.word("reduction") == "none";
}

/// A scalar; unknown when each element's is given.
Signal loss_forward(const LayerCall& call) {
    return is_unreduced(call) ? Signal::unknown() : Signal::tensor({});
}

/// A scalar, or one element for each input element.
Signal elementwise_loss_forward(const LayerCall& call) {
    return Signal::tensor(is_unreduced(call) ? call.input() : Dims{});
}

/// A scalar, or the input's shape without the dimension of classes.
Signal class_loss_forward(const LayerCall& call) {
    if (!is_unreduced(call)) return Signal::tensor({});
    Dims output = call.input();
    const std::size_t classes = output.size() < 2 ? 0 : 1;
    if (!output.empty()) output.erase(output.begin() + static_cast<std::ptrdiff_t>(classes));
    return Signal::tensor(std::move(output));
}

constexpr std::string_view kReduced = "size_average=None, reduce=None, reduction='mean'";
constexpr std::string_view kOfClasses =
    "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0";

constexpr LayerRule loss(std::string_view type, std::string_view signature = kReduced) {
    return {type, signature, nullptr, loss_forward};
}

constexpr LayerRule elementwise_loss(std::string_view type, std::string_view signature = kReduced) {
    return {type, signature, nullptr, elementwise_loss_forward};
}

constexpr LayerRule class_loss(std::string_view type) {
    return {type, kOfClasses, nullptr, class_loss_forward};
}

}  // namespace

std::span<const LayerRule> loss_layers() {
    static constexpr LayerRule rules[] = {
        elementwise_loss("BCELoss", "weight=None, size_average=None, reduce=None, reduction='mean'"),
        elementwise_loss("BCEWithLogitsLoss",
                         "weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None"),
        elementwise_loss("GaussianNLLLoss", "full=False, eps=1e-06, reduction='mean'"),
        elementwise_loss("HingeEmbeddingLoss",
                         "margin=1.0, size_average=None, reduce=None, reduction='mean'"),
        elementwise_loss("HuberLoss", "reduction='mean', delta=1.0"),
        elementwise_loss("KLDivLoss", "size_average=None, reduce=None, reduction='mean', log_target=False"),
        elementwise_loss("L1Loss"),
        elementwise_loss("MSELoss"),
        elementwise_loss("PoissonNLLLoss",
                         "log_input=True, full=False, size_average=None, eps=1e-08, "
                         "reduce=None, reduction='mean'"),
        elementwise_loss("SmoothL1Loss", "size_average=None, reduce=None, reduction='mean', beta=1.0"),
        elementwise_loss("SoftMarginLoss"),
        loss("CTCLoss", "blank=0, reduction='mean', zero_infinity=False"),
        loss("CosineEmbeddingLoss", "margin=0.0, size_average=None, reduce=None, reduction='mean'"),
        class_loss("CrossEntropyLoss"),
        loss("MarginRankingLoss", "margin=0.0, size_average=None, reduce=None, reduction='mean'"),
        loss("MultiLabelMarginLoss"),
        loss("MultiLabelSoftMarginLoss", "weight=None, size_average=None, reduce=None, reduction='mean'"),
        loss("MultiMarginLoss",
             "p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean'"),
        class_loss("NLLLoss"),
        class_loss("NLLLoss2d"),
        loss("TripletMarginLoss",
             "margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None, "
             "reduction='mean'"),
        loss("TripletMarginWithDistanceLoss",
             "distance_function=None, margin=1.0, swap=False, reduction='mean'"),
    };
    return rules;
}

}  // namespace paramscope
