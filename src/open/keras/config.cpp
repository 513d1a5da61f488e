#include "open/keras/config.h"

namespace paramscope::open::keras {
namespace {

/// An index; 0 when `value` is none.
std::size_t read_index(const JsonValue& value) {
    const std::optional<Integer> number = value.integer();
    return number && *number >= 0 && *number < (1 << 30) ? static_cast<std::size_t>(*number) : 0;
}

/// Reads ["name", call, output]: a source in Keras 1 and 2, and `keras_history` in Keras 3.
std::optional<Source> read_source(const JsonValue& value) {
    if (value.kind() != JsonValue::Kind::Array || value.size() < 3) return std::nullopt;
    auto item = value.items().begin();
    Source source;
    if ((*item).kind() != JsonValue::Kind::String) return std::nullopt;
    source.layer = (*item).string();
    ++item;
    if (!(*item).integer()) return std::nullopt;
    source.call = read_index(*item);
    ++item;
    source.output = read_index(*item);
    return source;
}

/// Appends all sources in the arguments of a call, nested ones too.
void collect_sources(const JsonValue& value, std::vector<Source>& sources) {
    if (value.find("class_name").is("__keras_tensor__")) {
        const JsonValue tensor = value.find("config");
        if (std::optional<Source> source = read_source(tensor.find("keras_history"))) {
            source->shape = tensor.find("shape");
            sources.push_back(std::move(*source));
        }
        return;
    }
    std::optional<Source> source = read_source(value);
    // Constants among a call's arguments look like sources.
    if (source && source->layer != "_CONSTANT_VALUE") sources.push_back(std::move(*source));
    for (const JsonValue item : value.items()) collect_sources(item, sources);
}

std::vector<Source> read_sources(const JsonValue& value) {
    std::vector<Source> sources;
    collect_sources(value, sources);
    return sources;
}

/// The list of layers: in Keras 1 the config itself.
JsonValue layers_of(const JsonValue& config) {
    return config.kind() == JsonValue::Kind::Array ? config : config.find("layers");
}

}  // namespace

bool Layer::is_model() const {
    return layers_of(config).kind() == JsonValue::Kind::Array &&
           !json.find("class_name").is("StackedRNNCells");
}

JsonValue find_model(const JsonValue& root) {
    JsonValue model = root;
    for (const std::string_view key : {"modelTopology", "model_config"}) {
        if (const JsonValue inner = model.find(key); !inner.is_missing()) model = inner;
    }
    return model;
}

Layer read_layer(const JsonValue& layer) {
    Layer read{
        layer.find("class_name").string(), layer.find("name").string(), layer, layer.find("config"), {}};
    if (read.name.empty()) read.name = read.config.find("name").string();
    if (read.name.empty()) read.name = read.class_name;
    for (const JsonValue call : layer.find("inbound_nodes").items()) read.calls.push_back(read_sources(call));
    return read;
}

std::optional<ModelConfig> read_model(const JsonValue& model) {
    const JsonValue config = model.find("config");
    const JsonValue layers = layers_of(config);
    if (layers.kind() != JsonValue::Kind::Array) return std::nullopt;
    ModelConfig read;
    read.class_name = model.find("class_name").string();
    read.name = config.find("name").string();
    for (const JsonValue layer : layers.items()) read.layers.push_back(read_layer(layer));
    read.inputs = read_sources(config.find("input_layers"));
    read.outputs = read_sources(config.find("output_layers"));
    read.is_sequential = read.outputs.empty();
    read.built = config.find("build_input_shape");
    if (read.built.is_missing()) read.built = model.find("build_config").find("input_shape");
    return read;
}

}  // namespace paramscope::open::keras
