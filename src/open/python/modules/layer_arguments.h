// Layers of torch.nn between Python's values and the catalogue's: arguments, and the tensors that they make.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "layers/catalogue/catalogue.h"
#include "model/model.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// A value as an argument of model text; nullopt when it, or a part of it, is none or is unknown.
std::optional<paramscope::Value> argument_value(Evaluator& evaluator, const Value& value, int depth = 0);

/// The value of an argument of model text: a default of the catalogue.
Value value_of_argument(Evaluator& evaluator, const paramscope::Value& value);

/// An argument of a layer whose value is unknown.
struct OpenArgument {
    /// The argument with what it may be: True and False of a flag, a symbol of a number, a text.
    std::vector<Argument> stand_ins;
    Value why;
};

/// The layer with its arguments as a module of model text. An argument that is unknown is left out when the
/// layer's tensors do not depend on it, and added to `open`; `reason` is set when they do.
Module layer_module(Evaluator& evaluator, const InstanceObject& instance, std::string_view type,
                    Value* reason, std::vector<OpenArgument>* open = nullptr);

/// True where the output of the layer for these inputs, or its work, depends on the argument.
bool depends_on(const Module& layer, const OpenArgument& open, std::span<const Signal> inputs,
                const Values& values);

/// Makes the tensors of a layer as the catalogue's rule has them; a doubt where it cannot.
void make_layer_tensors(Evaluator& evaluator, InstanceObject& instance, std::string_view type);

/// True when both layers are valid and have tensors of the same names and shapes.
bool have_same_tensors(Evaluator& evaluator, const Module& a, const Module& b);

/// True when a tensor of the layer has another shape than the layer's rule gives.
bool has_changed_tensors(Evaluator& evaluator, const InstanceObject& instance);

/// The values of an evaluator's hyper-parameters.
SymbolValues symbol_values(const Evaluator& evaluator);

}  // namespace paramscope::open::python
