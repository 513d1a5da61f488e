#include "open/tensors/tensors.h"

#include "open/tensors/families.h"
#include "open/tensors/layers.h"
#include "open/tensors/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

Model tensor_model(const TensorSet& set, std::string_view root_type) {
    TensorTree tree = build_tensor_tree(set);
    recognise_layers(tree);
    recognise_families(tree);
    return model_of(tree, set, root_type);
}

}  // namespace paramscope::open
