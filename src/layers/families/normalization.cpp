// Normalization layers: over the batch, over features, and over groups of channels.
#include <limits>

#include "layers/families/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kBatchNorm =
    "num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, bias=True";
constexpr std::string_view kInstanceNorm =
    "num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, bias=True";
constexpr std::string_view kLayerNorm =
    "normalized_shape=None, eps=1e-05, elementwise_affine=True, bias=True";
constexpr std::string_view kRmsNorm = "normalized_shape=None, eps=None, elementwise_affine=True";

/// The argument normalized_shape as a list of sizes; (1) where it is wrong.
Dims normalized_shape(const Arguments& a) {
    Dims shape = a.list("normalized_shape");
    for (const Polynomial& size : shape) {
        const SizeKind kind = a.size_kind(size, 0);
        if (kind == SizeKind::Fits || kind == SizeKind::Unknown) continue;
        a.fail("normalized_shape", message("normalization.whole_numbers", {{"actual", a.show(size)}}));
    }
    if (!shape.empty()) return shape;
    a.fail("normalized_shape", message("normalization.no_size"));
    return {1};
}

// Over the batch: torch.nn.BatchNorm2d and InstanceNorm2d.

/// weight (n) and bias (n); buffers running_mean (n), running_var (n) and num_batches_tracked.
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

/// A lazy layer prints 0 features and has no tensors before its first run.
void lazy_running_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (a.expect_initialized("num_features")) running_norm_tensors(a, tensors);
}

/// torchvision.ops.FrozenBatchNorm2d: all four are buffers, so that nothing is trained.
void frozen_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("num_features")) return;
    for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
        tensors.push_back(buffer(name, {a.size("num_features")}));
    }
}

Signal same_shape(const LayerCall& call) {
    return Signal::tensor(call.input());
}

constexpr std::size_t kAnyRank = std::numeric_limits<std::size_t>::max();

Message wrong_rank(const LayerCall& call, std::size_t least, std::size_t most) {
    const std::string_view type = call.arguments.module().type;
    const std::string shape = to_string(call.input());
    if (least == most) {
        return message("normalization.dimensions", {{"type", type}, {"expected", least}, {"shape", shape}});
    }
    if (most == kAnyRank) {
        return message("normalization.dimensions_at_least",
                       {{"type", type}, {"least", least}, {"shape", shape}});
    }
    return message("normalization.dimensions_between",
                   {{"type", type}, {"least", least}, {"most", most}, {"shape", shape}});
}

/// Keeps the shape (batch, channels, ...), which must have `Least` to `Most` dimensions.
template <std::size_t Least, std::size_t Most>
Signal batch_norm_forward(const LayerCall& call) {
    const std::size_t rank = call.input().size();
    if (rank < Least || rank > Most) {
        call.fail(wrong_rank(call, Least, Most));
        return Signal::unknown();
    }
    const bool fits =
        expect_size(call, call.input()[1], call.arguments.size("num_features"), "input.channels");
    return fits ? same_shape(call) : Signal::unknown();
}

/// Keeps the shape. A layer without weights and statistics takes any number of channels.
template <std::size_t Spatial>
Signal instance_norm_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const std::optional<std::size_t> axis = channel_axis(call, Spatial);
    if (!axis) return Signal::unknown();
    const bool has_tensors = a.flag("affine") || a.flag("track_running_stats");
    const bool fits =
        !has_tensors || expect_size(call, call.input()[*axis], a.size("num_features"), "input.channels");
    return fits ? same_shape(call) : Signal::unknown();
}

Polynomial running_norm_width(const Arguments& a) {
    return a.number("num_features");
}

// Over the last dimensions: torch.nn.LayerNorm, torch.nn.RMSNorm.

/// weight and bias (normalized_shape...).
void layer_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("normalized_shape") || !a.flag("elementwise_affine")) return;
    const Dims shape = normalized_shape(a);
    tensors.push_back(parameter("weight", shape));
    if (a.flag("bias")) tensors.push_back(parameter("bias", shape));
}

/// weight (normalized_shape...); RMSNorm and its variants in T5 and others have no bias.
void rms_norm_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("normalized_shape") || !a.flag("elementwise_affine")) return;
    tensors.push_back(parameter("weight", normalized_shape(a)));
}

Signal layer_norm_forward(const LayerCall& call) {
    const Dims shape = normalized_shape(call.arguments);
    if (!expect_rank(call, shape.size())) return Signal::unknown();
    const std::size_t skipped = call.input().size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Polynomial& actual = call.input()[skipped + i];
        const bool is_last = i + 1 == shape.size();
        const bool fits = is_last ? expect_size(call, actual, shape[i], "input.features")
                                  : expect_size(call, actual, shape[i], "input.features_of_dimension",
                                                {{"dimension", skipped + i}});
        if (!fits) return Signal::unknown();
    }
    call.work.add(Operation::Row, product(call.input()) / product(shape));
    return same_shape(call);
}

/// Normalizes over the channels of a feature map (torchvision's ConvNeXt, Segment Anything).
Signal layer_norm_2d_forward(const LayerCall& call) {
    const std::optional<std::size_t> axis = channel_axis(call, 2);
    if (!axis) return Signal::unknown();
    const Polynomial expected = normalized_shape(call.arguments).back();
    const bool fits = expect_size(call, call.input()[*axis], expected, "input.channels");
    return fits ? same_shape(call) : Signal::unknown();
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
    const bool fits =
        expect_size(call, call.input()[1], call.arguments.size("num_channels"), "input.channels");
    return fits ? same_shape(call) : Signal::unknown();
}

Polynomial group_norm_width(const Arguments& a) {
    return a.number("num_channels");
}

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
        layer_norm("ConvNextLayerNorm"),
        layer_norm("ConvNextV2LayerNorm"),
        layer_norm("NemotronLayerNorm1P"),
        layer_norm("*LayerNorm"),
        layer_norm_2d("LayerNorm2d"),
        rms_norm("RMSNorm"),
        rms_norm("*RMSNorm"),
        rms_norm("*RMSNormGated"),
        // Hugging Face's layer norms without a bias, whose print() shows no argument
        rms_norm("*T5LayerNorm"),
        rms_norm("ImageGPTLayerNorm"),
        rms_norm("Pix2StructLayerNorm"),
        rms_norm("Pop2PianoLayerNorm"),
        rms_norm("UdopLayerNorm"),
        rms_norm("SwitchTransformersLayerNorm"),
        rms_norm("NllbMoeLayerNorm"),
        rms_norm("CohereLayerNorm"),
        rms_norm("Cohere2LayerNorm"),
        // Layers without parameters
        {"*UnweightedRMSNorm", ""},
        {"*L2Norm", ""},
        {"*OlmoLayerNorm", ""},
        group_norm("GroupNorm"),
        {"LocalResponseNorm", "size, alpha=0.0001, beta=0.75, k=1.0"},
        {"CrossMapLRN2d", "size, alpha=0.0001, beta=0.75, k=1"},
        // timm: a norm followed by an activation, which is printed as a child
        batch_norm<4, 4>("BatchNormAct2d"),
        group_norm("GroupNormAct"),
        layer_norm("LayerNormAct"),
        layer_norm_2d("LayerNormAct2d"),
    };
    return rules;
}

}  // namespace paramscope
