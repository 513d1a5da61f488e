// Walks dotted paths of modules: `encoder.0.attn`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/names.h"

namespace paramscope {

/// Finds the module with the path `path` relative to `parent`. `find_child(parent, name)` gives the index of
/// a module's child, nullopt for none. A name may hold dots itself: a child with the whole path as its name
/// is taken, else the shortest beginning of the path that names a child. Looks for no
/// name longer than kLongestName, since the reader keeps none: a path of a megabyte takes no longer.
template <typename FindChild>
std::optional<std::uint32_t> find_by_path(std::uint32_t parent, std::string_view path,
                                          const FindChild& find_child) {
    if (const std::optional<std::uint32_t> whole = find_child(parent, path)) return whole;
    for (std::size_t dot = path.find('.'); dot <= kLongestName; dot = path.find('.', dot + 1)) {
        const std::optional<std::uint32_t> child = find_child(parent, path.substr(0, dot));
        if (child) return find_by_path(*child, path.substr(dot + 1), find_child);
    }
    return std::nullopt;
}

}  // namespace paramscope
