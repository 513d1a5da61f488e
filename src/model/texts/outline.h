// Finds the module tree in a text with other lines before and after it.
#pragma once

#include <cstdint>
#include <string_view>

namespace paramscope {

/// Start of the tree, and its form.
struct TreeStart {
    enum class Kind {
        None,
        Module,    ///< `Type(` at `offset`
        List,      ///< `[Type(...), ...]`: a printed Python list
        Fragment,  ///< `(name): Type(`: lines copied from inside a tree
    };

    Kind kind = Kind::None;
    std::uint32_t offset = 0;
};

/// True when a tree may start with a module of this type: any but `print(`, which is Python code, `None`, an
/// absent child, and `tensor(`, `Namespace(` and other values that Python prints.
bool may_be_root(std::string_view type);

/// The first line that opens a module tree. Skips lines of the header (assignments, comments) and prose. A
/// module that is complete on its line is taken only where no line opens a block.
TreeStart find_tree(std::string_view text);

/// For a line that ends with `Type(` (before a comment): the start of that type. The end of the text for any
/// other line.
std::uint32_t find_opener(std::string_view text, std::uint32_t line);

/// True when a line of the text is a child: `(name): Type(`.
bool has_child_lines(std::string_view text);

/// The start of the first line after the one at `offset` that is not empty.
std::uint32_t next_filled_line(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
