#include "model/basis.h"

#include <array>

namespace paramscope {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"exact", "printed", "range", "partial", "approximate"};

}  // namespace

std::string_view to_string(Basis basis) {
    return kNames[static_cast<std::size_t>(basis)];
}

std::optional<Basis> find_basis(std::string_view name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<Basis>(found - kNames.begin());
}

}  // namespace paramscope
