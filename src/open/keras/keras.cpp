// Keras's files: the config is the model, the weights are compared with it. A file without a config that
// tells layers is the tree of its tensors.
#include <algorithm>

#include "base/concat.h"
#include "base/characters.h"
#include "open/checkpoint/keras.h"
#include "open/checkpoint/zip.h"
#include "open/formats.h"
#include "open/keras/model_writer.h"

namespace paramscope::open {
namespace {

using keras::Ledger;
using keras::ModelConfig;
using keras::ModelWriter;
using keras::Value;
using keras::Weights;

constexpr std::size_t kMostNamed = 10;

/// "dense (Dense), 3 more" of layers.
std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < kMostNamed; ++i)
        append(list, concat(i == 0 ? "" : ", ", names[i]));
    if (names.size() > kMostNamed) list = concat(list, ", ", names.size() - kMostNamed, " more");
    return list;
}

std::string type_of(const ModelConfig& model) {
    const bool is_type = is_name(model.class_name) && model.class_name.size() < 100;
    return is_type ? model.class_name : "Model";
}

/// What the weights are kept in, where that is not float32: as the file has them, or as the config says.
std::string dtype_line(const TensorSet* file, const ModelConfig& model) {
    std::string type;
    if (file != nullptr && !file->tensors.empty()) {
        type = file->tensors.front().dtype;
    } else {
        for (const keras::Layer& layer : model.layers) {
            const JsonValue told = layer.config.find("dtype");
            if (layer.class_name == "InputLayer") continue;
            type = told.kind() == JsonValue::Kind::Object ? told.find("config").find("name").string()
                                                          : told.string();
            break;
        }
    }
    const bool is_other = type == "float16" || type == "bfloat16" || type == "float64";
    return is_other ? concat("dtype = ", type, '\n') : std::string();
}

/// The whole text. `file`: the tensors beside the config, or none.
std::string model_text(const ModelConfig& model, const TensorSet* file, CheckpointContents& contents) {
    Weights weights(file);
    Ledger ledger{weights};
    ModelWriter writer(model, ledger);
    writer.run({});
    if (file != nullptr) weights.settle(contents, writer.tree());
    std::string text = concat("# ", sanitize_text(model.name.empty() ? model.class_name : model.name), '\n');
    std::string inputs;
    for (const Value& input : writer.inputs()) {
        if (!input.sizes.empty())
            append(inputs, concat(inputs.empty() ? "input = " : ", ", keras::input_text(input)));
    }
    if (!inputs.empty()) append(text, concat(inputs, '\n'));
    append(text, dtype_line(file, model));
    for (const std::string& path : writer.frozen()) append(text, concat("freeze: ", path, '\n'));
    append(text, concat('\n', type_of(model), "(\n"));
    for (const std::string& line : writer.lines()) append(text, concat("  ", line, '\n'));
    append(text, ")\n");
    if (!ledger.unknown.empty())
        contents.add_warning(
            concat("the config does not tell what these layers hold: ", list_of(ledger.unknown)));
    if (!ledger.workless.empty())
        contents.add_warning(
            concat("the work of these layers is not known, nor what they give: ", list_of(ledger.workless)));
    return text;
}

Opened open_keras(ByteSource& file, std::string_view name, CheckpointReader read,
                  std::string (*read_config)(ByteSource& file, std::string_view name)) {
    CheckpointContents contents;
    read(file, name, contents);
    const std::string config = read_config(file, name);
    const Result<JsonDocument> document = JsonDocument::parse(config);
    std::string root = "Model";
    if (document && !config.empty()) {
        const JsonValue model = keras::model_in(document->root());
        if (const std::optional<ModelConfig> layers = keras::read_model(model)) {
            const TensorSet& tensors = contents.tensors();
            return contents.as_model_text(
                model_text(*layers, tensors.tensors.empty() ? nullptr : &tensors, contents));
        }
        root = model.find("class_name").string();
        if (!is_name(root) || root.size() > 100) root = "Model";
        contents.add_note(concat(root, " is a class of its own: its config tells no layers, its weights do"));
    } else if (!config.empty()) {
        contents.add_warning(concat("the config cannot be read: ", document.error().message.english()));
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
    const auto fail = [&](Message message, Span span) {
        opened.diagnostics.push_back({Severity::Error, std::move(message), span, ""});
    };
    const Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    if (!document) {
        fail(document.error().message.english(), document.error().span);
        return opened;
    }
    const JsonValue model = keras::model_in(document->root());
    const std::optional<ModelConfig> layers = keras::read_model(model);
    if (!layers) {
        fail("this Keras config tells no layers: a class of one's own keeps them in its code", model.span());
        return opened;
    }
    CheckpointContents contents;
    Opened told = contents.as_model_text(model_text(*layers, nullptr, contents));
    opened.text = std::move(told.text);
    opened.diagnostics = std::move(told.diagnostics);
    return opened;
}

}  // namespace paramscope::open
