// Syntax trees that the build packs, so that the program neither has their texts nor parses them: those of
// libraries/*/*.py. packing/pack_libraries.cpp packs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {

/// A packed tree: numbers of shapes, of nodes before those below them, and of the words in these.
struct PackedTree {
    std::string_view name;
    std::span<const std::uint8_t> nodes, words;
};

/// Packed trees, and what they have in common. Numbers are in one byte, or in two if they are not below
/// kOneByteNumbers; texts end with a zero byte.
struct PackedTrees {
    std::span<const std::uint8_t> marks;   ///< texts of what is not in words; the first one is ""
    std::span<const std::uint8_t> words;   ///< texts
    std::span<const std::uint8_t> shapes;  ///< numbers: the members of each
    std::span<const PackedTree> trees;
};
inline constexpr std::size_t kOneByteNumbers = 0xe0;
inline constexpr std::size_t kMostNumbers = kOneByteNumbers + 0x2000;

/// What many nodes have in common: all but the place and the word.
struct NodeShape {
    Kind kind = Kind::Other;
    Field field = Field::None;
    std::size_t children = 0;  ///< how many
    std::size_t gap = 0;   ///< mark between the end of the node before, or its parent's begin, and the node
    std::size_t rest = 0;  ///< mark behind the last child. Without children: its text, or 0 for a word

    auto operator<=>(const NodeShape&) const = default;
};

/// The tables of packed trees.
struct TreeTables {
    explicit TreeTables(const PackedTrees& packed);

    std::vector<std::string_view> marks, words;
    std::vector<NodeShape> shapes;
};

/// Reads numbers as PackedTrees has them.
class PackedNumbers {
  public:
    explicit PackedNumbers(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool is_at_end() const { return bytes_.empty(); }
    std::size_t next();

  private:
    std::span<const std::uint8_t> bytes_;
};

/// A tree as the parser makes it of the same text, which has no errors in it.
class UnpackedTree {
  public:
    UnpackedTree(const TreeTables& tables, const PackedTree& packed);
    UnpackedTree(const UnpackedTree&) = delete;
    UnpackedTree& operator=(const UnpackedTree&) = delete;

    const Node& root() const { return nodes_.front(); }

  private:
    const Node* add(const TreeTables& tables, PackedNumbers& shapes, PackedNumbers& words,
                    const Node* parent);

    std::string text_;
    std::vector<Node> nodes_;
};

}  // namespace paramscope::open::python
