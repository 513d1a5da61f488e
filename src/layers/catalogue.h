// The one table of what exists: layer families in C++, well-known blocks as model text.
#pragma once

#include <span>
#include <string_view>

#include "layers/layer.h"

namespace paramscope {

/// Every family, one a file of this folder.
std::span<const LayerFamily> layer_families();

/// A layer rule found for a type.
struct FoundLayer {
    const LayerRule* rule = nullptr;
    const Signature* signature = nullptr;
    std::string_view family;
    bool gives_elements = false;  ///< as LayerFamily has it
    bool pools = false;
};

/// The rule for `type`, exact names before patterns; `rule` is nullptr when the catalogue has none.
FoundLayer find_layer(std::string_view type);

/// The rule for a module: that of its type, unless it prints children and no arguments and so is a composite
/// of its own that only shares the name.
FoundLayer find_layer(const Module& module);

/// Rules for composite types, written as model text in src/layers/blocks/ (shipped texts: valid until more
/// arrive): `arguments` is the constructor's signature, `children` the template built when a module prints
/// none, `forward` its flow, `tensors` parameters that print() hides. Several rules may share a type; the
/// first that fits applies, of its own before those of the type it is written after (layers/type_aliases.h).
std::span<const Module> find_blocks(std::string_view type);

}  // namespace paramscope
