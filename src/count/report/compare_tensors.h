// Two counted models tensor by tensor: the same ones, or which differ and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// A tensor under its whole name, a repeated module's once for each.
struct PlacedTensor {
    std::string path;                           ///< "model.layers.7.mlp.up_proj.weight"
    std::optional<std::vector<Integer>> shape;  ///< nullopt where a size is not known
    std::string dtype;                          ///< "" where the text does not state one
    std::string shares;                         ///< the tensor it is, when tied
    Role role = Role::Parameter;
};

struct TensorDifference {
    enum class Kind { OnlyLeft, OnlyRight, Shape, Type, Sharing, Role };

    Kind kind = Kind::OnlyLeft;
    const PlacedTensor* left = nullptr;   ///< nullptr when only the right model has it
    const PlacedTensor* right = nullptr;  ///< nullptr when only the left one has
};

/// "only-left", "shape", ...: as the JSON spells it.
std::string_view to_string(TensorDifference::Kind kind);

struct TensorComparison {
    std::vector<PlacedTensor> left, right;
    std::size_t same = 0;
    std::vector<TensorDifference> differences;  ///< in the left one's order, then what only the right one has
    std::string left_prefix,
        right_prefix;         ///< what one has before every name ("model."), and was passed over
    bool is_complete = true;  ///< false: there are more tensors than are compared
};

/// Compares by path. A tensor of unknown shape agrees with any; element types are compared where both state
/// them.
TensorComparison compare_tensors(const Report& left, const Report& right);

}  // namespace paramscope
