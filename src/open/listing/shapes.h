// Shapes as programs print them: `torch.Size([64, 3])`, `(64, 3)`, `[64, 3]`, `64x3`, and printed tensors
// themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paramscope::open {

struct PrintedShape {
    std::size_t begin = 0, end = 0;                   ///< all of it: from `torch.` to the closing parenthesis
    std::optional<std::vector<std::uint64_t>> sizes;  ///< nullopt: a tensor printed with `...` in it
    bool is_marked = false;  ///< says itself that it is a shape: `torch.Size(...)`; a tensor too
};

/// The first shape in `text` at or behind `from`.
std::optional<PrintedShape> next_shape(std::string_view text, std::size_t from);

}  // namespace paramscope::open
