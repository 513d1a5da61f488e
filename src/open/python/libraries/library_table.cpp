#include "open/python/libraries/library_table.h"

#include <algorithm>

#include "open/python/libraries/libraries.h"

namespace paramscope::open::python {
namespace {

const Library kLibraries[] = {
    {"torch", kTorchFunctions, Rest::Opaque, "torch_values"},
    {"torch.nn", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.modules", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.modules.batchnorm", {}},
    {"torch.nn.modules.conv", {}},
    {"torch.nn.modules.instancenorm", {}},
    {"torch.nn.modules.rnn", {}},
    {"torch.nn.parameter", {}},
    {"torch.nn.init", {}, Rest::Initialize},
    {"torch.nn.functional", {}, Rest::Tensors},
    {"torch.nn.utils", kTorchUtilsFunctions},
    {"torch.nn.utils.parametrize", {}, Rest::Unknown, "torch_parametrize"},
    {"torch.nn.utils.parametrizations", {}, Rest::Unknown, "torch_parametrize"},
    {"torch.nn.parallel", {}, Rest::Opaque},
    {"torch.utils", {}, Rest::Opaque},
    {"torch.utils.checkpoint", {}, Rest::Opaque},
    {"torch.utils.data", {}, Rest::Opaque},
    {"torch.cuda", kCudaFunctions, Rest::Opaque},
    {"torch.backends", {}, Rest::Opaque},
    {"torch.jit", kJitFunctions, Rest::Opaque},
    {"torch.compiler", kExportFunctions, Rest::Opaque},
    {"torch.onnx", kExportFunctions, Rest::Opaque},
    {"torch.autograd", kAutogradFunctions, Rest::Opaque, "torch_autograd"},
    {"torch.autograd.function", kAutogradFunctions, Rest::Opaque, "torch_autograd"},
    {"torch.optim", {}, Rest::Opaque},
    {"torch.distributed", {}, Rest::Opaque},
    {"torch.fft", {}, Rest::Tensors},
    {"torch.linalg", {}, Rest::Tensors},
    {"math", kMathFunctions},
    {"numpy", {}, Rest::Unknown, "numpy_arrays"},
    {"copy", kCopyFunctions},
    {"functools", kFunctoolsFunctions},
    {"dataclasses", kDataclassesFunctions},
    {"collections", kCollectionsFunctions},
    {"collections.abc", {}, Rest::Opaque},
    {"itertools", kItertoolsFunctions, Rest::Unknown, "itertools"},
    {"operator", {}, Rest::Unknown, "operator"},
    {"re", kPatternFunctions, Rest::Unknown, "re"},
    {"enum", {}, Rest::Unknown, "enum"},
    {"types", {}, Rest::Unknown, "types"},
    {"argparse", {}, Rest::Opaque, "argparse"},
    {"inspect", kInspectFunctions},
    {"typing", kTypingFunctions, Rest::Opaque},
    {"typing_extensions", kTypingFunctions, Rest::Opaque},
    {"abc", kAbcFunctions, Rest::Opaque},
    {"warnings", kWarningsFunctions, Rest::Opaque},
    {"logging", {}, Rest::Opaque},
    {"time", {}, Rest::Opaque},
    {"einops", {}, Rest::Tensors, "einops_packing"},
    {"einops.layers", {}},
    {"einops.layers.torch", {}, Rest::Unknown, "einops_layers_torch"},
    {"keras", {}, Rest::Unknown, "keras"},
    {"keras.layers", {}, Rest::Unknown, "keras"},
    {"keras.models", {}, Rest::Unknown, "keras"},
    {"tensorflow", {}, Rest::Opaque, "tensorflow"},
    {"tensorflow.nn", {}, Rest::Opaque, "tensorflow_nn"},
    {"tensorflow.keras", {}, Rest::Unknown, "keras"},
    {"tensorflow.keras.layers", {}, Rest::Unknown, "keras"},
    {"tensorflow.keras.models", {}, Rest::Unknown, "keras"},
    {"keras.activations", {}, Rest::Opaque},
    {"keras.backend", {}, Rest::Opaque},
    {"keras.callbacks", {}, Rest::Opaque},
    {"keras.constraints", {}, Rest::Opaque},
    {"keras.datasets", {}, Rest::Opaque},
    {"keras.initializers", {}, Rest::Opaque},
    {"keras.losses", {}, Rest::Opaque},
    {"keras.metrics", {}, Rest::Opaque},
    {"keras.optimizers", {}, Rest::Opaque},
    {"keras.preprocessing", {}, Rest::Opaque},
    {"keras.regularizers", {}, Rest::Opaque},
    {"keras.utils", {}, Rest::Opaque},
    {"tensorflow.keras.activations", {}, Rest::Opaque},
    {"tensorflow.keras.backend", {}, Rest::Opaque},
    {"tensorflow.keras.callbacks", {}, Rest::Opaque},
    {"tensorflow.keras.constraints", {}, Rest::Opaque},
    {"tensorflow.keras.datasets", {}, Rest::Opaque},
    {"tensorflow.keras.initializers", {}, Rest::Opaque},
    {"tensorflow.keras.losses", {}, Rest::Opaque},
    {"tensorflow.keras.metrics", {}, Rest::Opaque},
    {"tensorflow.keras.optimizers", {}, Rest::Opaque},
    {"tensorflow.keras.preprocessing", {}, Rest::Opaque},
    {"tensorflow.keras.regularizers", {}, Rest::Opaque},
    {"tensorflow.keras.utils", {}, Rest::Opaque},
    {"calflops", {}, Rest::Observe},
    {"fvcore.nn", {}, Rest::Observe},
    {"ptflops", {}, Rest::Observe},
    {"tensorboardX", {}, Rest::Observe},
    {"labml", {}, Rest::Opaque},
    {"labml.logger", {}, Rest::Opaque},
    {"labml.tracker", {}, Rest::Opaque},
    {"thop", {}, Rest::Observe},
    {"torch.profiler", {}, Rest::Observe},
    {"torch.utils.flop_counter", {}, Rest::Observe},
    {"torch.utils.tensorboard", {}, Rest::Observe},
    {"torchinfo", {}, Rest::Observe},
    {"torchsummary", {}, Rest::Observe},
    {"torchviz", {}, Rest::Observe},
    {"wandb", {}, Rest::Observe},
    {"timm", {}, Rest::Unknown, "timm_layers"},
    {"timm.data", {}, Rest::Unknown, "timm_layers"},
    {"timm.layers", {}, Rest::Unknown, "timm_layers"},
    {"timm.layers.helpers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models", {}, Rest::Unknown, "timm_layers"},
    {"timm.models._builder", {}, Rest::Unknown, "timm_layers"},
    {"timm.models._features_fx", {}, Rest::Unknown, "timm_layers"},
    {"timm.models._manipulate", {}, Rest::Unknown, "timm_layers"},
    {"timm.models._registry", {}, Rest::Unknown, "timm_layers"},
    {"timm.models.helpers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models.layers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models.layers.helpers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models.registry", {}, Rest::Unknown, "timm_layers"},
    {"timm.models.vision_transformer", {}, Rest::Unknown, "timm_layers"},
    {"torchvision", {}},
    {"torchvision._internally_replaced_utils", {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.datasets", {}, Rest::Opaque},
    {"torchvision.models", {}, Rest::Unknown, "torchvision_models"},
    {"torchvision.models._api", {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.models._meta", {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.models._utils", {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.models.densenet", {}, Rest::Unknown, "torchvision_models"},
    {"torchvision.models.resnet", {}, Rest::Unknown, "torchvision_models"},
    {"torchvision.models.utils", {}, Rest::Unknown, "torchvision_builders"},
    {"torchvision.models.vgg", {}, Rest::Unknown, "torchvision_models"},
    {"torchvision.ops", {}, Rest::Unknown, "torchvision_ops"},
    {"torchvision.ops.feature_pyramid_network", {}, Rest::Unknown, "torchvision_ops"},
    {"torchvision.ops.misc", {}, Rest::Unknown, "torchvision_ops"},
    {"torchvision.ops.stochastic_depth", {}, Rest::Unknown, "torchvision_ops"},
    {"torchvision.transforms", {}, Rest::Opaque},
    {"torchvision.transforms._presets", {}, Rest::Opaque},
    {"torchvision.transforms.functional", {}, Rest::Opaque, "torchvision_functional"},
    {"torchvision.utils", {}, Rest::Opaque, "torchvision_ops"},
    {"fairscale", {}},
    {"fairscale.nn", {}},
    {"fairscale.nn.model_parallel", {}, Rest::Unknown, "fairscale_layers"},
    {"fairscale.nn.model_parallel.initialize", {}, Rest::Unknown, "fairscale_layers"},
    {"fairscale.nn.model_parallel.layers", {}, Rest::Unknown, "fairscale_layers"},
    {"transformers", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.activations", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.configuration_utils", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.generation", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.modeling_layers", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.modeling_outputs", {}, Rest::Unknown, "transformers_outputs"},
    {"transformers.modeling_utils", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.pytorch_utils", {}, Rest::Unknown, "transformers_classes"},
    {"transformers.utils", {}, Rest::Opaque, "transformers_utils"},
    {"transformers.utils.logging", {}, Rest::Opaque},
    {"pytorch_lightning", {}, Rest::Unknown, "lightning"},
    {"lightning", {}, Rest::Unknown, "lightning"},
    {"lightning.pytorch", {}, Rest::Unknown, "lightning"},
    {"huggingface_hub", {}, Rest::Unknown, "lightning"},
    {"labml_nn", {}},
    {"labml_nn.utils", {}, Rest::Unknown, "labml"},
    {"labml_helpers", {}},
    {"labml_helpers.module", {}, Rest::Unknown, "labml"},
};

/// Parts of libraries as their files import them from one another.
struct LibraryPart {
    std::string_view path, library;
};

constexpr LibraryPart kParts[] = {
    {"_api", "torchvision.models._api"},
    {"_internally_replaced_utils", "torchvision._internally_replaced_utils"},
    {"_meta", "torchvision.models._meta"},
    {"_utils", "torchvision.models._utils"},
    {"ops", "torchvision.ops"},
    {"ops.feature_pyramid_network", "torchvision.ops.feature_pyramid_network"},
    {"ops.misc", "torchvision.ops.misc"},
    {"ops.stochastic_depth", "torchvision.ops.stochastic_depth"},
    {"transforms._presets", "torchvision.transforms._presets"},
    {"utils", "torchvision.utils"},
    {"_builder", "timm.models._builder"},
    {"_features_fx", "timm.models._features_fx"},
    {"_manipulate", "timm.models._manipulate"},
    {"_registry", "timm.models._registry"},
    {"activations", "transformers.activations"},
    {"configuration_utils", "transformers.configuration_utils"},
    {"generation", "transformers.generation"},
    {"modeling_layers", "transformers.modeling_layers"},
    {"modeling_outputs", "transformers.modeling_outputs"},
    {"modeling_utils", "transformers.modeling_utils"},
    {"pytorch_utils", "transformers.pytorch_utils"},
    {"utils", "transformers.utils"},
};

/// Functions and modules without weights that projects copy from timm, with their names.
constexpr std::string_view kCopiedHelpers[] = {
    "DropPath",  "drop_path", "register_model", "to_1tuple",
    "to_2tuple", "to_3tuple", "to_4tuple",      "to_ntuple",
};

}  // namespace

const Library* find_library(std::string_view name) {
    const auto* found = std::find_if(std::begin(kLibraries), std::end(kLibraries),
                                     [&](const Library& each) { return each.name == name; });
    return found == std::end(kLibraries) ? nullptr : found;
}

std::vector<std::string_view> libraries_with_part(std::string_view path) {
    std::vector<std::string_view> libraries;
    for (const LibraryPart& part : kParts) {
        if (part.path == path) libraries.push_back(part.library);
    }
    return libraries;
}

bool is_copied_helper(std::string_view name) {
    return std::find(std::begin(kCopiedHelpers), std::end(kCopiedHelpers), name) != std::end(kCopiedHelpers);
}

}  // namespace paramscope::open::python
