// Keras's models that source code builds, as the configs that Keras writes of them.
#pragma once

#include <optional>
#include <string>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// True for a model of Keras, Sequential and Functional models and subclasses among them.
bool is_keras_model(Evaluator& evaluator, const Value& value);

/// True for a layer of Keras; a model is one too.
bool is_keras_layer(Evaluator& evaluator, const Value& value);

/// A model of Keras and the expression that gives it.
struct KerasModel {
    Value model;
    std::string expression;
};

/// The model of Keras that the code makes: the last one at its top, else that of its last function, or else
/// its last class, that can be called without arguments, else its last layer. nullopt when it has none.
std::optional<KerasModel> find_keras_model(Evaluator& evaluator);

/// The config of a model of Keras as JSON, a layer being a model of itself; nullopt where it raises or
/// depends on unknown values: then `reason` is an unknown value that tells why, or an exception is raised.
std::optional<std::string> keras_config(Evaluator& evaluator, const Value& model, Value* reason);

}  // namespace paramscope::open::python
