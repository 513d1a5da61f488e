#include "model/read/read_header.h"

#include "model/write.h"
#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

std::string header(std::string_view lines) {
    std::string text = dump(read_clean(std::string(lines) + "\nA()"));
    text.erase(text.size() - 1);  // the A
    return text;
}

TEST(ReadHeader, HyperParameters) {
    EXPECT_EQ(header("d = 512"), "d = 512\n");
    EXPECT_EQ(header("d=512 # width"), "d = 512 # width\n");
    EXPECT_EQ(header("n = 32k\nm = n*2 + d_model"), "n = 32000\nm = d_model + 2*n\n");
    EXPECT_EQ(header("größe = max(\n  3,\n  x)"), "größe = max(3, x)\n");
}

TEST(ReadHeader, Spans) {
    const std::string_view text = "d = 4*h  # width\nA()";
    const Variable variable = read_clean(text).variables[0];
    EXPECT_EQ(covered(text, variable.span), "d");
    EXPECT_EQ(covered(text, variable.value_span), "4*h");
    EXPECT_EQ(variable.text, "4*h");
}

TEST(ReadHeader, Notes) {
    EXPECT_EQ(header("# first\n#\n#second\nd = 3\n# third"), "# first\n# \n# second\n# third\nd = 3\n");
}

TEST(ReadHeader, AnIndentedCommentContinuesTheNoteBeforeIt) {
    EXPECT_EQ(header("# title\n# one\n#   two\n#    three\n#  four\n#\n#   five\n"),
              "# title\n# one two three\n# four\n# \n# five\n");
    EXPECT_EQ(header("# one\n#    \n#   two"), "# one\n# \n# two\n")
        << "an empty comment is a note of its own";
    EXPECT_EQ(header("#   first\nd = 3\n#   second"), "# first second\nd = 3\n");
}

TEST(ReadHeader, InputsTypesTiesFreezes) {
    EXPECT_EQ(header("input = (batch, tokens)"), "input (batch, tokens)\n");
    EXPECT_EQ(header("input = (1, 3), (1, 10)  # two"), "input (1, 3)\ninput (1, 10)\n");
    EXPECT_EQ(header("input = 1x3x224x224"), "input (1, 3, 224, 224)\n");
    EXPECT_EQ(header("dtype = float16"), "dtype float16\n");
    EXPECT_EQ(header("dtype = torch.bfloat16"), "dtype bfloat16\n");
    EXPECT_EQ(header("dtype = 'float16'"), "dtype float16\n");
    EXPECT_EQ(header("tie: head.weight = embed.weight  # shared"), "tie head.weight = embed.weight\n");
    EXPECT_EQ(header("tie: a.w = b.w, c.w = b.w"), "tie a.w = b.w\ntie c.w = b.w\n");
    EXPECT_EQ(header("freeze: embed, layers.0.a key"), "freeze embed\nfreeze layers.0.a key\n");
}

TEST(ReadHeader, LinesAfterTheTree) {
    EXPECT_EQ(dump(read_clean(
                  "A(\n  (w): Linear(d, d)\n)\n\nd = 3  # width\n# skipped\ninput = (1, d)\ntie: a = b\n")),
              "d = 3 # width\ninput (1, d)\ntie a = b\nA\n  w: Linear d d");
}

TEST(ReadHeader, ProseIsIgnored) {
    EXPECT_EQ(diagnostics_of("This is the model:\nand more\nA()\nIt has 3 layers.\nreally = so\n"),
              "1:1 note: model_text.ignored_before\n4:1 note: model_text.ignored_after\n");
    EXPECT_EQ(dump(read_clean("import torch\nmodel = torch.load('a')\nlr = 0.1 * x()\nA()")), "A");
    EXPECT_EQ(dump(read_clean("import torch\nd = 3\nA(d)")), "d = 3\nA d");
    for (const char* line : {"model = models.resnet18()", "model = resnet18()", "m = Net(3)", "s = 'text'",
                             "model = make(size=3)", "input = torch.randn(1, 3)"}) {
        EXPECT_EQ(diagnostics_of(std::string(line) + "\nA(\n)"), "1:1 note: model_text.ignored_before\n")
            << line;
    }
}

TEST(ReadHeader, ProgramsAfterTheTreeAreIgnored) {
    EXPECT_EQ(dump(read_clean("GraphModule(\n  (a): Linear(1, 2)\n)\n\n\n\ndef forward(self, x):\n    a = "
                              "self.a(x);  x = None\n    y = a\n    return y\n    \n# To see more\n")),
              "GraphModule\n  a: Linear #1 #2");
}

TEST(ReadHeader, WarnsOfASecondModel) {
    EXPECT_EQ(diagnostics_of("A(\n  (a): B()\n)\nC(\n  (d): E()\n)\n"),
              "4:1 warning: model_text.second_model\n4:1 note: model_text.ignored_after\n");
}

TEST(ReadHeader, Mistakes) {
    struct Case {
        const char* line;
        const char* diagnostics;
    };
    for (const Case& c : {
             Case{"d =", "1:1 error: header.no_value(name: d)\n"},
             Case{"d = # width", "1:1 error: header.no_value(name: d)\n"},
             Case{"d = 3 4", "1:7 error: header.expected_line_end\n"},
             Case{"d = True", "1:5 error: header.not_an_expression(actual: True)\n"},
             Case{"d = 3\nd = 4", "2:1 warning: header.set_again(name: d)\n"},
             Case{"forward: exact", "1:15 error: header.forward\n"},
             Case{"least work: h", "1:13 error: header.settings\n"},
             Case{"most work: h = 4,", "1:18 error: header.settings\n"},
             Case{"tie: a", "1:7 error: header.tie\n"},
             Case{"tie: a =# b", "1:9 error: header.tie\n"},
             Case{"tie: a = b = c", "1:12 error: header.expected_line_end\n"},
             Case{"freeze: a,", "1:11 error: header.freeze\n"},
             Case{"dtype = 16", "1:9 error: header.dtype\n"},
             Case{"input = (1, 3) 4", "1:16 error: header.expected_line_end\n"},
             Case{"input = (1, 3", "1:9 error: parenthesis.unclosed"},
         }) {
        const std::string text = diagnostics_of(std::string(c.line) + "\nA()");
        EXPECT_EQ(text.substr(0, std::string_view(c.diagnostics).size()), c.diagnostics) << c.line << "\n"
                                                                                         << text;
    }
}

TEST(ReadHeader, WhatIsWrittenOfAPassAndOfTiesIsReadAgain) {
    const std::string text = "forward: traced, estimated elements\ntie: a.w? = b.w\ntie: c.w = b.w\n\nA()\n";
    const Model model = read_clean(text);
    EXPECT_TRUE(model.is_traced);
    EXPECT_EQ(model.estimated, (Estimated{.elements = true}));
    ASSERT_EQ(model.ties.size(), 2u);
    EXPECT_TRUE(model.ties[0].is_possible);
    EXPECT_EQ(model.ties[0].tied, "a.w");
    EXPECT_FALSE(model.ties[1].is_possible);
    EXPECT_EQ(write_model_text(model), text);
}

TEST(ReadHeader, WhatIsEstimatedIsWrittenAsItWasRead) {
    struct Case {
        std::string_view lines;
        Estimated estimated;
    };
    const Case cases[] = {
        {"forward: estimated", {false, true, true, true}},
        {"forward: estimated elements", {.elements = true}},
        {"forward: estimated cache", {.cache = true}},
        {"forward: traced, estimated elements, estimated cache", {.elements = true, .cache = true}},
        {"parameters: estimated", {.parameters = true}},
        {"forward: estimated\nparameters: estimated", {true, true, true, true}},
    };
    for (const Case& c : cases) {
        const std::string text = std::string(c.lines) + "\n\nA()\n";
        const Model model = read_clean(text);
        EXPECT_EQ(model.estimated, c.estimated) << c.lines;
        EXPECT_EQ(write_model_text(model), text);
    }
    // Words of a table around a print.
    EXPECT_FALSE(read_clean("Parameters: 12M\nparameters: 12M\nA()").estimated.parameters);
}

TEST(ReadHeader, TheEndsOfWorkAreWrittenAsTheyWereRead) {
    const std::string text = "least work: h = 64, d = 1\nmost work: h = 1, d = 64\n\nA()\n";
    const Model model = read_clean(text);
    ASSERT_EQ(model.work_range.least.size(), 2u);
    EXPECT_EQ(model.work_range.least[1].name, "d");
    EXPECT_EQ(model.work_range.most[1].value, Polynomial(64));
    EXPECT_EQ(write_model_text(model), text);
    // Words of a table around a print.
    EXPECT_TRUE(read_clean("least: 3\nmost of all\nA()").work_range.least.empty());
}

TEST(ReadHeader, CommentsAreNotCode) {
    EXPECT_EQ(header("d = max(3, x)  # a = 'b'"), "d = max(3, x) # a = 'b'\n");
}

TEST(ReadHeader, UnreadableExpressionsAreReportedAtTheirPlace) {
    const std::string text = diagnostics_of("d = 3 * \nA()");
    EXPECT_EQ(text.substr(0, 4), "1:9 ") << text;
    EXPECT_NE(text.find("error"), std::string::npos);
}

TEST(ReadHeader, TheLastValueOfANameCounts) {
    Diagnostics diagnostics;
    const Model model = read_model_text("d = 3\nd = 4\nA()", &diagnostics);
    ASSERT_EQ(model.variables.size(), 1u);
    EXPECT_EQ(model.variables[0].value, Polynomial(4));
}

}  // namespace THIS_FILE
}  // namespace paramscope
