// Matches a pattern of a family (families.h) against modules of a tensor tree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// How a child of a pattern is marked; see families.h.
enum class Mark { Required, Optional, NoTensors, Numbered, Tied };
Mark mark_of(const Module& child);

/// The match of one module.
struct PatternMatch {
    std::uint32_t node = 0;
    const Module* pattern = nullptr;
    std::string arguments;                  ///< if it is a layer
    std::vector<std::string_view> implied;  ///< names of the tensors that its type has
};

/// The matches of a module and all modules below it, the outermost first; nullopt when one does not match.
std::optional<std::vector<PatternMatch>> match_pattern(const Module& pattern, const TensorTree& tree,
                                                       std::uint32_t node);

/// The pattern's argument of that name; nullopt when there is none.
std::optional<Value> find_argument(const Module& pattern, std::string_view name);

/// The name of a pattern's child without its `?` or `+`.
std::string_view unmarked_name(const Module& child);

}  // namespace paramscope::open
