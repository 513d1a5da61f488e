#include "open/python/libraries/library_trees.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "open/python/syntax/packed_tree.h"

namespace paramscope::open::python {

// Written by the build: what most code imports, and the rest.
extern const PackedTrees kUsualLibraryTrees, kOtherLibraryTrees;

namespace {

/// Unpacks each tree when it is first asked for.
class Unpacking {
  public:
    explicit Unpacking(const PackedTrees& packed)
        : packed_(packed.trees), tables_(packed), trees_(packed.trees.size()) {}

    const Node* root(std::size_t place) {
        std::unique_ptr<UnpackedTree>& tree = trees_[place];
        if (tree == nullptr) tree = std::make_unique<UnpackedTree>(tables_, packed_[place]);
        return &tree->root();
    }

  private:
    std::span<const PackedTree> packed_;
    TreeTables tables_;
    std::vector<std::unique_ptr<UnpackedTree>> trees_;
};

/// The place of a library; the number of trees for one that is not among them.
std::size_t place_of(std::string_view name, std::span<const PackedTree> trees) {
    const auto found =
        std::find_if(trees.begin(), trees.end(), [&](const PackedTree& each) { return each.name == name; });
    return static_cast<std::size_t>(found - trees.begin());
}

}  // namespace

// The data of either comes with another part of the program (open/support/data_of.h).

[[gnu::noinline]] static const Node* usual_library_tree(std::size_t place) {
    static Unpacking trees(kUsualLibraryTrees);
    return trees.root(place);
}

[[gnu::noinline]] static const Node* other_library_tree(std::size_t place) {
    static Unpacking trees(kOtherLibraryTrees);
    return trees.root(place);
}

const Node* library_tree(std::string_view name) {
    const std::size_t usual = place_of(name, kUsualLibraryTrees.trees);
    if (usual < kUsualLibraryTrees.trees.size()) return usual_library_tree(usual);
    const std::size_t other = place_of(name, kOtherLibraryTrees.trees);
    return other < kOtherLibraryTrees.trees.size() ? other_library_tree(other) : nullptr;
}

}  // namespace paramscope::open::python
