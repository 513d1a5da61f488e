// Small tensors of numbers that shapes are computed from, and the operators on them: a table of rules, each
// of which gives the elements of an output or, where they cannot be known, nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "open/onnx/graph.h"

namespace paramscope::open::onnx {

/// Of a small tensor, and of those of one file together: more are not computed.
inline constexpr std::size_t kMostItems = 4096;
inline constexpr std::size_t kMostAxes = 64;
inline constexpr std::size_t kMostItemsOfFile = 1u << 20;

/// A size of which nothing is known: a symbol that no text can write.
inline Polynomial unknown_size() {
    return Polynomial::symbol("?");
}

/// False for a formula that an unknown size is part of, and for a faulted one.
bool is_known(const Polynomial& size);

/// Whether a < b, where that is the same for all sizes of 1 or more.
std::optional<bool> is_less(const Polynomial& a, const Polynomial& b);

/// One element of a small tensor: a number, a formula of the input's sizes, or unknown.
struct ShapeItem {
    Polynomial size = unknown_size();
    Name tensor = 0;  ///< not 0: this element equals dimension `dim` of `tensor`
    std::size_t dim = 0;

    /// The whole number that it is.
    std::optional<std::int64_t> number() const;
};

/// A tensor whose elements are known, or would be if it did not depend on an unknown one.
struct SmallTensor {
    std::vector<std::int64_t> dims;
    std::vector<ShapeItem> items;
    bool is_float = false;

    /// The elements as whole numbers; nullopt where one is none.
    std::optional<std::vector<std::int64_t>> numbers() const;
};

/// A list of sizes.
SmallTensor small_list(std::vector<ShapeItem> items);
/// The tensor with unknown elements.
SmallTensor unknown_items(const SmallTensor& like, bool is_float);
/// The elements of a constant that may be part of a computation of shapes: whole numbers, and single floats.
std::optional<SmallTensor> small_tensor(const Tensor& constant);

/// The outputs of an operator whose inputs are all known (nullptr: left out); empty where no rule gives them.
std::vector<SmallTensor> evaluate(const Node& node, std::span<const SmallTensor* const> inputs);

// For rules.

using Numbers = std::vector<std::int64_t>;

/// What a rule is given.
struct SmallCall {
    const Node& node;
    std::span<const SmallTensor* const> inputs;

    /// Input `index`; nullptr when it is left out.
    const SmallTensor* input(std::size_t index) const {
        return index < inputs.size() ? inputs[index] : nullptr;
    }
    /// The whole numbers in an input or, where the operator lacks it, in the attribute of that name.
    std::optional<Numbers> numbers(std::size_t index, std::string_view attribute = {}) const;
};

using SmallResult = std::optional<SmallTensor>;

/// The rule of one operator.
struct SmallRule {
    std::string_view op;
    SmallResult (*apply)(const SmallCall& call);
};

/// The tables: rules that rearrange elements (small_order.cpp), and those that compute
/// (small_arithmetic.cpp).
std::span<const SmallRule> order_rules();
std::span<const SmallRule> arithmetic_rules();

/// 0, 1, 2, ...
Numbers counted(std::size_t count);
/// An axis counted from the front; nullopt when it is none of `rank`.
std::optional<std::size_t> axis_of(std::int64_t axis, std::size_t rank);
/// The dimensions that both broadcast to.
std::optional<Numbers> broadcast_dims(const Numbers& a, const Numbers& b);
/// The tensor repeated along dimensions of size 1, and new ones in front.
SmallResult expanded(const SmallTensor& x, const Numbers& dims);
/// The tensor of these dimensions whose element at each position is the one of `x` that `index_of` names.
SmallResult rearranged(const SmallTensor& x, Numbers dims,
                       const std::function<std::size_t(const Numbers& position)>& index_of);
/// What a slice takes of a dimension.
struct SliceRange {
    std::int64_t first;
    std::int64_t step;
    std::int64_t count;
};

/// The elements from `begin` up to `end`; negative ones count from the end, and what is beyond it is left
/// out.
std::optional<SliceRange> slice_range(std::int64_t length, std::int64_t begin, std::int64_t end,
                                      std::int64_t step);
/// How far apart neighbours along each dimension are.
Numbers strides_of(const Numbers& dims);
/// Moves to the next position in a tensor of these dimensions.
void advance(Numbers& position, const Numbers& dims);

}  // namespace paramscope::open::onnx
