// Reads the layers of a Keras config, of any version, and which layers feed which.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "open/support/json.h"

namespace paramscope::open::keras {

/// One output of one call of a layer.
struct Source {
    std::string layer;
    std::size_t call = 0;
    std::size_t output = 0;
    JsonValue shape = {};  ///< of that output, in configs that have it
};

struct Layer {
    std::string class_name;
    std::string name;
    JsonValue json;                          ///< {"class_name": ..., "config": {...}, ...}
    JsonValue config;                        ///< its arguments
    std::vector<std::vector<Source>> calls;  ///< the inputs of each call

    /// True for a model, which has layers of its own.
    bool is_model() const;
};

struct ModelConfig {
    std::string class_name;
    std::string name;
    std::vector<Layer> layers;
    std::vector<Source> inputs, outputs;
    bool is_sequential = false;
    JsonValue built = {};  ///< the input shape it was built with, in configs that have it
};

/// The model in a file's JSON: the whole, or a member of what TensorFlow.js writes around it.
JsonValue find_model(const JsonValue& root);

/// Reads a layer of a model or of a wrapper: {"class_name": ..., "config": {...}}.
Layer read_layer(const JsonValue& layer);

/// Reads the layers of a model; nullopt when the config lists none, as that of a custom class.
std::optional<ModelConfig> read_model(const JsonValue& model);

}  // namespace paramscope::open::keras
