#include "count/report/tensor_numbers.h"

#include <limits>

namespace paramscope {
namespace {

/// True for a tensor that may differ from one of a pattern in its sizes only.
bool is_alike(const Tensor& tensor, const TensorReport& pattern) {
    return tensor.name == pattern.name && tensor.role == pattern.role &&
           tensor.may_be_buffer == pattern.may_be_buffer && tensor.trainable == pattern.trainable &&
           tensor.assumed == pattern.assumed && tensor.packed_in == pattern.packed_in &&
           tensor.shape.size() == pattern.shape.size() && tensor.dtype == pattern.dtype && !pattern.hidden &&
           !pattern.inferred && pattern.tied_to.empty();
}

/// Appends the sizes of a tensor.
bool collect_sizes(const Tensor& tensor, Numbers* numbers) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
    std::int64_t elements = 1;
    for (const Polynomial& size : tensor.shape) {
        const std::optional<std::int64_t> whole = size.whole();
        if (!whole || *whole < 0 || *whole > std::numeric_limits<std::uint32_t>::max()) return false;
        if (*whole > 0 && elements > most / *whole) return false;
        elements *= *whole;
        numbers->push_back(static_cast<std::uint32_t>(*whole));
    }
    return true;
}

}  // namespace

std::optional<Numbers> sizes_of_alike(std::span<const Tensor> tensors,
                                      std::span<const TensorReport> pattern) {
    if (tensors.size() != pattern.size()) return std::nullopt;
    Numbers sizes;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!is_alike(tensors[i], pattern[i]) || !collect_sizes(tensors[i], &sizes)) return std::nullopt;
    }
    return sizes;
}

void set_numbers(std::span<TensorReport> tensors, const Numbers& numbers) {
    auto number = numbers.begin();
    for (TensorReport& tensor : tensors) {
        for (Polynomial& size : tensor.shape) {
            if (number != numbers.end()) size = Polynomial(std::int64_t{*number++});
        }
        tensor.elements = product(tensor.shape);
        tensor.count = tensor.elements.whole().value_or(0);
    }
}

}  // namespace paramscope
