// Architectures of data files: heads, bases and mistakes.
#include "open/config/template.h"

#include <gtest/gtest.h>

#include "base/concat.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

std::string errors(const ArchitectureLibrary& library) {
    std::string lines;
    for (const TemplateError& error : library.errors())
        lines += concat(error.file, ":", error.line, " ", testing_support::describe(error.message), "\n");
    return lines;
}

TEST(Template, AnArchitectureHasTheLinesBelowItsHead) {
    const ShippedText file{"", "two",
                           "# comment\n[first, other] First\nwidth = 4\n\n[second: first] Second\n"
                           "depth = 2\n$Model(\n  (fc): Linear(width, 1)\n)\n"};
    ArchitectureLibrary library({&file, 1});
    const Architecture* const second = library.find("second");
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->prefix, "Second");
    EXPECT_EQ(second->keys.size(), 1u);
    EXPECT_EQ(second->definitions.size(), 1u);
    EXPECT_EQ(second->base, library.find("other"));
    EXPECT_NE(find_key(*second, "width"), nullptr) << "of the base, which is read, too";
    EXPECT_EQ(library.find_class("SecondModel"), second);
    EXPECT_EQ(library.find("third"), nullptr);
    EXPECT_EQ(library.all().size(), 2u);
    EXPECT_EQ(errors(library), "");
}

TEST(Template, MistakesHaveAFileAndALine) {
    const struct {
        const char* text;
        const char* error;
    } cases[] = {
        {"width = 4\n", "file:1 template.no_head\n"},
        {"\n[first First\n", "file:2 template.closing_bracket\n"},
        {"[first: none] First\n", "file:1 template.unknown_base(type: none)\n"},
        {"[a: b] A\n[b: a] B\n", "file:2 template.circular_base(type: a)\n"},
        {"[a] A\nwidth\n", "file:2 template.key\n"},
        {"[a] A\n$Model(\n  (fc): Linear(1, 1)\n[b] B\n", "file:3 template.open_parenthesis\n"},
        {"[a] A\n)\n", "file:2 template.closes_nothing\n"},
    };
    for (const auto& c : cases) {
        const ShippedText file{"", "file", c.text};
        ArchitectureLibrary library({&file, 1});
        library.all();
        EXPECT_EQ(errors(library), c.error) << c.text;
    }
}

TEST(Template, OnlyWhatIsAskedForIsRead) {
    const ShippedText file{"", "file", "[good] Good\nwidth = 4\n[bad] Bad\nwidth\n"};
    ArchitectureLibrary library({&file, 1});
    EXPECT_NE(library.find("good"), nullptr);
    EXPECT_EQ(errors(library), "");
    EXPECT_NE(library.find("bad"), nullptr);
    EXPECT_EQ(errors(library), "file:4 template.key\n");
}

}  // namespace
}  // namespace paramscope::open
