// Layers that change shapes, and those that join tensors.
#include <algorithm>

#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {

std::vector<Value> flatten(Call& call) {
    const Value& x = call.inputs.front();
    Sizes sizes;
    if (!x.sizes.empty()) sizes = {x.sizes[0], product(x.sizes, 1)};
    const std::string path = call.module("Flatten(start_dim=1, end_dim=-1");
    return {call.bind(concat(path, '(', x.said, ')'), std::move(sizes))};
}

/// As many elements in any order of dimensions: a map that is made here is at once as PyTorch's layers want
/// it.
std::vector<Value> reshape(Call& call) {
    const Value& x = call.inputs.front();
    const JsonValue target = call.option("target_shape");
    if (target.kind() != JsonValue::Kind::Array || target.size() > 7) return {};
    Sizes sizes = {x.sizes.empty() ? kAny : x.sizes[0]};
    std::size_t open = 0;
    for (const JsonValue item : target.items()) {
        const std::optional<Integer> number = item.integer();
        if (!number || *number == -1) {
            if (open > 0) return {};
            open = sizes.size();
            sizes.push_back(1);
        } else {
            if (*number < 1 || *number > Integer(kLargestSize)) return {};
            sizes.push_back(static_cast<std::int64_t>(*number));
        }
    }
    std::string line;
    Value y{{}, sizes, sizes.size() > 3};
    if (open > 0) {
        const std::int64_t all = x.sizes.empty() ? kAny : product(x.sizes, 1), rest = product(sizes, 1);
        y.sizes[open] = all < 0 || rest < 1 ? kAny : all / rest;
        sizes[open] = -1;
    }
    if (y.is_first) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    for (std::size_t i = 1; i < sizes.size(); ++i) append(line, concat(", ", text(sizes[i])));
    const std::string path = call.lined(concat("reshape(x, 0", line, ')'));
    return {call.bind(concat(path, '(', x.said, ')'), y.sizes, y.is_first)};
}

/// Counted from 1, the batch left out.
std::vector<Value> permute(Call& call) {
    const Value x = call.last(call.inputs.front());
    const Sizes dims = sizes_in(call.option("dims"));
    if (x.sizes.size() < 2 || dims.size() + 1 != x.sizes.size()) return {};
    Sizes sizes = {x.sizes[0]}, order = {0};
    for (const std::int64_t dim : dims) {
        const bool is_double = std::find(order.begin(), order.end(), dim) != order.end();
        if (dim < 1 || dim >= static_cast<std::int64_t>(x.sizes.size()) || is_double) return {};
        order.push_back(dim);
        sizes.push_back(x.sizes[static_cast<std::size_t>(dim)]);
    }
    const std::string path = call.module(concat("Permute(dims=", tuple(order)));
    return {call.bind(concat(path, '(', x.said, ')'), std::move(sizes))};
}

/// (batch, features) becomes (batch, n, features): stretched along a new dimension.
std::vector<Value> repeat_vector(Call& call) {
    const Value& x = call.inputs.front();
    const std::int64_t count = call.number("n");
    if (x.sizes.size() != 2 || count < 1) return {};
    const std::string path =
        call.lined(concat("transpose(Upsample(unsqueeze(x, -1), scale_factor=", text(count), "), 1, 2)"));
    return {call.bind(concat(path, '(', x.said, ')'), {x.sizes[0], count, x.sizes[1]})};
}

namespace {

/// Tensors with their dimensions in one order: moved where all are maps and one is.
std::vector<Value> aligned(Call& call) {
    const std::vector<Value>& given = call.inputs;
    const std::size_t rank = given.front().sizes.size();
    const bool is_one_rank =
        std::all_of(given.begin(), given.end(), [&](const Value& x) { return x.sizes.size() == rank; });
    const bool is_first =
        is_one_rank && std::any_of(given.begin(), given.end(), [](const Value& x) { return x.is_first; });
    std::vector<Value> values;
    for (const Value& x : given) values.push_back(is_first ? call.first(x) : call.last(x));
    return values;
}

std::string arguments_of(const std::vector<Value>& values, std::string_view between, bool are_names) {
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i)
        append(list, concat(i == 0 ? "" : between, are_names ? concat('x', i + 1) : values[i].said));
    return list;
}

constexpr std::size_t kMostJoined = 1000;

/// A module that joins its inputs by a line over their names.
Value joined(Call& call, const std::vector<Value>& values, std::string_view line, Sizes sizes) {
    const std::string path = call.lined(line, arguments_of(values, ", ", true));
    return call.bind(concat(path, '(', arguments_of(values, ", ", false), ')'), std::move(sizes),
                     values.front().is_first);
}

}  // namespace

std::vector<Value> merge(Call& call) {
    if (call.inputs.size() > kMostJoined) return {};
    const std::vector<Value> values = aligned(call);
    Sizes sizes = values.front().sizes;
    for (const Value& value : values) {
        if (value.sizes.size() > sizes.size())
            sizes.insert(sizes.begin(), value.sizes.size() - sizes.size(), 1);
        for (std::size_t i = 1; i <= value.sizes.size(); ++i) {
            std::int64_t& size = sizes[sizes.size() - i];
            if (size == 1 || size == kAny) size = value.sizes[value.sizes.size() - i];
        }
    }
    return {joined(call, values, arguments_of(values, call.type.torch, true), std::move(sizes))};
}

std::vector<Value> concatenate(Call& call) {
    const std::size_t rank = call.inputs.front().sizes.size();
    const std::size_t axis = Call::axis(call.option("axis"), rank, -1);
    if (axis >= rank || call.inputs.size() > kMostJoined) return {};
    const std::vector<Value> values = aligned(call);
    Sizes sizes = values.front().sizes;
    sizes[axis] = 0;
    for (const Value& value : values) {
        if (value.sizes.size() != rank) return {};
        sizes[axis] = plus(sizes[axis], value.sizes[axis]);
    }
    const std::string line =
        concat("cat(", arguments_of(values, ", ", true), ", dim=", Call::place(values.front(), axis), ')');
    return {joined(call, values, line, std::move(sizes))};
}

}  // namespace paramscope::open::keras
