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
        const std::uint32_t hash = hash_of(module);
        Place& place = places_[hash & (places_.size() - 1)];
        const Place before = std::exchange(place, {node, hash});
        const bool may_be_equal = before.node != kNone && before.hash == hash;
        if (!may_be_equal || !print_the_same(module, module_of(before.node))) return std::nullopt;
        return before.node;
    }

  private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    static constexpr std::size_t kSmallTable = 1u << 10, kFullTable = 1u << 16;

    struct Place {
        std::uint32_t node = kNone;
        std::uint32_t hash = 0;  ///< of its print: few others are looked at
    };

    /// Has a place for each of `nodes` up to kFullTable. Starts anew when it grows.
    void make_room(std::size_t nodes) {
        if (places_.empty() || (nodes >= places_.size() && places_.size() < kFullTable))
            places_.assign(std::max(kSmallTable, 4 * places_.size()), Place());
    }
    static std::uint32_t hash_of(const Module& module);

    std::vector<Place> places_;  ///< by the hash
};

}  // namespace paramscope
