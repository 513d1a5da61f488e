// Functions of torch on tensors, which are methods of tensors too.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "open/python/state/interpreter.h"

namespace paramscope::open::python {

/// True for methods that give their tensor, changed in place: add_(), fill_(). requires_grad_() is none.
bool is_in_place(std::string_view method);

extern const std::span<const BuiltinRow> kMakingFunctions, kShapeFunctions, kReductionFunctions;

/// A tensor of the shape of the first argument.
Value same_shape(Evaluator& e, const Value& self, Arguments& a);
/// A tensor of unknown shape: the function `name` is not evaluated.
Value of_unknown_shape(Evaluator& e, std::string_view name);

/// The method of a tensor: the function with the tensor as its first argument. `self` is the tensor and the
/// method's name.
Value call_as_method(Evaluator& e, const Value& self, Arguments& a);

/// Sizes given as several arguments or as one tuple, from argument `first` on; nullopt when one is not known
/// (`reason`).
std::optional<std::vector<Value>> sizes_of(Evaluator& e, const Arguments& a, std::size_t first,
                                           Value* reason);

/// The most numbers that a tensor keeps beside its shape: arange and linspace of drop rates, lists of sizes.
constexpr Integer kMostKeptNumbers = 10'000;

/// diff(x): the differences of neighbours.
Value difference(Evaluator& e, const Value& self, Arguments& a);
/// unique(x), with `return_counts`: the numbers in order, and how often each is there.
Value unique_numbers(Evaluator& e, const Value& self, Arguments& a);
/// Keeps the numbers that a tensor is made of: one, or a short list of them.
void keep_data(Evaluator& e, const Value& data, const Value& made);
/// Computes the numbers of `result` where those of the arguments are known.
void keep_numbers(Evaluator& e, std::string_view function, const Arguments& arguments, const Value& result);

/// How many items a slice takes of a dimension; nullopt where it is not known.
using SliceSize = std::optional<Value> (*)(Evaluator&, const SliceObject&, const Value& size);

/// The shape that `keys` leave of `shape`; nullopt where it is not known, as with masks.
std::optional<std::vector<Value>> indexed_shape(Evaluator& e, const std::vector<Value>& shape,
                                                const std::vector<Value>& keys, SliceSize slice_size);

}  // namespace paramscope::open::python
