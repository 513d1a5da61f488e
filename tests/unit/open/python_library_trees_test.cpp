// The trees of libraries that the build packs are those of their texts.
#include "open/python/libraries/library_trees.h"

#include <gtest/gtest.h>

#include "base/shipped_texts.h"

namespace paramscope {
extern const std::span<const ShippedText> kPythonLibraryTexts;
}

namespace paramscope::open::python {
namespace THIS_FILE {

/// The text of the first node that differs; "" if all are equal.
std::string first_difference(const Node& a, const Node& b) {
    const bool is_equal = a.kind == b.kind && a.field == b.field && a.has_error == b.has_error &&
                          a.is_missing == b.is_missing && a.span == b.span && a.text == b.text &&
                          a.name == b.name && a.children.size() == b.children.size();
    if (!is_equal) return std::string(a.text);
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        if (b.children[i]->parent != &b) return std::string(b.children[i]->text);
        std::string below = first_difference(*a.children[i], *b.children[i]);
        if (!below.empty()) return below;
    }
    return "";
}

TEST(PythonLibraryTrees, AreThoseOfTheirTexts) {
    ASSERT_GT(kPythonLibraryTexts.size(), 20u);
    for (const ShippedText& text : kPythonLibraryTexts) {
        const SyntaxTree parsed(text.text);
        EXPECT_FALSE(parsed.problem()) << text.name;
        const Node* packed = library_tree(text.name);
        ASSERT_NE(packed, nullptr) << text.name;
        EXPECT_EQ(packed->parent, nullptr);
        EXPECT_EQ(first_difference(parsed.root(), *packed), "") << text.name;
        EXPECT_EQ(library_tree(text.name), packed) << "it is unpacked once";
    }
}

TEST(PythonLibraryTrees, AreThoseOfLibrariesOnly) {
    EXPECT_EQ(library_tree(""), nullptr);
    EXPECT_EQ(library_tree("torch"), nullptr);
}

}  // namespace
}  // namespace paramscope::open::python
