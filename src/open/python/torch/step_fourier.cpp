// The Fourier transforms of torch.fft in a forward pass: their shapes. No convention counts their work.
#include <algorithm>

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// The numbers that a transform takes and gives.
enum class Numbers { Complex, RealToComplex, ComplexToReal };

struct Transform {
    std::string_view name;
    Numbers numbers;
    std::size_t dimensions;  ///< the last ones; 0: all
};

constexpr Transform kTransforms[] = {
    {"fft", Numbers::Complex, 1},          {"fft2", Numbers::Complex, 2},
    {"fftn", Numbers::Complex, 0},         {"ifft", Numbers::Complex, 1},
    {"ifft2", Numbers::Complex, 2},        {"ifftn", Numbers::Complex, 0},
    {"rfft", Numbers::RealToComplex, 1},   {"rfft2", Numbers::RealToComplex, 2},
    {"rfftn", Numbers::RealToComplex, 0},  {"irfft", Numbers::ComplexToReal, 1},
    {"irfft2", Numbers::ComplexToReal, 2}, {"irfftn", Numbers::ComplexToReal, 0},
    {"fftshift", Numbers::Complex, 0},     {"ifftshift", Numbers::Complex, 0},
};

/// One number or several; none for None.
std::vector<Value> values_of(const Value* value) {
    if (value == nullptr || value->is(Type::None)) return {};
    if (value->is(Type::Tuple) || value->is(Type::List)) return value->items();
    return {*value};
}

/// The dimensions that are transformed; nullopt when they are not known.
std::optional<std::vector<std::size_t>> dimensions_of(const Transform& transform,
                                                      const std::vector<Value>& given, std::size_t sizes,
                                                      std::size_t rank) {
    std::vector<std::size_t> found;
    for (const Value& each : given) {
        const auto at = each.is_whole() ? position(each.whole(), rank) : std::nullopt;
        if (!at) return std::nullopt;
        found.push_back(*at);
    }
    if (!given.empty()) return found;
    const std::size_t count = transform.dimensions > 0 ? transform.dimensions : sizes > 0 ? sizes : rank;
    if (count > rank) return std::nullopt;
    for (std::size_t i = rank - count; i < rank; ++i) found.push_back(i);
    return found;
}

}  // namespace

std::optional<Value> fourier_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
    const auto* transform = std::find_if(std::begin(kTransforms), std::end(kTransforms),
                                         [&](const Transform& each) { return each.name == name; });
    if (transform == std::end(kTransforms)) return std::nullopt;
    const Value* input = arguments.get(0, "input");
    if (input == nullptr || !input->is(Type::Tensor)) return pass.unknown_result(name);
    if (!input->tensor().is_shape_known)
        return tensor_of_unknown_shape(pass.evaluator(), input->tensor().shape_reason);
    if (name.ends_with("shift")) return *input;
    const bool is_single = transform->dimensions == 1;
    const std::vector<Value> sizes = values_of(arguments.get(1, is_single ? "n" : "s"));
    std::vector<Value> shape = input->tensor().shape;
    const auto dimensions =
        dimensions_of(*transform, values_of(arguments.get(2, "dim")), sizes.size(), shape.size());
    const bool is_known =
        dimensions && !dimensions->empty() && (sizes.empty() || sizes.size() == dimensions->size()) &&
        all_of(sizes, [](const Value& each) { return each.is_whole() && each.whole() > 0; });
    if (!is_known) return pass.unknown_result(name);
    for (std::size_t i = 0; i < sizes.size(); ++i) shape[(*dimensions)[i]] = sizes[i];
    Evaluator& e = pass.evaluator();
    Value& last = shape[dimensions->back()];
    if (transform->numbers == Numbers::RealToComplex)
        last = binary(e, "+", binary(e, "//", last, Value::of(2)), Value::of(1));
    else if (transform->numbers == Numbers::ComplexToReal && sizes.empty())
        last = binary(e, "*", Value::of(2), binary(e, "-", last, Value::of(1)));
    return pass.resembling(name, pass.resize(*input, pass.sized(std::move(shape)), "repeat"));
}

}  // namespace paramscope::open::python
