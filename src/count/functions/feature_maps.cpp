#include "count/functions/feature_maps.h"

#include <algorithm>

#include "count/functions/messages.h"
#include "count/functions/values.h"

namespace paramscope::flow {
namespace {

/// One window size, 1 or more.
Result<Polynomial> window_size(const Value& value, const Environment& environment) {
    const Polynomial size = size_of(value);
    if (environment.values().size_kind(size, 1) != SizeKind::Fits)
        return flow_error(message("function.window_size", {{"value", to_string(value)}}));
    return size;
}

/// Expands the `size` argument to `spatial` sizes: one number is for all dimensions, a tuple for the last
/// ones, the others get 1.
Result<Dims> window_sizes(const FlowCall& call) {
    if (call.input().size() < 3)
        return flow_error(message("function.window_map", {{"shape", to_string(call.input())}}));
    const std::size_t spatial = call.input().size() - 2;
    const Value* size = call.find("size", 0);
    if (!size) return flow_error(message("function.window_no_size"));
    const bool is_tuple = size->kind == Value::Kind::Tuple;
    const std::size_t given = is_tuple ? size->items.size() : spatial;
    if (given > spatial) return flow_error(message("function.window_too_many_sizes"));
    Dims sizes(spatial, Polynomial(1));
    for (std::size_t i = 0; i < given; ++i) {
        const Result<Polynomial> one = window_size(is_tuple ? size->items[i] : *size, call.environment);
        if (!one) return one.error();
        sizes[spatial - given + i] = *one;
    }
    return sizes;
}

/// The smaller of two sizes: one of the formulas when both have values, else min(a, b).
Polynomial smaller(const FlowCall& call, const Polynomial& a, const Polynomial& b) {
    const std::optional<Integer> first = call.environment.integer(a), second = call.environment.integer(b);
    return first && second ? (*first <= *second ? a : b) : min(a, b);
}

}  // namespace

Result<Signal> unflatten(FlowCall& call) {
    const Dims& reference = call.input(1);
    Dims map = call.input(0);
    if (map.empty() || reference.size() < 3) return flow_error(message("function.unflatten_reference"));
    const Dims spatial(reference.begin() + 2, reference.end());
    if (!call.equal(map.back(), product(spatial))) {
        return flow_error(message("function.unflatten_sizes",
                                  {{"from", to_string(map)}, {"reference", to_string(reference)}}));
    }
    map.pop_back();
    map.insert(map.end(), spatial.begin(), spatial.end());
    return Signal::tensor(std::move(map));
}

Result<Signal> interpolate(FlowCall& call) {
    const Dims &x = call.input(0), &reference = call.input(1);
    if (x.size() < 3 || x.size() != reference.size()) {
        return flow_error(message("function.interpolate_ranks",
                                  {{"first", to_string(x)}, {"second", to_string(reference)}}));
    }
    Dims stretched = reference;
    std::copy(x.begin(), x.begin() + 2, stretched.begin());
    return Signal::tensor(std::move(stretched));
}

Result<Signal> window_partition(FlowCall& call) {
    const Result<Dims> sizes = window_sizes(call);
    if (!sizes) return sizes.error();
    const Value *shrink = call.find("shrink", 1), *step = call.find("step", 2);
    Polynomial windows = 1, positions = 1;
    for (std::size_t i = 0; i < sizes->size(); ++i) {
        const Polynomial& length = call.input()[i + 1];
        const bool is_step = step && step->boolean && call.environment.integer(length) == Integer(1);
        const bool fits = is_step || (shrink && shrink->boolean);
        const Polynomial size = fits ? smaller(call, (*sizes)[i], length) : (*sizes)[i];
        windows *= ceil(length / size);
        positions *= size;
    }
    return Signal::tensor({call.input().front(), windows, positions, call.input().back()});
}

Result<Signal> window_reverse(FlowCall& call) {
    Dims map = call.input(1);
    if (map.empty() || call.input(0).empty()) return flow_error(message("function.window_reverse_operands"));
    map.back() = call.input(0).back();
    return Signal::tensor(std::move(map));
}

Result<Signal> space_to_depth(FlowCall& call) {
    const Result<Dims> sizes = window_sizes(call);
    if (!sizes) return sizes.error();
    Dims merged = call.input();
    const Value* const even = call.find("even", 1);
    for (std::size_t i = 0; i < sizes->size(); ++i) {
        const Polynomial blocks = ceil(merged[i + 1] / (*sizes)[i]);
        if (even && even->boolean && !call.equal(blocks * (*sizes)[i], merged[i + 1]))
            return flow_error(message("function.uneven_blocks", {{"shape", to_string(call.input())}}));
        merged[i + 1] = blocks;
    }
    merged.back() *= product(*sizes);
    return Signal::tensor(std::move(merged));
}

Result<Signal> pad_to(FlowCall& call) {
    const Result<Dims> sizes = window_sizes(call);
    if (!sizes) return sizes.error();
    Dims padded = call.input();
    for (std::size_t i = 0; i < sizes->size(); ++i)
        padded[i + 2] = ceil(padded[i + 2] / (*sizes)[i]) * (*sizes)[i];
    return Signal::tensor(std::move(padded));
}

}  // namespace paramscope::flow
