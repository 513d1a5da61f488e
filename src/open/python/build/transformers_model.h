// Models of transformers that code makes from a config.
#pragma once

#include <optional>
#include <string>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// A model that a class of transformers makes, `BertModel(BertConfig())` or
/// `AutoModel.from_pretrained("bert-base-uncased")`.
struct TransformersModel {
    std::string config;         ///< its config.json
    bool is_unchanged = false;  ///< the code leaves it as its class makes it
};

/// nullopt for a module of another class, one that derives from transformers' among them.
std::optional<TransformersModel> transformers_model(Evaluator& evaluator, InstanceObject& model);

}  // namespace paramscope::open::python
