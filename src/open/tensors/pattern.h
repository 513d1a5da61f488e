// A pattern of a family against the modules of a tensor tree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// How a child of a pattern is marked.
enum class Mark { Required, Optional, Without, Numbered, Tied };
Mark mark_of(const Module& child);

/// What a pattern makes of one module.
struct Fitted {
    std::uint32_t node = 0;
    const Module* pattern = nullptr;
    std::string arguments;                  ///< of a layer
    std::vector<std::string_view> implied;  ///< tensors that its type has
};

/// What a pattern makes of a module and those below it; nullopt when it does not fit.
std::optional<std::vector<Fitted>> fit(const Module& pattern, const TensorTree& tree, std::uint32_t node);

/// The argument of that name; nullptr when there is none.
const Value* find_argument(const Module& pattern, std::string_view name);

/// The name of a pattern's child without its mark.
std::string_view plain_name(const Module& child);

}  // namespace paramscope::open
