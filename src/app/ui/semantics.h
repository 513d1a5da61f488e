// Imports the names of platform/semantics.h, which describe widgets for accessibility.
#pragma once

#include "platform/semantics.h"

namespace paramscope::app {

using platform::announce;
using platform::Aria;
using platform::describe;
using platform::describe_hint;
using platform::Group;
using platform::kLongestValue;
using platform::take_entered;
using platform::Traits;
using platform::tri;
using platform::Tri;
using platform::Undescribed;

}  // namespace paramscope::app
