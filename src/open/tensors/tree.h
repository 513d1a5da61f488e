// Tensors put where their dotted names say.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open/tensors/tensors.h"

namespace paramscope::open {

/// A tensor of one module.
struct OwnTensor {
    std::string_view name;  ///< the last part of the whole name
    const NamedTensor* tensor = nullptr;
    bool buffer = false;
    bool shared = false;   ///< another tensor has the same storage
    bool implied = false;  ///< the module's type has it: it needs no line of its own
};

/// A module that names tell of. Parents stand before their children.
struct TensorNode {
    std::string_view name;
    std::uint32_t parent = 0;
    std::vector<std::uint32_t> children;  ///< numbered ones in the order of their numbers
    std::vector<OwnTensor> tensors;
    std::string type;        ///< "" where it is not known
    std::string arguments;   ///< between the parentheses
    std::string_view forward;     ///< the line that tells its flow, "" where there is none
    std::uint32_t rank = 0;  ///< dimensions of the largest `weight` below
};

struct TensorTree {
    std::vector<TensorNode> nodes;   ///< nodes[0] is the root
    std::vector<std::string> notes;  ///< what was done to the names
    std::string input;  ///< what flows in, as model text: "(batch, tokens)"; "" where nothing tells
    std::vector<std::pair<std::string, std::string>> ties;  ///< a tensor no file holds, and the one it is
    std::deque<std::string> names;                          ///< of modules that were put in
    std::size_t skipped = 0;                                ///< length of what is left out before every name
    char separator = '.';                                   ///< of the parts of names
};

/// The tree of a set, which must outlive it. Prefixes that wrap a whole model (`module.`, `_orig_mod.`) are
/// left out.
TensorTree build_tensor_tree(const TensorSet& set);

/// The digits of a name as a number; nullopt when it is none, or a very large one.
std::optional<std::uint64_t> number_of(std::string_view name);

}  // namespace paramscope::open
