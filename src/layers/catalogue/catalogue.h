// The catalogue of layer types: a rule for each with its tensors, output shape and work. Families of layers
// (linear.cpp, convolution.cpp, ...) are tables of LayerRule; composite types ("blocks") are model text in
// layers/blocks/*.txt.
#pragma once

#include <span>
#include <string_view>

#include "layers/layer.h"

namespace paramscope {

/// All layer families; each is one file of this folder.
std::span<const LayerFamily> layer_families();

/// The result of a search for a type; `rule` is nullptr when the catalogue has none.
struct FoundLayer {
    const LayerRule* rule = nullptr;
    const Signature* signature = nullptr;
    const LayerFamily* of = nullptr;

    /// The name of its family, "" where there is no rule.
    std::string_view family() const { return of ? of->name : std::string_view(); }
    bool creates_output() const { return of != nullptr && of->creates_output; }
    bool is_pooling() const { return of != nullptr && of->is_pooling; }
};

/// Finds the rule for `type`; exact names are tried before patterns, long patterns before short ones.
FoundLayer find_layer(std::string_view type);

/// Finds the rule for a module's type. None for a module that prints children but no arguments: that is a
/// composite with the name of a layer, unless the rule derives its arguments from those children.
FoundLayer find_layer(const Module& module);

/// The layer type that a misspelt one may be, "" where none is similar: Linear for Liner, and for Linear.
std::string_view similar_layer(std::string_view type);

/// The rules for a composite type, read from layers/blocks/*.txt; the first one that fits a module applies.
/// `arguments` of a rule are the constructor's signature, `children` the modules it builds when print() shows
/// none, `forward` is the forward line, `tensors` are parameters that print() hides. Valid until more texts
/// are received.
std::span<const Module> find_blocks(std::string_view type);

}  // namespace paramscope
