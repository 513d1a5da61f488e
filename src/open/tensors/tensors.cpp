#include "open/tensors/tensors.h"

#include <limits>

#include "base/ranges.h"
#include "open/tensors/families.h"
#include "open/tensors/layers.h"
#include "open/tensors/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape) {
    if (contains(shape, 0u)) return 0;
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t elements = 1;
    for (const std::uint64_t size : shape) {
        if (__builtin_mul_overflow(elements, size, &elements) || elements > most) return std::nullopt;
    }
    return elements;
}

Model tensor_model(const TensorSet& set, std::string_view root_type) {
    TensorTree tree = build_tensor_tree(set);
    recognise_layers(tree);
    recognise_families(tree);
    return model_of(tree, set, root_type);
}

}  // namespace paramscope::open
