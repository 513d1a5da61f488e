// Compares two reports tensor by tensor: how many tensors are the same, and how the others differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// A tensor with its full name; one for each instance of a repeated module.
struct NamedTensor {
    std::string path;                           ///< "model.layers.7.mlp.up_proj.weight"
    std::optional<std::vector<Integer>> shape;  ///< nullopt when a size is unknown
    std::string dtype;                          ///< "" where the text does not state one
    std::string shares;                         ///< path of the tensor it is tied to, "" for none
    Role role = Role::Parameter;
    int packed_in = 0;  ///< as Tensor has it
    bool may_be_buffer = false;
};

/// One difference between two models.
struct TensorDifference {
    enum class Kind { OnlyLeft, OnlyRight, Shape, Type, Sharing, Role };

    Kind kind = Kind::OnlyLeft;
    const NamedTensor* left = nullptr;   ///< nullptr when only the right model has it
    const NamedTensor* right = nullptr;  ///< nullptr when only the left one has
};

/// "only-left", "shape", ...: the name in JSON.
std::string_view to_string(TensorDifference::Kind kind);

/// The tensors of two models, and their differences.
struct TensorComparison {
    std::vector<NamedTensor> left, right;
    std::size_t same = 0;                       ///< tensors without a difference
    std::vector<TensorDifference> differences;  ///< in the left order, then tensors of the right only
    std::string left_prefix, right_prefix;  ///< "model.": in one side's names only, ignored by the comparison
    bool is_complete = true;                ///< false: only the first 500,000 tensors are compared
};

/// Compares tensors of the same path. An unknown shape equals any shape; dtypes are compared where both sides
/// state them, and ties and roles where neither leaves
/// them open.
TensorComparison compare_tensors(const Report& left, const Report& right);

}  // namespace paramscope
