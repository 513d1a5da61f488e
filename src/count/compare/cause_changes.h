// What changed in a module that two models have: its type, sizes, arguments, ties or type of numbers.
#pragma once

#include <string>
#include <vector>

#include "count/compare/causes.h"

namespace paramscope {

/// Cause::Kind::Work where the module itself is the same.
struct Change {
    Cause::Kind kind = Cause::Kind::Work;
    std::vector<SizeChange> sizes;
    std::string before, after;
};

/// The first change that is found: type, sizes, ties, arguments, tensors, type of numbers.
Change change_of(const Report& left, const NodeReport& a, const Report& right, const NodeReport& b);

}  // namespace paramscope
