// Operators that make small tensors, and that rearrange or select their elements.
#include <algorithm>
#include <numeric>

#include "base/ranges.h"
#include "open/onnx/small_tensor.h"

namespace paramscope::open::onnx {
namespace {

std::int64_t elements_in(const Numbers& dims) {
    return static_cast<std::int64_t>(element_count(dims).value_or(0));
}

/// The same elements in other dimensions.
SmallResult with_dims(const SmallTensor& x, Numbers dims) {
    if (element_count(dims) != x.items.size()) return std::nullopt;
    return SmallTensor{std::move(dims), x.items, x.is_float};
}

SmallResult reshaped(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    std::optional<Numbers> dims = call.numbers(1, "shape");
    if (!dims) return std::nullopt;
    std::int64_t taken = 1, *open = nullptr;
    for (std::size_t i = 0; i < dims->size(); ++i) {
        std::int64_t& size = (*dims)[i];
        if (size == 0 && i < x.dims.size() && call.node.integer("allowzero", 0) == 0) size = x.dims[i];
        if (size < -1 || size > static_cast<std::int64_t>(kMostItems)) return std::nullopt;
        if (size == -1) {
            if (open != nullptr) return std::nullopt;
            open = &size;
        } else {
            taken = std::min<std::int64_t>(taken * size, kMostItems + 1);
        }
    }
    if (open != nullptr) *open = taken == 0 ? 0 : static_cast<std::int64_t>(x.items.size()) / taken;
    return with_dims(x, std::move(*dims));
}

SmallResult flattened(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::int64_t axis = call.node.integer("axis", 1), rank = static_cast<std::int64_t>(x.dims.size());
    if (axis < -rank || axis > rank) return std::nullopt;
    const auto middle = x.dims.begin() + static_cast<std::ptrdiff_t>(axis < 0 ? axis + rank : axis);
    return with_dims(x, {elements_in({x.dims.begin(), middle}), elements_in({middle, x.dims.end()})});
}

SmallResult squeezed(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const bool names_axes = call.input(1) != nullptr || call.node.find("axes") != nullptr;
    const std::optional<Numbers> axes = names_axes ? call.numbers(1, "axes") : Numbers();
    if (!axes) return std::nullopt;
    std::vector<bool> is_removed(x.dims.size());
    for (const std::int64_t axis : *axes) {
        const std::optional<std::size_t> dim = axis_of(axis, x.dims.size());
        if (!dim) return std::nullopt;
        is_removed[*dim] = true;
    }
    Numbers dims;
    for (std::size_t i = 0; i < x.dims.size(); ++i) {
        if (names_axes ? !is_removed[i] : x.dims[i] != 1) dims.push_back(x.dims[i]);
    }
    return with_dims(x, std::move(dims));
}

SmallResult unsqueezed(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    std::optional<Numbers> axes = call.numbers(1, "axes");
    if (!axes || axes->size() > kMostAxes) return std::nullopt;
    Numbers dims = x.dims;
    for (std::int64_t& axis : *axes) {
        const std::optional<std::size_t> dim = axis_of(axis, x.dims.size() + axes->size());
        if (!dim) return std::nullopt;
        axis = static_cast<std::int64_t>(*dim);
    }
    sort(*axes);
    for (const std::int64_t axis : *axes) {
        if (axis > static_cast<std::int64_t>(dims.size())) return std::nullopt;
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    return with_dims(x, std::move(dims));
}

SmallResult transposed(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::size_t rank = x.dims.size();
    Numbers order = call.node.integers("perm");
    if (order.empty()) {
        order = counted(rank);
        std::reverse(order.begin(), order.end());
    }
    if (order.size() != rank) return std::nullopt;
    const Numbers strides = strides_of(x.dims);
    Numbers dims, steps;
    for (const std::int64_t from : order) {
        const std::optional<std::size_t> dim = axis_of(from, rank);
        if (!dim) return std::nullopt;
        dims.push_back(x.dims[*dim]);
        steps.push_back(strides[*dim]);
    }
    return rearranged(x, std::move(dims), [&](const Numbers& position) {
        return static_cast<std::size_t>(
            std::inner_product(position.begin(), position.end(), steps.begin(), std::int64_t{0}));
    });
}

SmallResult expanded_to(const SmallCall& call) {
    const std::optional<Numbers> wanted = call.numbers(1);
    const std::optional<Numbers> dims =
        wanted ? broadcast_dims(call.inputs.front()->dims, *wanted) : std::nullopt;
    return dims ? expanded(*call.inputs.front(), *dims) : std::nullopt;
}

SmallResult tiled(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::optional<Numbers> times = call.numbers(1);
    if (!times || times->size() != x.dims.size()) return std::nullopt;
    Numbers dims = x.dims;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if ((*times)[i] < 0 || (*times)[i] > static_cast<std::int64_t>(kMostItems)) return std::nullopt;
        dims[i] *= (*times)[i];
    }
    const Numbers strides = strides_of(x.dims);
    return rearranged(x, std::move(dims), [&](const Numbers& position) {
        std::int64_t index = 0;
        for (std::size_t i = 0; i < strides.size(); ++i) index += position[i] % x.dims[i] * strides[i];
        return static_cast<std::size_t>(index);
    });
}

SmallResult gathered(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const SmallTensor* indices = call.input(1);
    const std::optional<Numbers> rows = call.numbers(1);
    const std::optional<std::size_t> axis = axis_of(call.node.integer("axis", 0), x.dims.size());
    if (!rows || !axis) return std::nullopt;
    const auto at = static_cast<std::ptrdiff_t>(*axis);
    const std::int64_t length = x.dims[*axis], inner = elements_in({x.dims.begin() + at + 1, x.dims.end()});
    Numbers dims(x.dims.begin(), x.dims.begin() + at);
    dims.insert(dims.end(), indices->dims.begin(), indices->dims.end());
    dims.insert(dims.end(), x.dims.begin() + at + 1, x.dims.end());
    const auto count = static_cast<std::int64_t>(rows->size());
    std::int64_t next = 0;  // elements are asked for in order
    return rearranged(x, std::move(dims), [&](const Numbers&) {
        const std::int64_t outer = next / inner / count,
                           row = (*rows)[static_cast<std::size_t>(next / inner % count)];
        const std::int64_t from = row < 0 ? row + length : row;
        const std::int64_t index = (outer * length + from) * inner + next++ % inner;
        return from < 0 || from >= length ? x.items.size() : static_cast<std::size_t>(index);
    });
}

SmallResult joined(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::optional<std::size_t> axis = axis_of(call.node.integer("axis", 0), x.dims.size());
    if (!axis) return std::nullopt;
    Numbers dims = x.dims;
    dims[*axis] = 0;
    for (const SmallTensor* part : call.inputs) {
        if (part == nullptr || part->dims.size() != dims.size()) return std::nullopt;
        for (std::size_t i = 0; i < dims.size(); ++i) {
            if (i == *axis)
                dims[i] += part->dims[i];
            else if (part->dims[i] != dims[i])
                return std::nullopt;
        }
    }
    if (elements_in(dims) > static_cast<std::int64_t>(kMostItems)) return std::nullopt;
    SmallTensor made{dims, {}, x.is_float};
    const std::int64_t outer = elements_in({dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(*axis)});
    for (std::int64_t i = 0; i < outer; ++i) {
        for (const SmallTensor* part : call.inputs) {
            const auto length =
                static_cast<std::ptrdiff_t>(part->items.size()) / static_cast<std::ptrdiff_t>(outer);
            const auto begin = part->items.begin() + static_cast<std::ptrdiff_t>(i) * length;
            made.items.insert(made.items.end(), begin, begin + length);
        }
    }
    return made;
}

SmallResult sliced(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::optional<Numbers> begins = call.numbers(1, "starts"), ends = call.numbers(2, "ends");
    std::optional<Numbers> axes = call.numbers(3, "axes"), steps = call.numbers(4);
    if (!begins || !ends || begins->size() != ends->size()) return std::nullopt;
    const bool names_axes = call.input(3) != nullptr || call.node.find("axes") != nullptr;
    if ((names_axes && !axes) || (call.input(4) != nullptr && !steps)) return std::nullopt;
    if (!axes) axes = counted(begins->size());
    if (!steps) steps = Numbers(begins->size(), 1);
    if (axes->size() != begins->size() || steps->size() != begins->size()) return std::nullopt;
    Numbers dims = x.dims, jumps = strides_of(x.dims);
    std::int64_t first = 0;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const std::optional<std::size_t> dim = axis_of((*axes)[i], dims.size());
        const std::optional<SliceRange> range =
            dim ? slice_range(x.dims[*dim], (*begins)[i], (*ends)[i], (*steps)[i]) : std::nullopt;
        if (!range) return std::nullopt;
        dims[*dim] = range->count;
        first += range->first * jumps[*dim];
        jumps[*dim] *= range->step;
    }
    return rearranged(x, std::move(dims), [&](const Numbers& position) {
        return static_cast<std::size_t>(
            std::inner_product(position.begin(), position.end(), jumps.begin(), first));
    });
}

SmallResult numbers_between(const SmallCall& call) {
    const auto first = call.numbers(0), limit = call.numbers(1), step = call.numbers(2);
    if (!first || !limit || !step || first->size() != 1 || limit->size() != 1 || step->size() != 1)
        return std::nullopt;
    SmallTensor made{{0}, {}, call.inputs.front()->is_float};
    const std::int64_t by = step->front();
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;
    for (const std::int64_t number : {first->front(), limit->front(), by}) {
        if (number < -kLargest || number > kLargest) return std::nullopt;
    }
    if (by == 0) return std::nullopt;
    for (std::int64_t i = first->front(); by > 0 ? i < limit->front() : i > limit->front(); i += by) {
        if (made.items.size() == kMostItems) return std::nullopt;
        made.items.push_back({i});
    }
    made.dims.front() = static_cast<std::int64_t>(made.items.size());
    return made;
}

SmallResult filled(const SmallCall& call) {
    const std::optional<Numbers> dims = call.numbers(0);
    const Attribute* value = call.node.find("value");
    if (!dims || value == nullptr || !value->t ||
        (value->t->type != kInt64 && value->t->type != kInt32 && value->t->type != kBool))
        return std::nullopt;
    const SmallResult filler = small_tensor(*value->t);
    if (!filler || filler->items.size() != 1) return std::nullopt;
    return rearranged(*filler, *dims, [](const Numbers&) { return std::size_t{0}; });
}

/// Replaces the parts of a tensor at some positions.
SmallResult scattered(const SmallCall& call) {
    const SmallTensor *places = call.input(1), *updates = call.input(2);
    const std::optional<Numbers> indices = call.numbers(1);
    SmallTensor made = *call.inputs.front();
    if (!indices || updates == nullptr || places->dims.empty()) return std::nullopt;
    const std::int64_t depth = places->dims.back();
    if (depth < 1 || depth > static_cast<std::int64_t>(made.dims.size())) return std::nullopt;
    const Numbers strides = strides_of(made.dims);
    const auto length = static_cast<std::size_t>(strides[static_cast<std::size_t>(depth - 1)]);
    if (updates->items.size() != indices->size() / static_cast<std::size_t>(depth) * length)
        return std::nullopt;
    auto update = updates->items.begin();
    for (auto index = indices->begin(); index != indices->end();) {
        std::int64_t at = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(depth); ++i, ++index) {
            const std::int64_t from = *index < 0 ? *index + made.dims[i] : *index;
            if (from < 0 || from >= made.dims[i]) return std::nullopt;
            at += from * strides[i];
        }
        std::copy_n(update, length, made.items.begin() + static_cast<std::ptrdiff_t>(at));
        update += static_cast<std::ptrdiff_t>(length);
    }
    return made;
}

/// The positions of all elements that are not zero, one a column.
SmallResult set_places(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::optional<Numbers> numbers = x.numbers();
    if (!numbers) return std::nullopt;
    std::vector<Numbers> found;
    Numbers position(x.dims.size());
    for (const std::int64_t number : *numbers) {
        if (number != 0) found.push_back(position);
        advance(position, x.dims);
    }
    if (found.size() * x.dims.size() > kMostItems) return std::nullopt;
    SmallTensor made{{static_cast<std::int64_t>(x.dims.size()), static_cast<std::int64_t>(found.size())}, {}};
    for (std::size_t dim = 0; dim < x.dims.size(); ++dim) {
        for (const Numbers& each : found) made.items.push_back({each[dim]});
    }
    return made;
}

constexpr SmallRule kOrderRules[] = {
    {"Reshape", reshaped},     {"Flatten", flattened},     {"Squeeze", squeezed},
    {"Unsqueeze", unsqueezed}, {"Transpose", transposed},  {"Expand", expanded_to},
    {"Tile", tiled},           {"Gather", gathered},       {"Concat", joined},
    {"Slice", sliced},         {"Range", numbers_between}, {"ConstantOfShape", filled},
    {"ScatterND", scattered},  {"NonZero", set_places},
};

}  // namespace

std::optional<SliceRange> slice_range(std::int64_t length, std::int64_t begin, std::int64_t end,
                                      std::int64_t step) {
    if (step == 0) return std::nullopt;
    step = std::clamp(step, -length - 1, length + 1);
    const std::int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? length : length - 1;
    const auto place = [&](std::int64_t index) {
        return std::clamp(index < 0 ? index + length : index, lowest, highest);
    };
    const std::int64_t first = place(begin), last = place(end);
    const std::int64_t span = step > 0 ? last - first + step - 1 : first - last - step - 1;
    return SliceRange{first, step, std::max<std::int64_t>(span / (step > 0 ? step : -step), 0)};
}

std::span<const SmallRule> order_rules() {
    return kOrderRules;
}

}  // namespace paramscope::open::onnx
