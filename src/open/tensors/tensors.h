// Makes a model of named tensors, from a checkpoint or a listing: builds the tree from dotted names
// (tree.h), recognises layers (layers.h) and model families (families.h) by shapes and names, and folds equal
// neighbours (model.h).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/short_text.h"
#include "model/model.h"
#include "open/tensors/shape.h"

namespace paramscope::open {

/// A tensor with its full name: "model.layers.0.mlp.up_proj.weight".
struct NamedTensor {
    ShortText name;
    Shape shape;
    ShortText dtype = {};       ///< as model text spells it: "bfloat16", "q4_k"; "" means float32
    bool buffer = false;        ///< known not to be learned; further buffers are recognised by their names
    int packed_in = 0;          ///< as Tensor has it
    bool is_parameter = false;  ///< known to be a parameter, whatever its name
};

/// True for the types of counters, indices and masks, which are buffers and never learned.
inline bool is_index_dtype(std::string_view dtype) {
    return dtype == "int64" || dtype == "bool";
}

/// The bits of packed weights as a config states them: of all, 0 where it does not, and of single modules.
struct StatedBits {
    int of_all = 0;
    std::map<std::string, int, std::less<>> of_modules;
};

/// All tensors of a model.
struct TensorSet {
    std::vector<NamedTensor> tensors;
    std::vector<std::pair<std::string, std::string>>
        shared;                      ///< a tensor and an earlier one of the same storage
    std::vector<std::string> notes;  ///< comments above the tree
    std::vector<std::pair<std::string, Shape>>
        stated_shapes;  ///< a tensor, and the shape that its values state of a packed weight
    StatedBits stated_bits;
    bool is_state_dict = false;       ///< true: it does not tell parameters from buffers
    bool has_distinct_names = false;  ///< true: known to have no two tensors of one name
};

/// For each tensor, whether an earlier one has the same name. May be empty when all names differ.
std::vector<bool> find_repeated_names(const std::vector<NamedTensor>& tensors);

/// The tensors as a model: equal neighbours folded (`(0-31): 32 x`), layer types where tensors match them
/// exactly, other tensors as those of a plain `Module`. Every tensor is in it once, with its
/// size. The root is a `root_type` unless it is recognised.
Model tensor_model(const TensorSet& set, std::string_view root_type);

}  // namespace paramscope::open
