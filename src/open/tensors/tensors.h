// Named tensors, as listings and checkpoints hold them -> the module tree that their dotted names make.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paramscope::open {

/// A tensor by its whole name: "model.layers.0.mlp.up_proj.weight".
struct NamedTensor {
    std::string name;
    std::vector<std::uint64_t> shape;
    std::string dtype = {};  ///< as model text knows it: "bfloat16", "q4_k", ...; "" = float32
    bool buffer = false;     ///< known to be carried along, not learned; what names tell is found out here
};

/// True for the types of counters, indices and masks, which are buffers and never learned.
inline bool is_index_dtype(std::string_view dtype) {
    return dtype == "int64" || dtype == "bool";
}

/// All tensors of a model.
struct TensorSet {
    std::vector<NamedTensor> tensors;
    std::vector<std::pair<std::string, std::string>>
        shared;                      ///< a tensor, and one before it with the same storage
    std::vector<std::string> notes;  ///< sentences that stand above the tree
};

/// Model text of the tree that the names make: equal neighbours folded (`(0-31): 32 x`), layer types
/// recognised from names and shapes where that is sound, other tensors as `Parameter(...)` and `Buffer(...)`
/// of a plain `Module`. Every tensor is in it once, with its size. The root is a `root_type` where nothing
/// tells its type.
std::string write_tensor_tree(const TensorSet& set, std::string_view root_type);

}  // namespace paramscope::open
