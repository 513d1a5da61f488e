// Normalization layers: over the batch, over features, over groups of channels.
#include <limits>

#include "base/concat.h"
#include "layers/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kBatchNorm =
    "num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, bias=True";
constexpr std::string_view kInstanceNorm =
    "num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, bias=True";
constexpr std::string_view kLayerNorm =
    "normalized_shape=None, eps=1e-05, elementwise_affine=True, bias=True";
constexpr std::string_view kRmsNorm = "normalized_shape=None, eps=None, elementwise_affine=True";

/// At least one size.
Dims normalized_shape(const Arguments& a) {
    Dims shape = a.list("normalized_shape");
    for (const Polynomial& size : shape) {
        const std::optional<Rational> known = a.value(size);
        if (!known || (known->is_integer() && known->numerator() >= 0)) continue;
        a.fail("normalized_shape", "normalized_shape must be whole numbers, not " + a.show(size));
    }
    if (!shape.empty()) return shape;
    a.fail("normalized_shape", "normalized_shape must have at least one size");
    return {1};
}

// Over the batch: torch.nn.BatchNorm2d.

/// weight and bias (n), and the running mean and variance (n) with the number of batches they come from.
void running_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Polynomial features = a.size("num_features");
    if (a.flag("affine")) {
        tensors.push_back(parameter("weight", {features}));
        if (a.flag("bias")) tensors.push_back(parameter("bias", {features}));
    }
    if (!a.flag("track_running_stats")) return;
    tensors.push_back(buffer("running_mean", {features}));
    tensors.push_back(buffer("running_var", {features}));
    tensors.push_back(buffer("num_batches_tracked", {}));
}

/// A lazy layer prints 0 features, and has no tensors before its first run.
void lazy_running_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (a.expect_initialized("num_features")) running_norm_tensors(a, tensors);
}

/// All four are buffers, so that nothing of it is trained: torchvision.ops.FrozenBatchNorm2d.
void frozen_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("num_features")) return;
    for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
        tensors.push_back(buffer(name, {a.size("num_features")}));
    }
}

Signal unchanged(const LayerCall& call) {
    return Signal::tensor(call.input());
}

/// The shape stays; (batch, channels, ...) with `Least` to `Most` dimensions.
template <std::size_t Least, std::size_t Most>
Signal batch_norm_forward(const LayerCall& call) {
    const std::size_t rank = call.input().size();
    if (rank < Least || rank > Most) {
        const std::string range = Least == Most ? std::to_string(Least)
                                  : Most > 5    ? "at least " + std::to_string(Least)
                                                : concat(Least, " or ", Most);
        call.fail(concat(call.arguments.module().type, " expects ", range,
                         " dimensions, batch and channels first, but gets ", to_string(call.input())));
        return Signal::unknown();
    }
    const bool fits = expect_size(call, call.input()[1], call.arguments.size("num_features"), "channels");
    return fits ? unchanged(call) : Signal::unknown();
}

/// The shape stays. Without weights or statistics any number of channels will do.
template <std::size_t Spatial>
Signal instance_norm_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    if (!axis) return Signal::unknown();
    const bool has_tensors = a.flag("affine") || a.flag("track_running_stats");
    const bool fits =
        !has_tensors || expect_size(call, call.input()[*axis], a.size("num_features"), "channels");
    return fits ? unchanged(call) : Signal::unknown();
}

Polynomial running_norm_width(const Arguments& a) {
    return a.number("num_features");
}

// Over the last dimensions: torch.nn.LayerNorm, torch.nn.RMSNorm.

/// weight and bias of the normalized shape.
void layer_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("normalized_shape") || !a.flag("elementwise_affine")) return;
    const Dims shape = normalized_shape(a);
    tensors.push_back(parameter("weight", shape));
    if (a.flag("bias")) tensors.push_back(parameter("bias", shape));
}

/// weight alone: RMSNorm has no bias, nor do the variants of T5 and others.
void rms_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("normalized_shape") || !a.flag("elementwise_affine")) return;
    tensors.push_back(parameter("weight", normalized_shape(a)));
}

Signal layer_norm_forward(const LayerCall& call) {
    const Dims shape = normalized_shape(call.arguments);
    if (!expect_rank(call, shape.size())) return Signal::unknown();
    const std::size_t skipped = call.input().size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::string what =
            "features in " + (i + 1 == shape.size() ? std::string("the last dimension")
                                                    : "dimension " + std::to_string(skipped + i));
        if (!expect_size(call, call.input()[skipped + i], shape[i], what)) return Signal::unknown();
    }
    call.work.add(Operation::Row, product(call.input()) / product(shape));
    return unchanged(call);
}

/// Over the channels of feature maps: torchvision's ConvNeXt, Segment Anything.
Signal layer_norm_2d_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, 2);
    if (!axis) return Signal::unknown();
    const Polynomial expected = normalized_shape(call.arguments).back();
    return expect_size(call, call.input()[*axis], expected, "channels") ? unchanged(call) : Signal::unknown();
}

Polynomial layer_norm_width(const Arguments& a) {
    return normalized_shape(a).back();
}

// Over groups of channels: torch.nn.GroupNorm.

/// weight and bias (channels).
void group_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    a.size("num_groups", 1);
    a.require_divisible("num_channels", "num_groups");
    if (!a.flag("affine")) return;
    const Polynomial channels = a.size("num_channels");
    tensors.push_back(parameter("weight", {channels}));
    if (a.flag("bias")) tensors.push_back(parameter("bias", {channels}));
}

Signal group_norm_forward(const LayerCall& call) {
    if (!expect_rank(call, 2)) return Signal::unknown();
    const bool fits = expect_size(call, call.input()[1], call.arguments.size("num_channels"), "channels");
    return fits ? unchanged(call) : Signal::unknown();
}

Polynomial group_norm_width(const Arguments& a) {
    return a.number("num_channels");
}

constexpr std::size_t kAnyRank = std::numeric_limits<std::size_t>::max();

template <std::size_t Least, std::size_t Most>
constexpr LayerRule batch_norm(std::string_view type) {
    return {type, kBatchNorm, running_norm_tensors, batch_norm_forward<Least, Most>, running_norm_width};
}

constexpr LayerRule sync_batch_norm() {
    LayerRule rule = batch_norm<2, kAnyRank>("SyncBatchNorm");
    rule.signature =
        "num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, process_group=None, "
        "bias=True";
    return rule;
}

template <std::size_t Least, std::size_t Most>
constexpr LayerRule lazy_batch_norm(std::string_view type) {
    return {type, kBatchNorm, lazy_running_norm_tensors, batch_norm_forward<Least, Most>};
}

template <std::size_t Spatial>
constexpr LayerRule instance_norm(std::string_view type) {
    return {type, kInstanceNorm, running_norm_tensors, instance_norm_forward<Spatial>, running_norm_width};
}

template <std::size_t Spatial>
constexpr LayerRule lazy_instance_norm(std::string_view type) {
    return {type, kInstanceNorm, lazy_running_norm_tensors, instance_norm_forward<Spatial>};
}

constexpr LayerRule group_norm(std::string_view type) {
    return {type, "num_groups, num_channels, eps=1e-05, affine=True, bias=True", group_norm_tensors,
            group_norm_forward, group_norm_width};
}

constexpr LayerRule layer_norm_2d(std::string_view type) {
    return {
        type, kLayerNorm, layer_norm_tensors, layer_norm_2d_forward, layer_norm_width, "normalized_shape"};
}

constexpr LayerRule layer_norm(std::string_view type) {
    return {type, kLayerNorm, layer_norm_tensors, layer_norm_forward, layer_norm_width, "normalized_shape"};
}

constexpr LayerRule rms_norm(std::string_view type) {
    return {type, kRmsNorm, rms_norm_tensors, layer_norm_forward, layer_norm_width, "normalized_shape"};
}

}  // namespace

std::span<const LayerRule> normalization_layers() {
    static constexpr LayerRule rules[] = {
        batch_norm<2, 3>("BatchNorm1d"),
        batch_norm<4, 4>("BatchNorm2d"),
        batch_norm<5, 5>("BatchNorm3d"),
        sync_batch_norm(),
        lazy_batch_norm<2, 3>("LazyBatchNorm1d"),
        lazy_batch_norm<4, 4>("LazyBatchNorm2d"),
        lazy_batch_norm<5, 5>("LazyBatchNorm3d"),
        {"*FrozenBatchNorm2d", "num_features=None, eps=1e-05", frozen_norm_tensors, batch_norm_forward<4, 4>,
         running_norm_width},
        instance_norm<1>("InstanceNorm1d"),
        instance_norm<2>("InstanceNorm2d"),
        instance_norm<3>("InstanceNorm3d"),
        lazy_instance_norm<1>("LazyInstanceNorm1d"),
        lazy_instance_norm<2>("LazyInstanceNorm2d"),
        lazy_instance_norm<3>("LazyInstanceNorm3d"),
        layer_norm("LayerNorm"),
        layer_norm("*LayerNorm"),
        layer_norm_2d("LayerNorm2d"),
        rms_norm("RMSNorm"),
        rms_norm("*RMSNorm"),
        rms_norm("*RMSNormGated"),
        // Hugging Face's layer norms without a bias, which print nothing
        rms_norm("*T5LayerNorm"),
        rms_norm("ImageGPTLayerNorm"),
        rms_norm("Pix2StructLayerNorm"),
        rms_norm("Pop2PianoLayerNorm"),
        rms_norm("UdopLayerNorm"),
        rms_norm("SwitchTransformersLayerNorm"),
        rms_norm("NllbMoeLayerNorm"),
        rms_norm("CohereLayerNorm"),
        rms_norm("Cohere2LayerNorm"),
        // and those without any parameter
        {"*UnweightedRMSNorm", ""},
        {"*L2Norm", ""},
        {"*OlmoLayerNorm", ""},
        group_norm("GroupNorm"),
        {"LocalResponseNorm", "size, alpha=0.0001, beta=0.75, k=1.0"},
        {"CrossMapLRN2d", "size, alpha=0.0001, beta=0.75, k=1"},
        // timm's, which end with an activation that they print as a child
        batch_norm<4, 4>("BatchNormAct2d"),
        group_norm("GroupNormAct"),
        layer_norm("LayerNormAct"),
        layer_norm_2d("LayerNormAct2d"),
    };
    return rules;
}

}  // namespace paramscope
