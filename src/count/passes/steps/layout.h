// Layout: how the numbers of a tensor lie in memory, as far as steps tell that only rearrange them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "count/flow/recorder.h"
#include "layers/signal.h"

namespace paramscope {

struct Layout {
    enum class Kind : std::uint8_t {
        Packed,   ///< in the order of its dimensions, without gaps
        Strided,  ///< as `strides` say
        Unknown,
    };
    Kind kind = Kind::Packed;
    Dims strides{};  ///< how far apart neighbours of each dimension are

    static Layout unknown() { return {Kind::Unknown}; }
    bool is_packed() const { return kind == Kind::Packed; }
    bool is_known() const { return kind != Kind::Unknown; }
};

/// How far apart neighbours of each dimension are in a layout that is known.
Dims strides_of(const Layout& layout, const Dims& shape);

/// True where neighbouring dimensions, those from `first` to before `end`, can be seen as one without a copy.
bool can_join(const Layout& layout, const Dims& shape, std::size_t first, std::size_t end);

/// True where an einsum of two tensors copies one: what it does not add up, and what it does, are each one
/// dimension of a product for it.
bool is_copied_by_einsum(std::string_view equation, std::size_t operand, const Layout& layout,
                         const Dims& shape);

/// The layout of a tensor in the memory of another after a step that makes no numbers; nullopt where these
/// have to be copied for it.
std::optional<Layout> layout_of_view(const FlowStep& step, const Layout& layout, const Dims& from,
                                     const Dims& to);

/// The layout of what a function makes of each number of a tensor: the same order, without gaps.
Layout layout_of_result(const Layout& layout, const Dims& shape);

}  // namespace paramscope
