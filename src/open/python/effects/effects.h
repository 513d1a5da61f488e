// What may be different after code that is not run, or not run to its end.
#pragma once

#include <string_view>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// Makes everything unknown that the statement may change. Called for statements that are not evaluated.
void forget_changes(Evaluator& e, const Node& node, const Value& reason);
/// Notes that an attribute is read, or is a part of what is counted: one that a statement which was not
/// run to its end may have assigned makes totals "about". `module` is that of the object; nullptr for
/// others.
void use_attribute(Evaluator& e, const ModuleState* module, std::string_view name);
/// The effects of the functions of the text, found when they are first asked for.
const TextEffects& text_effects(Evaluator& e);
/// Makes unknown what a statement at the top of a file may change: the names that it binds, and lists and
/// dicts of the text. Attributes that it may assign are noted. False, and nothing done, where that is not
/// all.
bool forget_effects(Evaluator& e, const Node& node, const Value& reason);
/// Looks, behind a statement that read uncertain attributes, whether it could change a module. True where it
/// read none.
bool settle_uncertain_reads(Evaluator& e, const Node& node, bool is_forgotten);
/// Notes attributes that statements which were not run to their end may assign.
void add_uncertain_attributes(Evaluator& e, const std::set<std::string_view>& names);

}  // namespace paramscope::open::python
