#include "open/tensors/stated_roles.h"

#include "open/tensors/tree.h"

namespace paramscope::open {

bool settle_by_total(TensorSet& set, Integer total) {
    const TensorTree tree = build_tensor_tree(set);
    Integer sure = 0, open = 0, buffers = 0;
    for (const OwnTensor& own : tree.tensors) {
        const auto elements = element_count(own.tensor->shape.sizes());
        if (!elements) return false;
        (own.buffer ? buffers : own.may_be_buffer ? open : sure) += Integer(*elements);
    }
    if (total < sure || total > sure + open) return false;
    const bool are_buffers = total == sure, are_parameters = total == sure + open && buffers > 0;
    for (const OwnTensor& own : tree.tensors) {
        if (!own.may_be_buffer) continue;
        NamedTensor& tensor = set.tensors[static_cast<std::size_t>(own.tensor - set.tensors.data())];
        tensor.buffer = are_buffers;
        tensor.is_parameter = !are_buffers && are_parameters;
    }
    return true;
}

}  // namespace paramscope::open
