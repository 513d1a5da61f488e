// Rules for layers that change shapes, and for those that join tensors.
#include <algorithm>

#include "base/concat.h"
#include "open/keras/call.h"
#include "open/support/forward_writer.h"

namespace paramscope::open::keras {

void flatten(Call& call) {
    const Sizes& input = call.x().sizes;
    const std::string path = call.add_module("Flatten(start_dim=1, end_dim=-1");
    call.add_output(concat(path, '(', call.x().expression, ')'),
                    input.empty() ? Sizes() : Sizes{input[0], input.from(1).product()});
}

/// A map that is made here is made channels first at once. The elements' order does not matter for counting.
void reshape(Call& call) {
    const Value& x = call.x();
    const JsonValue target = call.option("target_shape");
    if (target.kind() != JsonValue::Kind::Array || target.size() > 7) return;
    Sizes sizes;
    std::size_t inferred = 0;  // the dimension given as -1
    for (const JsonValue item : target.items()) {
        const Integer number = item.integer().value_or(Integer(-1));
        const bool is_inferred = number == -1;
        if ((is_inferred && inferred > 0) || (!is_inferred && (number < 1 || number > Integer(kLargestSize))))
            return;
        sizes.push_back(is_inferred ? 1 : static_cast<std::int64_t>(number));
        if (is_inferred) inferred = sizes.size();
    }
    const std::int64_t all = x.sizes.from(1).product(), rest = sizes.product();
    const std::int64_t left = x.sizes.empty() || all < 0 || rest < 1 ? kUnknownSize : all / rest;
    const bool channels_first = sizes.size() > 2;
    sizes.insert(0, x.sizes.empty() ? kUnknownSize : x.sizes[0]);
    Sizes arguments = sizes;
    arguments[0] = 0;
    if (inferred > 0) {
        sizes[inferred] = left;
        arguments[inferred] = -1;
    }
    if (channels_first) arguments.move_channels_first();
    const std::string path = call.add_module_with_forward(concat("reshape(x, ", list_text(arguments), ')'));
    call.add_output(concat(path, '(', x.expression, ')'), sizes, channels_first);
}

/// The option `dims` counts from 1 and leaves out the batch.
void permute(Call& call) {
    const Value x = call.to_channels_last(call.x());
    Sizes order = read_sizes(call.option("dims"));
    const auto rank = static_cast<std::int64_t>(x.sizes.size());
    if (rank < 2 || order.size() + 1 != x.sizes.size()) return;
    order.insert(0, 0);
    Sizes sizes = x.sizes;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool is_repeated = std::find(order.begin(), order.begin() + i, order[i]) != order.begin() + i;
        if (order[i] < 1 || order[i] >= rank || is_repeated) return;
        sizes[i] = x.sizes[static_cast<std::size_t>(order[i])];
    }
    call.add_module_output(call.add_module("Permute(dims=" + tuple_text(order)), x, sizes);
}

/// (batch, features) becomes (batch, n, features), by upsampling a new dimension.
void repeat_vector(Call& call) {
    const Value& x = call.x();
    const std::int64_t count = call.number("n");
    if (x.sizes.size() != 2 || count < 1) return;
    const std::string line =
        fill_numbers("transpose(Upsample(unsqueeze(x, -1), scale_factor=#), 1, 2)", {count});
    call.add_module_output(call.add_module_with_forward(line), x, {x.sizes[0], count, x.sizes[1]});
}

namespace {

constexpr std::size_t kMostInputs = 1000;

/// All inputs in one layout: channels first if any is and all have one rank.
std::vector<Value> align_layouts(Call& call) {
    bool have_one_rank = true, channels_first = false;
    for (const Value& x : call.inputs) {
        have_one_rank = have_one_rank && x.sizes.size() == call.x().sizes.size();
        channels_first = channels_first || x.channels_first;
    }
    std::vector<Value> values;
    for (const Value& x : call.inputs)
        values.push_back(have_one_rank && channels_first ? call.to_channels_first(x)
                                                         : call.to_channels_last(x));
    return values;
}

/// The names of `count` arguments of a forward line: "x1 + x2" with " + " between them.
std::string argument_names(std::size_t count, std::string_view separator) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back(concat('x', i));
    return join(names, separator);
}

/// Adds a module that joins its inputs x1, x2, ... by `expression`, and its output.
void add_joined_output(Call& call, const std::vector<Value>& values, std::string_view expression,
                       const Sizes& sizes) {
    const std::string path = call.add_module_with_forward(expression, argument_names(values.size(), ", "));
    std::vector<std::string> arguments;
    for (const Value& value : values) arguments.push_back(value.expression);
    call.add_output(concat(path, '(', join(arguments), ')'), sizes, values.front().channels_first);
}

}  // namespace

void merge(Call& call) {
    if (call.inputs.size() > kMostInputs) return;
    const std::vector<Value> values = align_layouts(call);
    Sizes sizes = values.front().sizes;
    for (const Value& value : values) {
        while (sizes.size() < value.sizes.size()) sizes.insert(0, 1);
        for (std::size_t i = 1; i <= value.sizes.size(); ++i) {
            std::int64_t& size = sizes[sizes.size() - i];
            if (size == 1 || size == kUnknownSize) size = value.sizes[value.sizes.size() - i];
        }
    }
    add_joined_output(call, values, argument_names(values.size(), call.type.torch), sizes);
}

void concatenate(Call& call) {
    const std::size_t rank = call.x().sizes.size();
    const std::size_t axis = Call::axis(call.option("axis"), rank);
    if (axis >= rank || call.inputs.size() > kMostInputs) return;
    const std::vector<Value> values = align_layouts(call);
    Sizes sizes = values.front().sizes;
    sizes[axis] = 0;
    for (const Value& value : values) {
        if (value.sizes.size() != rank) return;
        sizes[axis] = plus(sizes[axis], value.sizes[axis]);
    }
    add_joined_output(call, values,
                      concat("cat(", argument_names(values.size(), ", "),
                             ", dim=", Call::torch_dim(values.front(), axis), ')'),
                      sizes);
}

}  // namespace paramscope::open::keras
