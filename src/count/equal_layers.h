// Layers that print the same have the same tensors, and for the same input the same output and work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/model.h"

namespace paramscope {

/// True when the types and the arguments of two modules are the same, wherever they are written.
bool print_the_same(const Module& a, const Module& b);

/// The last module of each print among those that were added, as far as the table has room: of two prints
/// with one place, the later.
class EqualLayers {
  public:
    /// Gives the node of the last module that prints the same as `module`, and puts `node` in its place.
    /// `module_of` gives the module of a node.
    template <typename ModuleOf>
    std::optional<std::uint32_t> replace(const Module& module, std::uint32_t node,
                                         const ModuleOf& module_of) {
        make_room(node);
        std::uint32_t& place = nodes_[hash_of(module) & (nodes_.size() - 1)];
        const std::uint32_t before = std::exchange(place, node);
        if (before == kNone || !print_the_same(module, module_of(before))) return std::nullopt;
        return before;
    }

  private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    static constexpr std::size_t kSmallTable = 1u << 10, kFullTable = 1u << 16;

    /// Has a place for each of `nodes` up to kFullTable. Starts anew when it grows.
    void make_room(std::size_t nodes) {
        if (nodes_.empty() || (nodes >= nodes_.size() && nodes_.size() < kFullTable))
            nodes_.assign(std::max(kSmallTable, 4 * nodes_.size()), kNone);
    }
    static std::size_t hash_of(const Module& module);

    std::vector<std::uint32_t> nodes_;  ///< by the hash of their print
};

}  // namespace paramscope
