// Expands a class of an architecture's template over a config to model text.
#pragma once

#include <string>
#include <string_view>

#include "open/config/config_keys.h"

namespace paramscope::open {

/// A class as model text.
struct ExpandedClass {
    std::string tree;   ///< the module tree
    std::string lines;  ///< `input = ...`, ties, frozen modules
};

/// The first definition of `scope.architecture`, or of its bases, that is named `name` and whose condition
/// holds; nullptr when there is none.
const TemplateDefinition* find_definition(ConfigKeys& keys, const ConfigScope& scope, std::string_view name);

/// Writes the class that `definition` describes. Problems are added to the diagnostics of `keys`.
ExpandedClass expand_class(ConfigKeys& keys, const ConfigScope& scope, const TemplateDefinition& definition);

}  // namespace paramscope::open
