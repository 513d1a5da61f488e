#include "open/checkpoint/keras_weights.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/concat.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/support/hdf5.h"
#include "open/checkpoint/support/zip.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kWeightsFile = "model.weights.h5";

/// A layer's tensors by the last part of their names.
using Layer = std::map<std::string_view, NamedTensor*, std::less<>>;

bool is_of_optimizer(const NamedTensor& tensor) {
    const std::string_view name = tensor.name;
    return name.starts_with("optimizer") || name.find("/optimizer") != std::string::npos;
}

void leave_out_optimizer(CheckpointContents& contents) {
    std::vector<NamedTensor>& tensors = contents.tensors().tensors;
    const std::size_t count = tensors.size();
    tensors.erase(std::remove_if(tensors.begin(), tensors.end(), is_of_optimizer), tensors.end());
    if (tensors.size() == count) return;
    contents.add_note(message("keras.optimizer_left_out", {{"count", count - tensors.size()}}));
}

/// "model_weights/dense/dense/kernel:0" -> "dense.kernel"
std::string plain_name(std::string_view name) {
    for (const std::string_view start : {"model_weights/", "_layer_checkpoint_dependencies/", "layers/"}) {
        if (name.starts_with(start)) name.remove_prefix(start.size());
    }
    if (name.ends_with(":0")) name.remove_suffix(2);
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const std::size_t slash = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, slash);
        name.remove_prefix(std::min(slash + 1, name.size()));
        // Keras's own lists of variables and layers, not parts of the model.
        if (part.empty() || part == "vars" || part == "layers" || part == "_layer_checkpoint_dependencies")
            continue;
        // Keras names a layer twice, at times with its model between: dense/dense, dense/sequential/dense.
        const auto before = std::find(parts.size() > 2 ? parts.end() - 2 : parts.begin(), parts.end(), part);
        parts.erase(before, parts.end());
        parts.push_back(part);
    }
    std::string plain;
    for (const std::string_view part : parts) plain += concat(plain.empty() ? "" : ".", part);
    std::replace(plain.begin(), plain.end(), ':', '_');
    return plain;
}

NamedTensor* find(const Layer& layer, std::string_view name, std::string_view number) {
    for (const std::string_view key : {name, number}) {
        const auto found = layer.find(key);
        if (found != layer.end()) return found->second;
    }
    return nullptr;
}

void rename(NamedTensor& tensor, std::string_view name) {
    const std::string_view given = tensor.name;
    tensor.name = concat(given.substr(0, given.rfind('.') + 1), name);
}

/// Renames a kernel and an optional bias, of a dense layer or a convolution, and reorders the kernel:
/// (sizes..., inputs, outputs) becomes (outputs, inputs, sizes...); if transposed (sizes..., outputs, inputs)
/// becomes (inputs, outputs, sizes...). False when the layer has other tensors.
bool name_kernel(const Layer& layer, bool is_transposed) {
    NamedTensor* kernel = find(layer, "kernel", "0");
    NamedTensor* bias = find(layer, "bias", "1");
    const std::size_t recognized = (kernel != nullptr ? 1u : 0u) + (bias != nullptr ? 1u : 0u);
    if (kernel == nullptr || recognized != layer.size() || kernel->shape.size() < 2 ||
        kernel->shape.size() > 5)
        return false;
    const std::uint64_t outputs = kernel->shape[kernel->shape.size() - (is_transposed ? 2 : 1)];
    if (bias != nullptr && bias->shape != std::vector<std::uint64_t>{outputs}) return false;
    std::rotate(kernel->shape.begin(), kernel->shape.end() - 2, kernel->shape.end());
    std::iter_swap(kernel->shape.begin(), kernel->shape.begin() + 1);
    rename(*kernel, "weight");
    if (bias != nullptr) rename(*bias, "bias");
    return true;
}

/// Renames the four vectors of a batch normalization; false when the layer has other tensors.
bool name_normalization(const Layer& layer) {
    constexpr std::string_view names[4][3] = {{"gamma", "0", "weight"},
                                              {"beta", "1", "bias"},
                                              {"moving_mean", "2", "running_mean"},
                                              {"moving_variance", "3", "running_var"}};
    if (layer.size() != 4) return false;
    NamedTensor* tensors[4] = {};
    for (std::size_t i = 0; i < 4; ++i) {
        tensors[i] = find(layer, names[i][0], names[i][1]);
        if (tensors[i] == nullptr || tensors[i]->shape.size() != 1 || tensors[i]->shape != tensors[0]->shape)
            return false;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        rename(*tensors[i], names[i][2]);
        tensors[i]->buffer = i >= 2;
    }
    return true;
}

bool name_embedding(const Layer& layer) {
    const auto found = layer.find("embeddings");
    if (found == layer.end() || layer.size() != 1) return false;
    rename(*found->second, "weight");
    return true;
}

}  // namespace

void name_as_pytorch(TensorSet& set) {
    std::map<std::string, Layer> layers;
    for (NamedTensor& tensor : set.tensors) tensor.name = plain_name(tensor.name);
    for (NamedTensor& tensor : set.tensors) {
        const std::string_view name = tensor.name;
        const std::size_t last = name.rfind('.') + 1;  // 0 where there is no dot
        layers[std::string(name.substr(0, last))][name.substr(last)] = &tensor;
    }
    for (const auto& [path, layer] : layers) {
        if (name_normalization(layer) || name_embedding(layer)) continue;
        name_kernel(layer, path.find("transpose") != std::string::npos);
    }
}

void read_keras_weights(ByteSource& file, std::string_view name, CheckpointContents& contents) {
    read_hdf5(file, name, contents);
    leave_out_optimizer(contents);
}

void read_keras_archive(ByteSource& file, std::string_view name, CheckpointContents& contents) {
    const ZipArchive archive(file, contents);
    const ZipMember* member = archive.find(kWeightsFile);
    if (member == nullptr)
        return contents.add_error(message("keras.no_weights_in_archive", {{"file", kWeightsFile}}), 0);
    const std::unique_ptr<ByteSource> weights = archive.open(*member, contents);
    if (weights != nullptr) read_keras_weights(*weights, name, contents);
}

std::string read_keras_config(ByteSource& file, std::string_view) {
    return read_hdf5_text(file, "model_config");
}

std::string read_archived_config(ByteSource& file, std::string_view) {
    CheckpointContents unused;
    const ZipArchive archive(file, unused);
    const ZipMember* member = archive.find("config.json");
    if (member == nullptr || member->size > kLargestKerasConfig) return {};
    const std::unique_ptr<ByteSource> config = archive.open(*member, unused);
    if (config == nullptr) return {};
    return config->read(0, static_cast<std::size_t>(member->size)).value_or(std::string());
}

}  // namespace paramscope::open
