// Layers that print the same have the same tensors, and for the same input the same output and work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "model/model.h"

namespace paramscope {

/// True when type and arguments are all that a module prints.
bool prints_arguments_only(const Module& module);

/// True when the types and the arguments of two modules are the same, wherever they are written.
bool print_the_same(const Module& a, const Module& b);

/// The last module of each print among those that were added.
class EqualLayers {
  public:
    /// Gives the node of the last module that prints the same as `module`, and puts `node` in its place.
    /// `module_of` gives the module of a node.
    template <typename ModuleOf>
    std::optional<std::uint32_t> replace(const Module& module, std::uint32_t node,
                                         const ModuleOf& module_of) {
        std::optional<std::uint32_t> last;
        if (!module.arguments.empty()) last = put(&with_same_list_, module.arguments.identity(), node);
        if (!last) last = put(&with_same_hash_, hash_of(module), node);
        if (!last) return std::nullopt;
        const std::uint32_t before = *last;
        return print_the_same(module, module_of(before)) ? std::optional(before) : std::nullopt;
    }

  private:
    static std::size_t hash_of(const Module& module);

    /// Puts `node` at `key`; gives what was there.
    template <typename Key>
    static std::optional<std::uint32_t> put(std::map<Key, std::uint32_t>* nodes, const Key& key,
                                            std::uint32_t node) {
        const auto [place, is_new] = nodes->try_emplace(key, node);
        return is_new ? std::nullopt : std::optional(std::exchange(place->second, node));
    }

    std::map<const void*, std::uint32_t> with_same_list_;  ///< the reader shares arguments of equal text
    std::map<std::size_t, std::uint32_t> with_same_hash_;  ///< of their print
};

}  // namespace paramscope
