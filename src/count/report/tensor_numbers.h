// The sizes of tensors that a NumberedList keeps beside their pattern: those of layers that differ in
// numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/numbered_list.h"
#include "count/report/report.h"

namespace paramscope {

/// The sizes of tensors that differ in nothing else from those of a pattern; nullopt where they differ in
/// more, or where a size or a number of elements is no whole number of 63 bits.
std::optional<Numbers> sizes_of_alike(std::span<const Tensor> tensors, std::span<const TensorReport> pattern);

/// Calls `visit(tensor, elements)` for each tensor; only `elements` is its own, the sizes are the pattern's.
template <typename Visit>
void for_each_elements(const NumberedList<TensorReport>& tensors, const Visit& visit) {
    auto number = tensors.numbers().begin();
    for (const TensorReport& tensor : tensors.pattern()) {
        if (tensors.numbers().empty()) {
            visit(tensor, tensor.elements);
            continue;
        }
        std::int64_t elements = 1;
        for (std::size_t i = 0; i < tensor.shape.size(); ++i) elements *= *number++;
        visit(tensor, Polynomial(elements));
    }
}

/// Calls `visit(tensor, count)` with the number of elements of each tensor, 0 where it is unknown.
template <typename Visit>
void for_each_count(const NumberedList<TensorReport>& tensors, const Visit& visit) {
    auto number = tensors.numbers().begin();
    for (const TensorReport& tensor : tensors.pattern()) {
        double count = 1;
        for (std::size_t i = 0; i < tensor.shape.size() && !tensors.numbers().empty(); ++i)
            count *= *number++;
        visit(tensor, tensors.numbers().empty() ? to_double(tensor.count.value_or(0)) : count);
    }
}

}  // namespace paramscope
