#include "count/compare/difference_rows.h"

#include <map>
#include <utility>

#include "base/concat.h"
#include "count/compare/causes.h"

namespace paramscope {
namespace {

std::string shape_text(const NamedTensor& tensor) {
    if (!tensor.shape) return "?";
    return concat("(", join(*tensor.shape, ", ", [](Integer size) { return to_string(size); }), ")");
}

/// The property of a tensor that a difference of `kind` compares.
std::string tensor_text(const NamedTensor* tensor, TensorDifference::Kind kind) {
    using Kind = TensorDifference::Kind;
    if (tensor == nullptr) return "-";
    if (kind == Kind::Type) return tensor->dtype;
    if (kind == Kind::Role) return tensor->role == Role::Buffer ? "buffer" : "parameter";
    if (kind == Kind::Sharing) return tensor->shares.empty() ? "its own" : concat("shares ", tensor->shares);
    return shape_text(*tensor);
}

}  // namespace

std::vector<DifferenceRow> grouped(std::vector<DifferenceRow> rows) {
    std::vector<DifferenceRow> groups;
    std::map<std::string, std::size_t> positions;
    for (DifferenceRow& row : rows) {
        const std::string key =
            concat(row.kind, "\n", without_numbers(row.path), "\n", row.left, "\n", row.right);
        const auto [position, is_new] = positions.try_emplace(key, groups.size());
        if (is_new) {
            groups.push_back(std::move(row));
        } else {
            ++groups[position->second].count;
        }
    }
    return groups;
}

std::vector<DifferenceRow> tensor_rows(const TensorComparison& comparison) {
    std::vector<DifferenceRow> rows;
    for (const TensorDifference& difference : comparison.differences) {
        rows.push_back(
            {to_string(difference.kind), (difference.left ? difference.left : difference.right)->path,
             tensor_text(difference.left, difference.kind), tensor_text(difference.right, difference.kind)});
    }
    return grouped(std::move(rows));
}

}  // namespace paramscope
