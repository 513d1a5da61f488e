#include "open/tensors/tensors.h"

#include "open/tensors/families.h"
#include "open/tensors/layers.h"
#include "open/tensors/tree.h"
#include "open/tensors/write.h"

namespace paramscope::open {

std::string write_tensor_tree(const TensorSet& set, std::string_view root_type) {
    TensorTree tree = build_tensor_tree(set);
    recognise_layers(tree);
    recognise_families(tree);
    return write_tree(tree, set, root_type);
}

}  // namespace paramscope::open
