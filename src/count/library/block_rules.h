// Chooses the block rule that fits a composite module.
#pragma once

#include <span>
#include <string_view>

#include "model/model.h"

namespace paramscope {

/// The rule that fits a module; nullptr for none.
struct BlockFit {
    const Module* rule = nullptr;
    bool builds_children = false;  ///< the module prints no children: the rule's are taken
};

/// Finds the first rule of the module's type, or of a base type, that fits: the module has the children that
/// the rule mentions and the values that its signature reads, and no other child has work. A module that
/// prints no children takes a constructor. `given` are its arguments: printed, or from a rule above.
BlockFit fit_block(const Module& module, std::span<const Argument> given);

/// True for types without a forward pass: ModuleList and other containers, and None for an absent child.
bool is_list_type(std::string_view type);

/// True when the catalogue has neither a layer nor a block rule for the type of a module or of a descendant.
bool has_unknown_types(const Module& module);

}  // namespace paramscope
