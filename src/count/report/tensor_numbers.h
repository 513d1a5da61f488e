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

/// Calls `visit(tensor, elements)` for each tensor of the pattern with the elements that its numbers give;
/// nullopt where the pattern is the list.
template <typename Visit>
void for_each_numbered(const NumberedList<TensorReport>& tensors, const Visit& visit) {
    auto number = tensors.numbers().begin();
    for (const TensorReport& tensor : tensors.pattern()) {
        std::optional<std::int64_t> elements;
        if (!tensors.numbers().empty()) {
            elements = 1;
            for (std::size_t i = 0; i < tensor.shape.size(); ++i) *elements *= *number++;
        }
        visit(tensor, elements);
    }
}

/// Calls `visit(tensor, elements)` for each tensor; only `elements` is its own, the sizes are the pattern's.
template <typename Visit>
void for_each_elements(const NumberedList<TensorReport>& tensors, const Visit& visit) {
    for_each_numbered(tensors, [&](const TensorReport& tensor, std::optional<std::int64_t> elements) {
        elements ? visit(tensor, Polynomial(*elements)) : visit(tensor, tensor.elements);
    });
}

/// The same with a number of elements, without a formula for each: 0 where it is unknown.
template <typename Visit>
void for_each_count(const NumberedList<TensorReport>& tensors, const Visit& visit) {
    for_each_numbered(tensors, [&](const TensorReport& tensor, std::optional<std::int64_t> elements) {
        visit(tensor, elements ? static_cast<double>(*elements) : to_double(tensor.count.value_or(0)));
    });
}

}  // namespace paramscope
