#include "open/python/syntax/packed_tree.h"

namespace paramscope::open::python {
namespace {

std::vector<std::string_view> split_texts(std::span<const std::uint8_t> bytes) {
    std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<std::string_view> texts;
    while (!all.empty()) {
        texts.push_back(all.substr(0, all.find('\0')));
        all.remove_prefix(texts.back().size() + 1);
    }
    return texts;
}

}  // namespace

TreeTables::TreeTables(const PackedTrees& packed)
    : marks(split_texts(packed.marks)), words(split_texts(packed.words)) {
    PackedNumbers numbers(packed.shapes);
    while (!numbers.is_at_end()) {
        NodeShape& shape = shapes.emplace_back();
        shape.kind = static_cast<Kind>(numbers.next());
        shape.field = static_cast<Field>(numbers.next());
        shape.children = numbers.next();
        shape.gap = numbers.next();
        shape.rest = numbers.next();
    }
}

std::size_t PackedNumbers::next() {
    const std::size_t first = bytes_[0];
    const bool is_long = first >= kOneByteNumbers;
    const std::size_t number =
        is_long ? kOneByteNumbers + ((first - kOneByteNumbers) << 8 | bytes_[1]) : first;
    bytes_ = bytes_.subspan(is_long ? 2 : 1);
    return number;
}

UnpackedTree::UnpackedTree(const TreeTables& tables, const PackedTree& packed) {
    nodes_.reserve(packed.nodes.size());  // at least as many as there are: they keep their addresses
    PackedNumbers shapes(packed.nodes), words(packed.words);
    add(tables, shapes, words, nullptr);
    // Now that the text keeps its address, too.
    for (Node& node : nodes_) {
        node.text = slice(text_, node.span);
        node.name = node.kind == Kind::Token ? node.text : kind_name(node.kind);
    }
}

/// Adds the next node, those below it, and their text.
const Node* UnpackedTree::add(const TreeTables& tables, PackedNumbers& shapes, PackedNumbers& words,
                              const Node* parent) {
    const NodeShape& shape = tables.shapes[shapes.next()];
    Node& node = nodes_.emplace_back();
    node.kind = shape.kind;
    node.field = shape.field;
    node.parent = parent;
    text_ += tables.marks[shape.gap];
    node.span.begin = static_cast<std::uint32_t>(text_.size());
    node.children.reserve(shape.children);
    for (std::size_t i = 0; i < shape.children; ++i)
        node.children.push_back(add(tables, shapes, words, &node));
    const bool is_word = shape.children == 0 && shape.rest == 0;
    text_ += is_word ? tables.words[words.next()] : tables.marks[shape.rest];
    node.span.end = static_cast<std::uint32_t>(text_.size());
    return &node;
}

}  // namespace paramscope::open::python
