#include "open/tensors/tensors.h"

#include <limits>

#include "open/tensors/families.h"
#include "open/tensors/layers.h"
#include "open/tensors/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t elements = 1;
    bool fits = true;
    for (const std::uint64_t size : shape) {
        if (size == 0) return 0;
        fits = fits && !__builtin_mul_overflow(elements, size, &elements) && elements <= most;
    }
    return fits ? std::optional(elements) : std::nullopt;
}

Model tensor_model(const TensorSet& set, std::string_view root_type) {
    TensorTree tree = build_tensor_tree(set);
    recognise_layers(tree);
    recognise_families(tree);
    return model_of(tree, set, root_type);
}

}  // namespace paramscope::open
