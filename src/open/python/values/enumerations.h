// Enumerations: classes that derive from enum.Enum, and their members.
#pragma once

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

bool is_enumeration(const ClassObject& cls);
/// True for enum.EnumMeta and classes that derive from it.
bool is_class_of_enumerations(const ClassObject& cls);
/// Makes members of a class's attributes.
void make_enumeration(Evaluator& e, ClassObject& cls);
/// `Color(1)`, and a member itself.
Value construct_member(Evaluator& e, ClassObject& cls, const Arguments& arguments);

}  // namespace paramscope::open::python
