// Finds a tensor's name and dtype among the words around its shape.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace paramscope::open {

/// The dtype that a word names in any common spelling (`BF16`, `torch.bfloat16`), as model text spells it; ""
/// when it names none.
std::string_view element_type(std::string_view word);

/// The first dtype that `text` names; "" when it names none.
std::string_view find_element_type(std::string_view text);

/// The word of `text` that is most likely a tensor's name: a quoted one, one with dots, else the last that is
/// not a word of listings ("shape", "parameter"); nullopt when there is none.
std::optional<std::string_view> find_tensor_name(std::string_view text);

/// True for a line with one word that may be a name, and words of listings: `fc Parameter containing:`.
bool has_one_name(std::string_view line);

/// All paths in `text` that name tensors: "conv1.weight".
std::vector<std::string_view> find_tensor_paths(std::string_view text);

/// True when the name, or the last part of a path, equals a word for tensors ("weight", "in_proj_bias"):
/// nothing else is called that.
bool names_tensor(std::string_view name);

/// True for names with parts: "conv1.weight", "dense/kernel".
bool is_path(std::string_view name);

/// True for an attribute of a tensor or the name of a file, which are no tensors: "x.shape", "train.py".
bool is_attribute_or_file(std::string_view name);

}  // namespace paramscope::open
