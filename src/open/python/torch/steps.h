// Functions of torch in a forward pass.
#pragma once

#include "open/python/trace/forward.h"

namespace paramscope::open::python {

/// A function with a row in the table of those with work, reductions and others; nullopt for one without.
std::optional<Value> table_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// Says of a step that memory is not known as a function of that name has it: what it keeps and makes is at
/// least that of the step's own function.
Argument like(std::string_view name);

/// True for a function with a row in that table.
bool is_table_function(std::string_view name);
/// True for one whose result has the shape of its first argument.
bool keeps_shape(std::string_view name);

/// split, chunk, pad, topk and others; nullopt for another function.
std::optional<Value> shape_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// The method x.unfold(dimension, size, step); torch.nn.functional.unfold is a layer.
inline constexpr std::string_view kWindowsOfTensor = "Tensor.unfold";

/// A function of a tensor that tells of a routing to experts; nullopt for others.
std::optional<Value> routing_function(ForwardPass& pass, std::string_view name, Arguments& arguments);
/// The mask of one expert, or a comparison of known numbers; nullopt for other comparisons.
std::optional<Value> compare_routed(ForwardPass& pass, std::string_view symbol, const Value& left,
                                    const Value& right);
/// What a mask of an expert selects, or the mask of one of all experts; nullopt for other items.
std::optional<Value> routed_item(ForwardPass& pass, const Value& tensor, const Value& key);
/// Marks what topk() gives of `scores` as numbers of experts.
Value expert_numbers(ForwardPass& pass, const Value& scores, std::size_t dim, const Value& indices);
/// Keeps what a tensor tells of a routing for the result of a function that only rearranges it.
void keep_routing(std::string_view function, const Value& from, const Value& result);

/// The transforms of torch.fft; nullopt for another function.
std::optional<Value> fourier_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

/// einops.rearrange, repeat and reduce; the result may be unknown.
Value einops_function(ForwardPass& pass, std::string_view name, Arguments& arguments);

}  // namespace paramscope::open::python
