// Chooses the library rule that describes a composite module.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace paramscope {

/// The rule that fits a module, if any.
struct BlockFit {
    const Module* rule = nullptr;
    bool builds_children = false;  ///< the module prints none, and the rule's template supplies them
};

/// The first rule of the module's type that fits: the children it mentions are there, what its signature reads is
/// there, and no other child does work. A module that prints no children takes a constructor's rule instead.
/// `given` are its arguments: printed, or told by a rule above it.
BlockFit fit_block(const Module& module, const std::vector<Argument>& given);

/// Calls `visit` with the name of every call in a forward line that is not marked optional with `?`,
/// and of the lists that `each` and the like call.
void for_each_required_call(const Forward& forward, const std::function<void(const std::string&)>& visit);

/// Types that only hold children, and a child printed as None: they have no forward pass of their own.
bool is_list_type(std::string_view type);

/// Whether the catalogue has neither a layer nor a block rule for the type of a module or of one below it.
bool has_unknown_types(const Module& module);

/// True when `path` ("block.0") names a descendant of the module.
bool has_descendant(const Module& module, std::string_view path);

}  // namespace paramscope
