#include "open/python/libraries/library_table.h"

#include <map>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/python/libraries/libraries.h"

namespace paramscope::open::python {
namespace {

// clang-format off
const Library kLibraries[] = {
    {"torch", kTorchFunctions, Rest::Opaque, "torch_values"},
    {"torch.nn torch.nn.modules", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.modules.batchnorm torch.nn.modules.conv torch.nn.modules.instancenorm torch.nn.modules.rnn "
     "torch.nn.parameter", {}},
    {"torch.nn.modules.activation", {}, Rest::Unknown, "torch_activations"},
    {"einops.layers torchvision fairscale fairscale.nn labml_nn labml_helpers", {}},
    {"torch.nn.init", {}, Rest::Initialize, "torch_init"},
    {"torch.nn.functional", {}, Rest::Tensors, "torch_functional"},
    {"torch.fft torch.linalg", {}, Rest::Tensors},
    {"torch.nn.utils", kTorchUtilsFunctions},
    {"torch.nn.utils.parametrize torch.nn.utils.parametrizations", {}, Rest::Unknown, "torch_parametrize"},
    {"torch.nn.parallel torch.utils torch.utils.checkpoint torch.utils.data torch.backends torch.optim "
     "torchvision.datasets torchvision.transforms torchvision.transforms._presets",
     {}, Rest::Opaque},
    {"collections.abc logging time labml labml.logger labml.tracker transformers.utils.logging threading",
     {}, Rest::Opaque},
    {"torch.cuda torch.xpu torch.mps torch.npu torch.accelerator torch.backends.mps torch.backends.cuda "
     "torch.backends.cudnn",
     kDeviceFunctions, Rest::Opaque},
    {"torch.distributed", {}, Rest::Opaque, "torch_distributed"},
    {"torch.distributed.tensor torch.distributed._tensor", {}, Rest::Opaque, "torch_distributed_tensor"},
    {"torch.distributions torch.distributions.normal torch.distributions.categorical torch.distributions.kl "
     "torch.distributions.distribution torch.distributions.independent",
     {}, Rest::Unknown, "torch_distributions"},
    {"torch.version", {}, Rest::Opaque, "torch_version"},
    {"torch.amp torch.cuda.amp torch.cpu.amp torch.amp.autocast_mode torch.cuda.amp.autocast_mode",
     kAutocastFunctions, Rest::Opaque},
    {"torch._dynamo torch.fx", kCompileFunctions, Rest::Opaque},
    {"torch.jit", kJitFunctions, Rest::Opaque},
    {"torch.compiler", kExportFunctions, Rest::Opaque},
    {"torch.onnx", kExportFunctions, Rest::Observe},
    {"torch.autograd torch.autograd.function", kAutogradFunctions, Rest::Opaque, "torch_autograd"},
    {"_aten", {}, Rest::Unknown, "torch_aten"},
    {"_constructors", kConstructorFunctions},
    {"_environment", kEnvironmentFunctions},
    {"_package_files", {}, Rest::Unknown, "package_files"},
    {"_guessed_config", {}, Rest::Unknown, "guessed_config"},
    {"os", {}, Rest::Unknown, "os"},
    {"os.path", {}, Rest::Unknown, "os_path"},
    {"pathlib", {}, Rest::Unknown, "pathlib"},
    {"sys", {}, Rest::Unknown, "sys"},
    {"platform", {}, Rest::Unknown, "platform"},
    {"string", {}, Rest::Unknown, "string"},
    {"importlib importlib.util", kImportlibFunctions},
    {"importlib.metadata importlib_metadata", {}, Rest::Unknown, "importlib_metadata"},
    {"packaging distutils", {}},
    {"packaging.version pkg_resources distutils.version torch.torch_version", {}, Rest::Unknown, "versions"},
    {"math", kMathFunctions},
    {"numpy", {}, Rest::Unknown, "numpy"},
    {"_arrays", {}, Rest::Unknown, "numpy_arrays"},
    {"contextvars", {}, Rest::Opaque, "contextvars"},
    {"copy", kCopyFunctions},
    {"contextlib", {}, Rest::Unknown, "contextlib"},
    {"functools", kFunctoolsFunctions},
    {"dataclasses", kDataclassesFunctions, Rest::Unknown, "dataclasses"},
    {"collections", kCollectionsFunctions, Rest::Unknown, "collections"},
    {"itertools", kItertoolsFunctions, Rest::Unknown, "itertools"},
    {"operator", {}, Rest::Unknown, "operator"},
    {"re", kPatternFunctions, Rest::Unknown, "re"},
    {"enum", {}, Rest::Unknown, "enum"},
    {"types", {}, Rest::Unknown, "types"},
    {"argparse", {}, Rest::Opaque, "argparse"},
    {"inspect", kInspectFunctions, Rest::Unknown, "inspect"},
    {"typing typing_extensions", kTypingFunctions, Rest::Opaque},
    {"beartype deprecated jaxtyping overrides typeguard", kCheckingFunctions, Rest::Opaque},
    {"abc", kAbcFunctions, Rest::Opaque},
    {"numbers", {}, Rest::Opaque},
    {"warnings", kWarningsFunctions, Rest::Opaque},
    {"einops", {}, Rest::Tensors, "einops_packing"},
    {"einops.layers.torch", {}, Rest::Unknown, "einops_layers_torch"},
    {"keras keras.layers keras.models", {}, Rest::Unknown, "keras"},
    {"keras.activations keras.backend keras.callbacks keras.constraints keras.datasets keras.initializers "
     "keras.losses keras.metrics keras.optimizers keras.preprocessing keras.regularizers keras.utils",
     {}, Rest::Opaque},
    {"tensorflow", {}, Rest::Opaque, "tensorflow"},
    {"tensorflow.nn", {}, Rest::Opaque, "tensorflow_nn"},
    {"calflops deepspeed.profiling.flops_profiler fvcore.nn hiddenlayer mlflow.pytorch netron "
     "nni.compression.pytorch.utils.counter ptflops pytorch_model_summary tensorboardX tensorwatch thop "
     "torch.profiler torch.utils.flop_counter torch.utils.tensorboard torchinfo torchscan torchstat torchsummary "
     "torchsummaryX torchview torchviz visualtorch wandb",
     {}, Rest::Observe},
    {"_yolo", {}, Rest::Unknown, "yolo_models"},
    {"_yolo_blocks", {}, Rest::Unknown, "yolo_blocks"},
    {"_yolo_heads", {}, Rest::Unknown, "yolo_heads"},
    {"_open_clip", {}, Rest::Unknown, "open_clip_models"},
    {"_timm_config", {}, Rest::Unknown, "timm_config"},
    {"_latent_diffusion", {}, Rest::Unknown, "latent_diffusion"},
    {"_latent_diffusion_unet", {}, Rest::Unknown, "latent_diffusion_unet"},
    {"_latent_diffusion_video", {}, Rest::Unknown, "latent_diffusion_video"},
    {"timm timm.models timm.models.factory timm.models.convnext timm.models.densenet timm.models.efficientnet "
     "timm.models.resnet",
     {}, Rest::Unknown, "timm_models", true},
    {"timm.data timm.layers timm.layers.helpers timm.models._builder "
     "timm.models._features_fx timm.models._manipulate timm.models._registry timm.models.helpers "
     "timm.models.layers timm.models.layers.helpers timm.models.registry timm.models.vision_transformer",
     {}, Rest::Unknown, "timm_layers", true},
    {"torchvision._internally_replaced_utils torchvision.models._api torchvision.models._meta "
     "torchvision.models._utils torchvision.models.utils",
     {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.models torchvision.models.densenet torchvision.models.resnet torchvision.models.vgg",
     {}, Rest::Unknown, "torchvision_models", true},
    {"torchvision.models.vision_transformer", {}, Rest::Unknown, "torchvision_vit", true},
    {"torchvision.models.convnext", {}, Rest::Unknown, "torchvision_convnext", true},
    {"torchvision.models.mobilenetv3", {}, Rest::Unknown, "torchvision_mobilenetv3", true},
    {"torchvision.models.inception", {}, Rest::Unknown, "torchvision_inception", true},
    {"torchvision.ops torchvision.ops.feature_pyramid_network torchvision.ops.misc "
     "torchvision.ops.stochastic_depth",
     {}, Rest::Unknown, "torchvision_ops", true},
    {"torchvision.transforms.functional", {}, Rest::Opaque, "torchvision_functional"},
    {"torchvision.utils", {}, Rest::Opaque, "torchvision_ops"},
    {"fairscale.nn.model_parallel fairscale.nn.model_parallel.initialize "
     "fairscale.nn.model_parallel.layers",
     {}, Rest::Unknown, "fairscale_layers"},
    {"transformers", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.__init__", {}, Rest::Unknown, "transformers_package"},
    {"transformers.activations transformers.modeling_layers transformers.pytorch_utils",
     {}, Rest::Unknown, "transformers_classes", true},
    {"_transformers", kTransformersFunctions},
    {"_transformers_library", {}, Rest::Unknown, "transformers_library"},
    {"transformers.configuration_utils", {}, Rest::Unknown, "transformers_configuration"},
    {"transformers.modeling_utils transformers.integrations.sdpa_attention", {}, Rest::Unknown,
     "transformers_modeling"},
    {"transformers.models", {}, Rest::Unknown, "transformers_models"},
    {"transformers.models.auto transformers.models.auto.auto_factory", {}, Rest::Unknown, "transformers_auto"},
    {"transformers.modeling_outputs", {}, Rest::Unknown, "transformers_outputs", true},
    {"transformers.masking_utils transformers.modeling_attn_mask_utils", {}, Rest::Unknown,
     "transformers_masks"},
    {"transformers.cache_utils", {}, Rest::Unknown, "transformers_caches"},
    {"transformers.initialization", {}, Rest::Initialize},
    {"transformers.integrations.moe", {}, Rest::Opaque, "transformers_experts"},
    {"transformers.generation transformers.generation.* transformers.integrations "
     "transformers.integrations.deepspeed transformers.integrations.fsdp transformers.integrations.hub_kernels "
     "transformers.integrations.peft transformers.integrations.tensor_parallel "
     "transformers.modeling_flash_attention_utils transformers.processing_utils "
     "transformers.dynamic_module_utils transformers.loss.* transformers.image_utils "
     "transformers.image_transforms transformers.image_processing_utils transformers.quantizers.* "
     "transformers.tokenization_utils transformers.audio_utils transformers.distributed.* "
     "huggingface_hub.dataclasses huggingface_hub.utils huggingface_hub.errors",
     {}, Rest::Unknown, "transformers_surroundings"},
    {"transformers.utils.output_capturing", {}, Rest::Opaque, "transformers_utils", true},
    {"transformers.utils transformers.utils.* transformers.file_utils", {}, Rest::Opaque, "transformers_utils"},
    {"_dict_objects", {}, Rest::Unknown, "dict_objects"},
    {"pytorch_lightning lightning lightning.pytorch lightning.pytorch.core lightning.pytorch.core.mixins "
     "pytorch_lightning.core pytorch_lightning.core.lightning huggingface_hub",
     {}, Rest::Unknown, "lightning"},
    {"torchmetrics torchmetrics.classification torchmetrics.image torchmetrics.regression", {}, Rest::Unknown,
     "torchmetrics"},
    {"addict attribute_dicts box easydict ml_collections ml_collections.config_dict munch omegaconf "
     "yacs.config",
     {}, Rest::Unknown, "attribute_dicts"},
    {"yacs", {}},
    {"attr attrs", {}, Rest::Opaque, "attrs"},
    {"pydantic pydantic_settings", {}, Rest::Opaque, "pydantic"},
    {"json", kJsonFunctions, Rest::Unknown, "json"},
    {"yaml", {}, Rest::Unknown, "yaml"},
    {"diffusers _diffusers_models", {}, Rest::Unknown, "diffusers_models", true},
    {"diffusers.models.unets.unet_2d_condition diffusers.models.unets.unet_2d _diffusers_unet", {}, Rest::Unknown,
     "diffusers_unet", true},
    {"diffusers.models.autoencoders.autoencoder_kl _diffusers_autoencoder", {}, Rest::Unknown,
     "diffusers_autoencoder", true},
    {"diffusers.models.transformers.transformer_flux diffusers.models.transformers.transformer_sd3 "
     "diffusers.models.transformers.transformer_chroma _diffusers_transformers",
     {}, Rest::Unknown, "diffusers_transformers", true},
    {"_diffusers_blocks", {}, Rest::Unknown, "diffusers_blocks"},
    {"_diffusers_dits", {}, Rest::Unknown, "diffusers_dits"},
    {"_diffusers_layers", {}, Rest::Unknown, "diffusers_layers"},
    {"_diffusers_library", {}, Rest::Unknown, "diffusers_library"},
    {"diffusers.models", {}, Rest::Unknown, "", true},
    {"diffusers.configuration_utils diffusers.models.modeling_utils", {}, Rest::Unknown, "diffusers"},
    {"diffusers.utils diffusers.utils.* diffusers.loaders diffusers.loaders.* diffusers.hooks "
     "diffusers.hooks.* diffusers.quantizers diffusers.quantizers.*",
     {}, Rest::Opaque, "diffusers_surroundings"},
    {"_diffusers_bases", {}, Rest::Unknown, "diffusers"},
    {"fairseq fairseq.models fairseq.models.fairseq_decoder fairseq.models.fairseq_encoder "
     "fairseq.models.fairseq_model",
     {}, Rest::Unknown, "fairseq"},
    {"mmengine.model mmengine.registry mmcv.runner mmcv.runner.base_module mmcv.utils mmengine.model.base_module",
     {}, Rest::Unknown, "mmengine"},
    {"mmcv.cnn mmcv.cnn.bricks", {}, Rest::Unknown, "mmcv_cnn"},
    {"mmengine mmcv", {}},
    {"labml_nn.utils labml_helpers.module", {}, Rest::Unknown, "labml"},
    {"torchaudio", {}},
    {"torchaudio.transforms", {}, Rest::Unknown, "torchaudio_transforms"},
    {"torch_geometric.inspector torch_geometric.template", {}, Rest::Unknown, "torch_geometric"},
    {"torch_geometric.nn torch_geometric.nn.aggr torch_geometric.nn.conv torch_geometric.nn.conv.gcn_conv "
     "torch_geometric.nn.conv.message_passing torch_geometric.nn.dense.linear torch_geometric.nn.models "
     "torch_geometric.nn.models.basic_gnn torch_geometric.nn.norm torch_geometric.nn.pool "
     "torch_geometric.nn.resolver",
     {}, Rest::Unknown, "torch_geometric_nn", true},
    {"torch_geometric.datasets torch_geometric.transforms", {}, Rest::Unknown, "torch_geometric_data"},
};
// clang-format on

/// Parts of a library as its files import them from one another.
struct LibraryParts {
    std::string_view prefix, paths;
};

constexpr LibraryParts kParts[] = {
    {"torchvision.models.", "_api _meta _utils"},
    {"torchvision.",
     "_internally_replaced_utils ops ops.feature_pyramid_network ops.misc ops.stochastic_depth "
     "transforms._presets utils"},
    {"timm.models.", "_builder _features_fx _manipulate _registry"},
    {"transformers.",
     "activations configuration_utils generation modeling_layers modeling_outputs modeling_utils "
     "pytorch_utils utils"},
};

/// A file that the folder of a library has, and no other.
constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
    {"transformers", "models/auto/modeling_auto.py"},
    {"diffusers", "models/modeling_utils.py"},
    {"torch_geometric", "nn/conv/message_passing.py"},
};

/// Functions and modules without weights that projects copy from timm, with their names.
constexpr std::string_view kCopiedHelpers[] = {
    "DropPath",  "drop_path", "register_model", "to_1tuple",
    "to_2tuple", "to_3tuple", "to_4tuple",      "to_ntuple",
};

/// Each name with its row of the table.
const std::map<std::string_view, const Library*, std::less<>>& libraries_by_name() {
    static const auto libraries = [] {
        std::map<std::string_view, const Library*, std::less<>> found;
        for (const Library& library : kLibraries) {
            for (std::string_view names = library.names; !names.empty();)
                found.emplace(take_until(names, ' '), &library);
        }
        return found;
    }();
    return libraries;
}

/// tensorflow.keras is keras.
std::string_view without_tensorflow(std::string_view name) {
    if (name.starts_with("tensorflow.keras")) name.remove_prefix(std::string_view("tensorflow.").size());
    return name;
}

}  // namespace

const Library* find_library(std::string_view name) {
    name = without_tensorflow(name);
    const auto& libraries = libraries_by_name();
    if (const auto found = libraries.find(name); found != libraries.end()) return found->second;
    for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
        const auto found = libraries.find(concat(name.substr(0, dot), ".*"));
        if (found != libraries.end()) return found->second;
    }
    return nullptr;
}

bool is_library(std::string_view name) {
    return libraries_by_name().contains(without_tensorflow(name));
}

std::vector<std::string> libraries_with_part(std::string_view path) {
    std::vector<std::string> libraries;
    for (const LibraryParts& parts : kParts) {
        if (has_word(parts.paths, path)) libraries.push_back(concat(parts.prefix, path));
    }
    return libraries;
}

std::string_view library_in_folder(const std::function<bool(std::string_view)>& has_file) {
    for (const auto& [library, file] : kMarks) {
        if (has_file(file)) return library;
    }
    return "";
}

bool is_copied_helper(std::string_view name) {
    return contains(kCopiedHelpers, name);
}

}  // namespace paramscope::open::python
