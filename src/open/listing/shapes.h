// Finds printed shapes: `torch.Size([64, 3])`, `(64, 3)`, `[64, 3]`, `64x3`, `f32[64,3]`, and in printed
// tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paramscope::open {

struct PrintedShape {
    std::size_t begin = 0, end = 0;  ///< the whole expression, from `torch.` to the closing parenthesis
    std::optional<std::vector<std::uint64_t>> sizes;  ///< nullopt for a tensor printed with `...`
    bool is_explicit = false;  ///< `torch.Size(...)` or a printed tensor, not just numbers in brackets
    bool is_array = false;     ///< an array of JAX: `f32[64,3]`, `Array([...])`
};

/// True when blanks separate thousands in the lists of `text`: a group begins with 0, as no size does (`[4
/// 096]`).
bool groups_thousands(std::string_view text);

/// The first shape in `text` at or after `from`. With `has_groups`, blanks inside a number separate its
/// thousands.
std::optional<PrintedShape> next_shape(std::string_view text, std::size_t from, bool has_groups = false);

/// The first list of numbers in brackets from `from` to `end` that is not a shape, because a comma or a bracket is
/// missing: `[32 3]`, `torch.Size(3])`.
std::optional<std::string_view> find_broken_shape(std::string_view text, std::size_t from, std::size_t end);

}  // namespace paramscope::open
