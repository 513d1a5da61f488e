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

/// The first shape in `text` at or after `from`.
std::optional<PrintedShape> next_shape(std::string_view text, std::size_t from);

}  // namespace paramscope::open
