// Finds the module tree in a text that may hold other lines before and after it.
#pragma once

#include <cstdint>
#include <string_view>

namespace paramscope {

/// Where the tree starts, and in which form.
struct TreeStart {
    enum class Kind {
        None,
        Module,    ///< `Type(` at `offset`
        List,      ///< `[Type(...), ...]`: a printed Python list
        Fragment,  ///< `(name): Type(`: a piece copied out of a tree
    };

    Kind kind = Kind::None;
    std::uint32_t offset = 0;
};

/// Whether a tree may start with a module of this type: not with `print(`, which is Python around one, and
/// not with what is absent, `None`.
bool may_be_root(std::string_view type);

/// The first line that opens a module tree. Lines of the header (assignments, comments) and prose are passed
/// by; a module that is whole on its line counts only when no line opens a block.
TreeStart find_tree(std::string_view text);

/// The type of a module whose line ends with its opening parenthesis (comments aside): where it starts, or
/// the end of the text when the line at `line` does not end so.
std::uint32_t find_opener(std::string_view text, std::uint32_t line);

/// The start of the first line behind the one at `offset` that is not empty.
std::uint32_t next_filled_line(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
