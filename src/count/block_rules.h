// Chooses the library rule that describes a composite module.
#pragma once

#include <functional>
#include <string_view>

#include "model/model.h"

namespace paramscope {

/// The rule that fits a module, if any.
struct BlockFit {
    const Module* rule = nullptr;
    bool builds_children = false;  ///< the module prints none, and the rule's template supplies them
};

/// The first rule of the module's type whose required children the module has. A module that prints neither
/// children nor forward line takes a rule with a template instead.
BlockFit fit_block(const Module& module);

/// Calls `visit` with the name of every call in a forward line that is not marked optional with `?`.
void for_each_required_call(const Forward& forward, const std::function<void(const std::string&)>& visit);

/// True when `path` ("block.0") names a descendant of the module.
bool has_descendant(const Module& module, std::string_view path);

}  // namespace paramscope
