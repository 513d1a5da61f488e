// Opens Keras's files: the config describes the model, and the weights beside it are compared with it. A file
// whose config lists no layers is read as a tree of its tensors.
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "open/checkpoint/keras_weights.h"
#include "open/checkpoint/support/zip.h"
#include "open/formats.h"
#include "open/keras/messages.h"
#include "open/keras/model_writer.h"

namespace paramscope::open {
namespace {

using keras::message;
using keras::ModelConfig;
using keras::ModelWriter;
using keras::SharedState;
using keras::Value;
using keras::WeightMatcher;

constexpr std::size_t kMostNamed = 10;
constexpr std::size_t kLongestType = 100;

/// "dense (Dense), 3 more": the first layers, and how many follow.
Message layer_list(const std::vector<std::string>& layers) {
    if (layers.size() <= kMostNamed) return join(layers);
    const std::vector<std::string> first(layers.begin(), layers.begin() + kMostNamed);
    return message("keras.layers_and_more", {{"layers", join(first)}, {"count", layers.size() - kMostNamed}});
}

/// The class name as the type of the root module.
std::string root_type(const std::string& class_name) {
    return is_name(class_name) && class_name.size() < kLongestType ? class_name : "Model";
}

/// "dtype = float16" for weights that are not float32, by the file or else by the config.
std::string dtype_line(const TensorSet* file, const ModelConfig& model) {
    std::string type;
    if (file != nullptr && !file->tensors.empty()) {
        type = file->tensors.front().dtype;
    } else {
        for (const keras::Layer& layer : model.layers) {
            if (layer.class_name == "InputLayer") continue;
            const JsonValue dtype = layer.config.find("dtype");
            type = dtype.kind() == JsonValue::Kind::Object ? dtype.find("config").find("name").string()
                                                           : dtype.string();
            break;
        }
    }
    const bool is_other = type == "float16" || type == "bfloat16" || type == "float64";
    return is_other ? concat("dtype = ", type, '\n') : std::string();
}

/// The model text of a config. `file`: the tensors beside it, or nullptr.
std::string model_text(const ModelConfig& model, const TensorSet* file, CheckpointContents& contents) {
    WeightMatcher weights(file);
    SharedState shared{weights};
    ModelWriter writer(model, shared);
    writer.run({});
    if (file != nullptr) weights.finish(contents, writer.tree());
    std::string text = concat("# ", sanitize_text(model.name.empty() ? model.class_name : model.name), '\n');
    std::vector<std::string> shapes;
    for (const Value& input : writer.inputs()) {
        if (!input.shape.empty()) shapes.push_back(to_string(input.shape_in_line()));
    }
    append(text, input_line(shapes));
    append(text, dtype_line(file, model));
    for (const std::string& path : writer.frozen_paths()) append(text, concat("freeze: ", path, '\n'));
    append(text, concat('\n', root_type(model.class_name), "(\n"));
    for (const std::string& line : writer.lines()) append(text, concat("  ", line, '\n'));
    append(text, ")\n");
    if (!shared.unknown_weights.empty())
        contents.add_warning(
            message("keras.unknown_weights", {{"layers", layer_list(shared.unknown_weights)}}));
    if (!shared.unknown_work.empty())
        contents.add_warning(message("keras.unknown_work", {{"layers", layer_list(shared.unknown_work)}}));
    return text;
}

Opened open_keras(ByteSource& file, std::string_view name, CheckpointReader read_weights,
                  std::string (*read_config)(ByteSource& file, std::string_view name)) {
    CheckpointContents contents;
    read_weights(file, name, contents);
    const std::string config = read_config(file, name);
    const Result<JsonDocument> document = JsonDocument::parse(config);
    std::string root = "Model";
    if (document && !config.empty()) {
        const JsonValue model = keras::find_model(document->root());
        if (const std::optional<ModelConfig> layers = keras::read_model(model)) {
            const TensorSet& tensors = contents.tensors();
            return contents.as_model(
                model_text(*layers, tensors.tensors.empty() ? nullptr : &tensors, contents));
        }
        root = root_type(model.find("class_name").string());
        contents.add_note(message("keras.custom_class", {{"class", root}}));
    } else if (!config.empty()) {
        contents.add_warning(message("keras.unreadable_config", {{"problem", document.error().message}}));
    }
    name_as_pytorch(contents.tensors());
    return contents.as_tensor_tree(root);
}

bool has_key(std::string_view bytes, std::string_view key) {
    return bytes.find(concat('"', key, '"')) != std::string_view::npos;
}

}  // namespace

bool is_hdf5(const Beginning& beginning) {
    return beginning.bytes.starts_with("\x89HDF\r\n\x1a\n");
}

Opened open_hdf5(ByteSource& file, const Beginning& beginning) {
    return open_keras(file, beginning.name, read_keras_weights, read_keras_config);
}

bool is_keras_archive(const Beginning& beginning) {
    const std::string_view first = first_member(beginning.bytes);
    return first == "metadata.json" || first == "config.json" || first == "model.weights.h5";
}

Opened open_keras_archive(ByteSource& file, const Beginning& beginning) {
    return open_keras(file, beginning.name, read_keras_archive, read_archived_config);
}

bool is_keras_config(const Beginning& beginning) {
    std::string_view bytes = beginning.bytes;
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{' && has_key(bytes, "class_name") &&
           has_key(bytes, "config");
}

Opened open_keras_config(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestKerasConfig, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const auto fail = [&](Message problem, Span span) {
        opened.diagnostics.push_back({Severity::Error, std::move(problem), span});
    };
    const Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    if (!document) {
        fail(document.error().message, document.error().span);
        return opened;
    }
    const JsonValue model = keras::find_model(document->root());
    const std::optional<ModelConfig> layers = keras::read_model(model);
    if (!layers) {
        fail(message("keras.no_layers"), model.span());
        return opened;
    }
    CheckpointContents contents;
    Opened model_opened = contents.as_model(model_text(*layers, nullptr, contents));
    opened.model = std::move(model_opened.model);
    opened.diagnostics = std::move(model_opened.diagnostics);
    return opened;
}

}  // namespace paramscope::open
