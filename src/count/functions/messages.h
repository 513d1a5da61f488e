// Sentences of the functions of forward lines: one row each, English here, Chinese in
// web/languages/zh/flow.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kFunctionMessages[] = {
    // Values
    {"literal.integers", "expected whole numbers but found {value}"},
    {"literal.integer", "expected a whole number but found {value}"},
    {"literal.one_integer", "{name} must be one whole number"},
    {"literal.dimension", "dimension {dimension} does not exist: the tensor has {rank} dimensions"},

    // Functions that join, split and reshape
    {"function.cat_ranks", "cat needs tensors of one rank but gets {first} and {second}"},
    {"function.cat_sizes",
     "cat along dimension {dimension} needs equal other sizes but gets {first} and {second}"},
    {"function.chunk_parts", "chunk makes 1 to {most} parts"},
    {"function.flatten_order", "flatten ends before it starts"},
    {"function.no_size", "{size} is no size: sizes are whole numbers of 0 or more"},
    {"function.reshape_no_sizes", "reshape needs the new sizes"},
    {"function.reshape_open_sizes", "reshape can leave only one size open"},
    {"function.reshape_elements", "reshape cannot turn {from} into {to}: the numbers of elements differ"},
    {"function.permute_indices", "permute needs one index for each of the {rank} dimensions"},
    {"function.permute_repeated", "permute names a dimension twice"},
    {"function.pick_channels", "pick needs channels="},
    {"function.pick_ambiguous", "tensors of different shapes have {channels} channels: {first} and {second}"},
    {"function.pick_none", "none of the tensors has {channels} channels"},
    {"function.expand_first_size", "expand needs a tensor whose first size is 1"},
    {"function.slice_out_of_range", "the slice does not lie within {shape}"},
    {"function.lookup_table", "lookup needs a table of rows as its first input: lookup(table, x)"},

    // Products and operators
    {"function.matmul_rank", "a matrix product needs two or more dimensions"},
    {"function.matmul_inner_sizes", "a matrix product needs equal inner sizes but gets {first} @ {second}"},
    {"function.attention_ranks",
     "attention needs queries, keys and values of one rank but gets {query}, {key} and {value}"},
    {"function.attention_values", "attention needs as many values as keys but gets {key} and {value}"},
    {"function.attention_widths",
     "attention needs queries as wide as keys and with as many heads, or more, but gets {query} and {key}"},
    {"function.broadcast_sizes", "these shapes cannot be broadcast together: {first} and {second}"},

    {"function.einsum", "einsum cannot be applied to these tensors: {equation}"},
    {"function.weight_rank", "the weight must have {rank} dimensions, but it is {actual}"},

    // Feature maps
    {"function.window_size", "expected a size of 1 or more but found {value}"},
    {"function.window_no_size", "a window size is needed: size=7 or size=(7, 7)"},
    {"function.window_too_many_sizes", "the window has more sizes than there are spatial dimensions"},
    {"function.window_map", "windows need a map (batch, sizes..., channels) but get {shape}"},
    {"function.unflatten_reference", "unflatten needs a second tensor with spatial dimensions"},
    {"function.unflatten_sizes",
     "unflatten cannot turn the last dimension of {from} into the spatial ones of {reference}"},
    {"function.interpolate_ranks",
     "interpolate needs two tensors of one rank with spatial dimensions but gets {first} and {second}"},
    {"function.uneven_blocks",
     "a map of {shape} does not halve evenly: what this type does with it is not known"},
    {"function.window_reverse_operands", "window_reverse needs windows and the map they were cut from"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kFunctionMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
