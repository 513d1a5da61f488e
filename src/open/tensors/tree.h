// Builds a tree of modules from the dotted names of tensors.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pool.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// A tensor of one module.
struct OwnTensor {
    std::string_view name;  ///< the last part of the whole name
    const NamedTensor* tensor = nullptr;
    std::uint32_t owner = 0;  ///< its module
    bool buffer = false;
    bool may_be_buffer = false;  ///< it is counted as a parameter, and may be none
    bool is_shared = false;      ///< true: another tensor has the same storage
    bool is_implied = false;     ///< true: the module's type has it, so it needs no line of its own
};

/// Modules, by their places in TensorTree::nodes.
using NodeList = std::vector<std::uint32_t, PoolAllocator<std::uint32_t>>;

/// A module of the tree. Parents precede their children.
struct TensorNode {
    std::string_view name;
    std::optional<std::uint64_t> number;  ///< of a name that is one
    std::uint32_t parent = 0;
    std::uint32_t rank = 0;  ///< dimensions of the largest `weight` in or below it
    NodeList children;       ///< numbered ones in the order of their numbers
    std::span<OwnTensor> tensors;
    std::string_view type;       ///< "" when unknown
    std::string_view arguments;  ///< between the parentheses
    std::string_view forward;    ///< its forward line, "" when it has none
    std::uint32_t kind = 0;      ///< the same number for modules that all rules see as equal; see layers.h
    std::uint32_t twin = 0;      ///< the module of its kind that is written for it; 0 for itself
    bool is_numbered = false;    ///< it or a module around it has a number for a name, so it may be folded
    bool counts_up = true;       ///< while the tree is built: its children have growing numbers for names
};

struct TensorTree {
    std::vector<TensorNode> nodes;   ///< nodes[0] is the root
    std::vector<OwnTensor> tensors;  ///< those of one module side by side
    std::vector<std::string> notes;  ///< comments on changes of names
    std::string input;               ///< the model's input, "(batch, tokens)"; "" when unknown
    std::vector<std::pair<std::string, std::string>> ties;  ///< a tensor and the one it shares
    std::deque<std::string> texts;  ///< arguments, and names of added modules; other names point into the set
    std::size_t prefix_length = 0;  ///< length of the wrapper prefix left out of every name
    char separator = '.';           ///< between the parts of names
};

/// Builds the tree of a set, which must outlive it. Prefixes of wrappers around the whole model (`module.`,
/// `_orig_mod.`) are left out.
TensorTree build_tensor_tree(const TensorSet& set);

/// A name of digits as a number; nullopt for other names, leading zeros and numbers beyond 64 bits.
std::optional<std::uint64_t> number_of(std::string_view name);

}  // namespace paramscope::open
