// The config of a Keras model as its versions write it -> its layers, and which feeds which.
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
    JsonValue shape = {};  ///< where the config tells it
};

struct Layer {
    std::string class_name;
    std::string name;
    JsonValue place;                         ///< all that the config says of it
    JsonValue config;                        ///< its arguments
    std::vector<std::vector<Source>> calls;  ///< what each call of it is given

    /// It holds layers of its own.
    bool is_model() const;
};

struct ModelConfig {
    std::string class_name;
    std::string name;
    std::vector<Layer> layers;
    std::vector<Source> inputs, outputs;
    bool is_sequential = false;
    JsonValue built = {};  ///< the shape that it was first fed, where it says so
};

/// The value that holds the model in a file: the whole, or what TensorFlow.js puts around it.
JsonValue model_in(const JsonValue& root);

/// A layer of a config or of a wrapper: {"class_name": ..., "config": {...}}.
Layer read_layer(const JsonValue& layer);

/// The layers of a model; nullopt where it tells none (a class of one's own).
std::optional<ModelConfig> read_model(const JsonValue& model);

}  // namespace paramscope::open::keras
