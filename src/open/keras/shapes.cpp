// Layers that change shapes, and those that join tensors.
#include <algorithm>

#include "base/concat.h"
#include "open/keras/call.h"

namespace paramscope::open::keras {

void flatten(Call& call) {
    const Sizes& given = call.x().sizes;
    const std::string path = call.module("Flatten(start_dim=1, end_dim=-1");
    call.give(concat(path, '(', call.x().said, ')'),
              given.empty() ? Sizes() : Sizes{given[0], given.from(1).product()});
}

/// As many elements in any order of dimensions: a map that is made here is at once as PyTorch's layers want
/// it.
void reshape(Call& call) {
    const Value& x = call.x();
    const JsonValue target = call.option("target_shape");
    if (target.kind() != JsonValue::Kind::Array || target.size() > 7) return;
    Sizes sizes;
    std::size_t open = 0;
    for (const JsonValue item : target.items()) {
        const Integer number = item.integer().value_or(Integer(-1));
        const bool is_open = number == -1;
        if ((is_open && open > 0) || (!is_open && (number < 1 || number > Integer(kLargestSize)))) return;
        sizes.push_back(is_open ? 1 : static_cast<std::int64_t>(number));
        if (is_open) open = sizes.size();
    }
    const std::int64_t all = x.sizes.from(1).product(), rest = sizes.product();
    const std::int64_t left = x.sizes.empty() || all < 0 || rest < 1 ? kAny : all / rest;
    const bool is_first = sizes.size() > 2;
    sizes.insert(0, x.sizes.empty() ? kAny : x.sizes[0]);
    Sizes said = sizes;
    said[0] = 0;
    if (open > 0) {
        sizes[open] = left;
        said[open] = -1;
    }
    if (is_first) said.move_last_to_front();
    const std::string path = call.lined(concat("reshape(x, ", list(said), ')'));
    call.give(concat(path, '(', x.said, ')'), sizes, is_first);
}

/// Counted from 1, the batch left out.
void permute(Call& call) {
    const Value x = call.last(call.x());
    Sizes order = sizes_in(call.option("dims"));
    const auto rank = static_cast<std::int64_t>(x.sizes.size());
    if (rank < 2 || order.size() + 1 != x.sizes.size()) return;
    order.insert(0, 0);
    Sizes sizes = x.sizes;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool is_double = std::find(order.begin(), order.begin() + i, order[i]) != order.begin() + i;
        if (order[i] < 1 || order[i] >= rank || is_double) return;
        sizes[i] = x.sizes[static_cast<std::size_t>(order[i])];
    }
    call.give_of(call.module("Permute(dims=" + tuple(order)), x, sizes);
}

/// (batch, features) becomes (batch, n, features): stretched along a new dimension.
void repeat_vector(Call& call) {
    const Value& x = call.x();
    const std::int64_t count = call.number("n");
    if (x.sizes.size() != 2 || count < 1) return;
    const std::string line = fill("transpose(Upsample(unsqueeze(x, -1), scale_factor=#), 1, 2)", {count});
    call.give_of(call.lined(line), x, {x.sizes[0], count, x.sizes[1]});
}

namespace {

constexpr std::size_t kMostJoined = 1000;

/// Tensors with their dimensions in one order: moved where all are maps and one is.
std::vector<Value> aligned(Call& call) {
    bool is_one_rank = true, is_first = false;
    for (const Value& x : call.inputs) {
        is_one_rank = is_one_rank && x.sizes.size() == call.x().sizes.size();
        is_first = is_first || x.is_first;
    }
    std::vector<Value> values;
    for (const Value& x : call.inputs)
        values.push_back(is_one_rank && is_first ? call.first(x) : call.last(x));
    return values;
}

/// "x1, x2" of so many arguments, or the values themselves.
std::string arguments_of(const std::vector<Value>& values, std::string_view between, bool are_names) {
    std::string all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) all += between;
        all += are_names ? concat('x', i + 1) : values[i].said;
    }
    return all;
}

/// A module that joins its inputs by a line over their names.
void give_joined(Call& call, const std::vector<Value>& values, std::string_view line, const Sizes& sizes) {
    const std::string path = call.lined(line, arguments_of(values, ", ", true));
    call.give(concat(path, '(', arguments_of(values, ", ", false), ')'), sizes, values.front().is_first);
}

}  // namespace

void merge(Call& call) {
    if (call.inputs.size() > kMostJoined) return;
    const std::vector<Value> values = aligned(call);
    Sizes sizes = values.front().sizes;
    for (const Value& value : values) {
        while (sizes.size() < value.sizes.size()) sizes.insert(0, 1);
        for (std::size_t i = 1; i <= value.sizes.size(); ++i) {
            std::int64_t& size = sizes[sizes.size() - i];
            if (size == 1 || size == kAny) size = value.sizes[value.sizes.size() - i];
        }
    }
    give_joined(call, values, arguments_of(values, call.type.torch, true), sizes);
}

void concatenate(Call& call) {
    const std::size_t rank = call.x().sizes.size();
    const std::size_t axis = Call::axis(call.option("axis"), rank);
    if (axis >= rank || call.inputs.size() > kMostJoined) return;
    const std::vector<Value> values = aligned(call);
    Sizes sizes = values.front().sizes;
    sizes[axis] = 0;
    for (const Value& value : values) {
        if (value.sizes.size() != rank) return;
        sizes[axis] = plus(sizes[axis], value.sizes[axis]);
    }
    give_joined(
        call, values,
        concat("cat(", arguments_of(values, ", ", true), ", dim=", Call::place(values.front(), axis), ')'),
        sizes);
}

}  // namespace paramscope::open::keras
