// Reads the repeat of a child: the `32` of `(0-31): 32 x Block(`.
#pragma once

#include <string_view>

#include "model/model.h"
#include "model/reporter.h"

namespace paramscope {

/// Reads the count at `count` of `text` (an empty span when there is none) into `child.repeat`, and checks it
/// against the range of the child's name.
void read_count(std::string_view text, Span count, Module& child, Reporter& reporter);

}  // namespace paramscope
