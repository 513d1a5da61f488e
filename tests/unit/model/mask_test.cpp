#include "model/texts/mask.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

/// The prepared text; blanks at line ends are cut off so that the expectations can be read.
std::string prepared(std::string_view text) {
    std::string storage;
    const std::string_view result = mask_surroundings(text, storage);
    EXPECT_EQ(result.size(), text.size());
    std::string trimmed;
    for (const char c : result) {
        if (c == '\n') trimmed.erase(trimmed.find_last_not_of(' ') + 1);
        trimmed += c;
    }
    trimmed.erase(trimmed.find_last_not_of(' ') + 1);
    return trimmed;
}

TEST(Mask, LeavesPlainTextsAlone) {
    const std::string_view text = "d = 3  # größe!\nNet(\n  (a): ReLU()\n)\n";
    std::string storage;
    EXPECT_EQ(mask_surroundings(text, storage).data(), text.data());
}

TEST(Mask, UnicodeSpaces) {
    EXPECT_EQ(prepared("\uFEFFNet()"), "   Net()");
    EXPECT_EQ(prepared("Net(\n\u00a0\u00a0(a): B()\n\u3000(b): C()"), "Net(\n    (a): B()\n   (b): C()");
    EXPECT_EQ(prepared("\x1B[1;32mNet\x1B[0m(a)"), "       Net    (a)");
    EXPECT_EQ(prepared("a\x1B[12"), "a");
    EXPECT_EQ(prepared("a  # b\u00a0c"), "a  # b  c");
}

TEST(Mask, Prompts) {
    EXPECT_EQ(prepared(">>> model = Net()\n>>> print(model)\nNet(\n  (a): B()\n)\n>>>"),
              "\n\nNet(\n  (a): B()\n)\n");
    EXPECT_EQ(prepared(">>> model = f(\n...     3,\n... )\n>>> model\nNet()"), "\n\n\n\nNet()");
    EXPECT_EQ(prepared("In [3]: f(\n   ...:   3)\nOut[3]: Net(\n  (a): B()\n)"),
              "\n\n        Net(\n  (a): B()\n)");
    EXPECT_EQ(prepared("In [ ]: model\nNet()"), "\nNet()");
}

TEST(Mask, TreesAfterPrompts) {
    EXPECT_EQ(prepared(">>> Net(\n  (a): B()\n)"), "    Net(\n  (a): B()\n)");
    EXPECT_EQ(prepared(">>> Net(\n...   (a): B()\n... )"), "    Net(\n      (a): B()\n    )");
}

TEST(Mask, DotsAloneAreNotAPrompt) {
    EXPECT_EQ(prepared("Net(\n  (a): B()\n  ...\n)"), "Net(\n  (a): B()\n  ...\n)");
}

TEST(Mask, CodeThatALogQuotes) {
    EXPECT_EQ(prepared("/lib/a.py:12: UserWarning: old.\n  warnings.warn(\nReLU()"),
              "/lib/a.py:12: UserWarning: old.\n\nReLU()");
    EXPECT_EQ(prepared("[rank0]: a.py:1: FutureWarning: b\n[rank0]:   def backward(ctx, *args):\nend"),
              "[rank0]: a.py:1: FutureWarning: b\n\nend");
    EXPECT_EQ(prepared("  File \"a.py\", line 3, in f\n    net = Net(\n        3)\n    ^^^\nError: b"),
              "  File \"a.py\", line 3, in f\n\n\n\nError: b");
    EXPECT_EQ(prepared("Net(\na.py:1: UserWarning: b\n  (fc): Linear(2, 3)\n)"),
              "Net(\na.py:1: UserWarning: b\n  (fc): Linear(2, 3)\n)");
}

TEST(Mask, Fences) {
    EXPECT_EQ(prepared("```python\nNet()\n```\n"), "\nNet()\n\n");
}

TEST(Mask, PrefixesOnEveryLine) {
    for (const std::string prefix :
         {"[rank0]: ", "| ", "INFO:root: ", "(Worker pid=12) ", "12:30:01 INFO  a.b - ", "# "}) {
        const std::string blank(prefix.size(), ' ');
        const std::string text = prefix + "Net(\n" + prefix + "  (a): B(\n" + prefix + "    (b): C()\n" +
                                 prefix + "  )\n" + prefix + ")\n";
        EXPECT_EQ(prepared(text), blank + "Net(\n" + blank + "  (a): B(\n" + blank + "    (b): C()\n" +
                                      blank + "  )\n" + blank + ")\n");
    }
}

TEST(Mask, PrefixesWithChangingNumbers) {
    EXPECT_EQ(prepared("10:59,9 Net(\n11:00,10   (a): B()\n11:00,100 )"),
              "        Net(\n           (a): B()\n          )");
}

TEST(Mask, PrefixesWithoutTheirLastBlanks) {
    EXPECT_EQ(prepared("[0]: Net(\n[0]:   (a): B()\n[0]:\n[0]: )"), "     Net(\n       (a): B()\n\n     )");
}

TEST(Mask, ProseBeforeOnlyTheFirstLineIsNotAPrefix) {
    const std::string text = "INFO: Net(\n  (a): B()\n)";
    EXPECT_EQ(prepared(text), text);
}

TEST(Mask, CommentsAmongOtherLinesAreNotAPrefix) {
    const std::string text = "# Net(\n#   (a): B()\n# )\nReLU()";
    EXPECT_EQ(prepared(text), text);
}

TEST(Mask, Markers) {
    for (const char* text : {">>> x", "In [1]: x", "Out[12]: x", "```", "~~~"})
        EXPECT_GT(skip_prompt(text, 0), 0u) << text;
    for (const char* text : {">> x", "In [a]: x", "Output", "", "x"})
        EXPECT_EQ(skip_prompt(text, 0), 0u) << text;
}

}  // namespace THIS_FILE
}  // namespace paramscope
