// Rules for layers that change shapes, and for those that join tensors.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/keras/call.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {
namespace {

void flatten(Call& call) {
    const std::string path = call.add_module("Flatten(start_dim=1, end_dim=-1");
    call.add_output(concat(path, '(', call.x().expression, ')'));
}

/// A map that is made here is made channels first at once. The elements' order does not matter for counting.
void reshape(Call& call) {
    const Value& x = call.x();
    const JsonValue target = call.option("target_shape");
    if (target.kind() != JsonValue::Kind::Array || target.size() > 7) return;
    Sizes sizes = read_sizes(target);
    const auto is_inferred = [](std::int64_t size) { return size == kUnknownSize; };
    if (contains(sizes, 0) || count_if(sizes, is_inferred) > 1) return;
    const bool channels_first = sizes.size() > 2;
    sizes.insert(sizes.begin(), 0);
    const Dims shape = named_shape(sizes);
    if (channels_first) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    const std::string path = call.add_module_with_forward(concat("reshape(x, ", list_text(sizes), ')'));
    call.add_output(concat(path, '(', x.expression, ')'), channels_first, shape);
}

/// The option `dims` counts from 1 and leaves out the batch.
void permute(Call& call) {
    const Value x = call.to_channels_last(call.x());
    Sizes order = read_sizes(call.option("dims"));
    if (x.rank() < 2 || order.size() + 1 != x.rank()) return;
    for (std::size_t axis = 1; axis < x.rank(); ++axis) {
        if (!contains(order, static_cast<std::int64_t>(axis))) return;
    }
    order.insert(order.begin(), 0);
    call.add_module_output(call.add_module("Permute(dims=" + tuple_text(order)), x);
}

/// (batch, features) becomes (batch, n, features), by upsampling a new dimension.
void repeat_vector(Call& call) {
    const Value& x = call.x();
    const std::int64_t count = call.number("n");
    if (x.rank() != 2 || count < 1) return;
    const std::string line =
        fill_numbers("transpose(Upsample(unsqueeze(x, -1), scale_factor=#), 1, 2)", {count});
    call.add_module_output(call.add_module_with_forward(line), x);
}

constexpr std::size_t kMostInputs = 1000;

/// All inputs in one layout: channels first if any is and all have one rank.
std::vector<Value> align_layouts(Call& call) {
    bool have_one_rank = true, channels_first = false;
    for (const Value& x : call.inputs) {
        have_one_rank = have_one_rank && x.rank() == call.x().rank();
        channels_first = channels_first || x.channels_first;
    }
    std::vector<Value> values;
    for (const Value& x : call.inputs) values.push_back(call.in_layout(x, have_one_rank && channels_first));
    return values;
}

/// The names of `count` arguments of a forward line: "x1 + x2" with " + " between them.
std::string argument_names(std::size_t count, std::string_view separator) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back(concat('x', i));
    return join(names, separator);
}

/// Adds a module that joins its inputs x1, x2, ... by `expression`, and its output. `otherwise`: see
/// Call::add_output().
void add_joined_output(Call& call, const std::vector<Value>& values, std::string_view expression,
                       const Dims& otherwise) {
    const std::string path = call.add_module_with_forward(expression, argument_names(values.size(), ", "));
    call.add_output(concat(path, '(', join(values, ", ", &Value::expression), ')'),
                    values.front().channels_first, otherwise);
}

void merge(Call& call) {
    if (call.inputs.size() > kMostInputs) return;
    const std::vector<Value> values = align_layouts(call);
    Dims shape = values.front().shape;
    for (const Value& value : values) {
        while (shape.size() < value.rank()) shape.insert(shape.begin(), 1);
        for (std::size_t i = 1; i <= value.rank(); ++i) {
            Polynomial& size = shape[shape.size() - i];
            if (size == Polynomial(1)) size = value.shape[value.rank() - i];
        }
    }
    add_joined_output(call, values, argument_names(values.size(), call.type.torch), shape);
}

void concatenate(Call& call) {
    const std::size_t rank = call.x().rank();
    const std::size_t axis = Call::axis(call.option("axis"), rank);
    if (axis >= rank || call.inputs.size() > kMostInputs) return;
    const std::vector<Value> values = align_layouts(call);
    Dims shape = values.front().shape;
    shape[axis] = 0;
    for (const Value& value : values) {
        if (value.rank() != rank) return;
        shape[axis] += value.shape[axis];
    }
    add_joined_output(call, values,
                      concat("cat(", argument_names(values.size(), ", "),
                             ", dim=", Call::torch_dim(values.front(), axis), ')'),
                      shape);
}

constexpr RuleRow kShapeRules[] = {
    {Rule::Flatten, flatten}, {Rule::Reshape, reshape},
    {Rule::Permute, permute}, {Rule::RepeatVector, repeat_vector},
    {Rule::Merge, merge},     {Rule::Concatenate, concatenate},
};

}  // namespace

std::span<const RuleRow> shape_rules() {
    return kShapeRules;
}

}  // namespace paramscope::open::keras
