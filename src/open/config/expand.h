// A template over a config -> the module tree as model text.
#pragma once

#include <string>
#include <string_view>

#include "open/config/scope.h"

namespace paramscope::open {

/// What a class of an architecture becomes.
struct Expanded {
    std::string tree;   ///< the module tree
    std::string lines;  ///< `input = ...` and ties
};

/// The definition of `architecture` or what it is like that is named `name` and whose condition holds;
/// nullptr when there is none.
const TemplateDefinition* find_definition(ConfigNames& names, const ConfigScope& scope,
                                          std::string_view name);

/// Writes the class that `definition` describes. Problems are told by `names`.
Expanded expand_class(ConfigNames& names, const ConfigScope& scope, const TemplateDefinition& definition);

}  // namespace paramscope::open
