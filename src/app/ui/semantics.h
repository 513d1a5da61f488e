// What widgets are to those who cannot see them: see platform/semantics.h, whose names the interface uses as
// its own.
#pragma once

#include "platform/semantics.h"

namespace paramscope::app {

using platform::announce;
using platform::Aria;
using platform::describe;
using platform::describe_hint;
using platform::Group;
using platform::take_entered;
using platform::Traits;
using platform::tri;
using platform::Tri;
using platform::Undescribed;

}  // namespace paramscope::app
