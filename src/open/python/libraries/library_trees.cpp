#include "open/python/libraries/library_trees.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "open/python/syntax/packed_tree.h"

namespace paramscope::open::python {

/// Written by the build.
extern const PackedTrees kPythonLibraryTrees;

[[gnu::noinline]] const Node* library_tree(std::string_view name) {
    static const TreeTables tables(kPythonLibraryTrees);
    const std::span<const PackedTree> packed = kPythonLibraryTrees.trees;
    static std::vector<std::unique_ptr<UnpackedTree>> unpacked(packed.size());
    const auto found =
        std::find_if(packed.begin(), packed.end(), [&](const PackedTree& each) { return each.name == name; });
    if (found == packed.end()) return nullptr;
    std::unique_ptr<UnpackedTree>& tree = unpacked[static_cast<std::size_t>(found - packed.begin())];
    if (tree == nullptr) tree = std::make_unique<UnpackedTree>(tables, *found);
    return &tree->root();
}

}  // namespace paramscope::open::python
