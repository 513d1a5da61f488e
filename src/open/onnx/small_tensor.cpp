#include "open/onnx/small_tensor.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/ranges.h"

namespace paramscope::open::onnx {
namespace {

const SmallRule* find_rule(std::string_view op) {
    static const auto by_op = [] {
        std::map<std::string_view, const SmallRule*> index;
        for (const auto& rules : {order_rules(), arithmetic_rules()}) {
            for (const SmallRule& rule : rules) index.emplace(rule.op, &rule);
        }
        return index;
    }();
    const auto found = by_op.find(op);
    return found == by_op.end() ? nullptr : found->second;
}

/// Consecutive parts of a list of sizes; nothing for other tensors.
std::vector<SmallTensor> split_list(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const auto parts = call.numbers(1, "split");
    if (x.dims.size() != 1 || !parts || parts->size() != call.node.outputs.size()) return {};
    std::vector<SmallTensor> lists;
    auto begin = x.items.begin();
    for (const std::int64_t length : *parts) {
        if (length < 0 || length > x.items.end() - begin) return {};
        lists.push_back(small_list({begin, begin + static_cast<std::ptrdiff_t>(length)}));
        lists.back().is_float = x.is_float;
        begin += static_cast<std::ptrdiff_t>(length);
    }
    return lists;
}

}  // namespace

bool is_known(const Polynomial& size) {
    return !size.is_faulted() && (size.is_constant() || !contains(symbols(size), "?"));
}

std::optional<std::int64_t> ShapeItem::number() const {
    const std::optional<Rational> number = size.constant();
    if (!number || !number->is_integer()) return std::nullopt;
    const auto value = static_cast<std::int64_t>(number->numerator());
    return number->numerator() == value ? std::optional(value) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> SmallTensor::numbers() const {
    std::vector<std::int64_t> all;
    for (const ShapeItem& item : items) {
        const std::optional<std::int64_t> number = item.number();
        if (!number) return std::nullopt;
        all.push_back(*number);
    }
    return all;
}

SmallTensor small_list(std::vector<ShapeItem> items) {
    const auto count = static_cast<std::int64_t>(items.size());
    return {{count}, std::move(items)};
}

SmallTensor unknown_items(const SmallTensor& like, bool is_float) {
    return {like.dims, std::vector<ShapeItem>(like.items.size()), is_float};
}

std::optional<SmallTensor> small_tensor(const Tensor& constant) {
    constexpr std::int32_t kWhole[] = {kInt32, kInt64, kBool};
    const std::optional<std::uint64_t> count = element_count(constant.dims);
    if (!count || *count > kMostItems) return std::nullopt;
    SmallTensor made{constant.dims, {}};
    if (contains(kWhole, constant.type)) {
        for (const std::int64_t number : constant.integers) made.items.push_back({number});
    } else if (constant.type == kFloat && (constant.is_literal || *count == 1)) {
        made.is_float = true;
        for (const double number : constant.numbers) {
            // Others than halves and whole numbers scale values, not sizes.
            const bool is_small = number > -1e9 && number < 1e9;
            const auto halves = static_cast<std::int64_t>(is_small ? number * 2 : 0);
            const bool is_size = is_small && static_cast<double>(halves) == number * 2;
            made.items.push_back(is_size ? ShapeItem{Polynomial(halves) / Polynomial(2)} : ShapeItem());
        }
    }
    return made.items.size() == *count ? std::optional(std::move(made)) : std::nullopt;
}

std::optional<Numbers> SmallCall::numbers(std::size_t index, std::string_view attribute) const {
    if (const SmallTensor* given = input(index)) return given->numbers();
    const Attribute* found = attribute.empty() ? nullptr : node.find(attribute);
    return found == nullptr ? std::nullopt : std::optional(found->ints);
}

std::vector<SmallTensor> evaluate(const Node& node, std::span<const SmallTensor* const> inputs) {
    if (inputs.empty() || inputs.front() == nullptr) return {};
    const SmallCall call{node, inputs};
    if (node.op == "Split") return split_list(call);
    const SmallRule* rule = find_rule(node.op);
    SmallResult result = rule == nullptr ? std::nullopt : rule->apply(call);
    if (!result || element_count(result->dims) != result->items.size()) return {};
    return {std::move(*result)};
}

Numbers counted(std::size_t count) {
    Numbers numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

std::optional<std::size_t> axis_of(std::int64_t axis, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count) return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::optional<Numbers> broadcast_dims(const Numbers& a, const Numbers& b) {
    Numbers common = a.size() < b.size() ? b : a;
    const Numbers& other = a.size() < b.size() ? a : b;
    const std::size_t more = common.size() - other.size();
    for (std::size_t i = 0; i < other.size(); ++i) {
        std::int64_t& size = common[more + i];
        if (size != other[i] && size != 1 && other[i] != 1) return std::nullopt;
        if (size == 1) size = other[i];
    }
    return common;
}

Numbers strides_of(const Numbers& dims) {
    Numbers strides(dims.size());
    std::int64_t stride = 1;
    for (std::size_t i = dims.size(); i > 0; --i) {
        strides[i - 1] = stride;
        stride *= dims[i - 1];
    }
    return strides;
}

void advance(Numbers& position, const Numbers& dims) {
    for (std::size_t i = dims.size(); i > 0; --i) {
        if (++position[i - 1] < dims[i - 1]) return;
        position[i - 1] = 0;
    }
}

SmallResult rearranged(const SmallTensor& x, Numbers dims,
                       const std::function<std::size_t(const Numbers& position)>& index_of) {
    const std::optional<std::uint64_t> count = element_count(dims);
    if (!count || *count > kMostItems) return std::nullopt;
    SmallTensor made{std::move(dims), {}, x.is_float};
    Numbers position(made.dims.size());
    for (std::uint64_t i = 0; i < *count; ++i) {
        const std::size_t index = index_of(position);
        if (index >= x.items.size()) return std::nullopt;
        made.items.push_back(x.items[index]);
        advance(position, made.dims);
    }
    return made;
}

SmallResult expanded(const SmallTensor& x, const Numbers& dims) {
    if (x.dims == dims) return x;
    if (broadcast_dims(x.dims, dims) != dims) return std::nullopt;
    const std::size_t more = dims.size() - x.dims.size();
    const Numbers strides = strides_of(x.dims);
    return rearranged(x, dims, [&](const Numbers& position) {
        std::int64_t index = 0;
        for (std::size_t i = 0; i < strides.size(); ++i)
            index += x.dims[i] == 1 ? 0 : position[more + i] * strides[i];
        return static_cast<std::size_t>(index);
    });
}

}  // namespace paramscope::open::onnx
