// Composite types of libraries of which it is known whether they hold tensors of their own, beside their children:
// print() shows no such tensor.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace paramscope {

/// The names of the tensors that modules of a type hold themselves and that print() does not show: empty for a type that
/// is known to hold none, nullopt for a type about which nothing is known. Not every module of the type has each of
/// them: some depend on its configuration. Source: the files of layers/types.
std::optional<std::span<const std::string_view>> hidden_tensors_of(std::string_view type);

/// True for a type of which modules are used at several places: print() shows them at each.
bool uses_modules_twice(std::string_view type);

/// True for a type that only models have which do not tie weights by default: the gated layers of T5 1.1.
bool is_of_untied_models(std::string_view type);

/// True for a type that ties the weight of its output layer to that of its embedding, and embeddings of one name to each
/// other, unless its configuration says otherwise.
bool ties_by_default(std::string_view type);

}  // namespace paramscope
