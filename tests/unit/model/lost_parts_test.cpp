// Prints that lost a part on their way: what is left is no exact total.
#include "count/count.h"
#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

/// The total of a text with its basis: "8 exact".
std::string total(std::string_view text) {
    const Report report = count_text(text);
    if (!report.root() || has_errors(report.diagnostics)) return "refused";
    const Quantity& parameters = report.root()->facts->parameters;
    return to_string(parameters.value.value_or(Integer(-1))) + " " + std::string(to_string(parameters.basis));
}

constexpr const char* kLinear = "Linear(in_features=2, out_features=3)";  // 9 parameters

struct Case {
    const char* name;
    std::string text;
    const char* total;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.name;
}

class LostParts : public testing::TestWithParam<Case> {};

TEST_P(LostParts, LeaveTotalsOpen) {
    EXPECT_EQ(total(GetParam().text), GetParam().total) << GetParam().text;
}

const Case kCases[] = {
    {"a colon before a wrapped type",
     std::string("Sequential(\n  (a)\nSequential(\n    (b): ") + kLinear + "\n  )\n  (c): " + kLinear + "\n)",
     "9 partial"},
    {"a colon before a wrapped layer",
     std::string("Sequential(\n  (a)\n") + kLinear + "\n  (c): " + kLinear + "\n)", "9 partial"},
    {"the bracket before a name",
     std::string("Sequential(\n  a):\n  Sequential(\n    (b): ") + kLinear + "\n  )\n  (c): " + kLinear +
         "\n)",
     "0 partial"},
    {"a comment sign on some lines of a wrapped print",
     std::string("#\nSequential(\n#   (a):\nSequential(\n#     (b): ") + kLinear + "\n#  \n)\n#\n)",
     "0 partial"},
    {"a line break inside a name", std::string("Sequential((\na): Sequential((b): ") + kLinear + "))",
     "0 partial"},
    {"a colon on one line of a print",
     std::string("Sequential( (a): ") + kLinear + "  (b) Linear (2, 3)  (c): ReLU() )", "9 partial"},
    {"the end of a module before its children",
     std::string("Sequential(\nSequential(\n  (a): ") + kLinear + ")\n  (b): " + kLinear + "\n)",
     "9 partial"},
    {"lines after a line that a terminal broke",
     "Sequential(\n  (a): Linear(in_features=2, out_features=3, bias\n=True)\n"
     "  (b): Conv2d(3, 8, kernel_size=(2, 2), stride=(2, \n... (24 more lines)\n    )\n  )\n  (c): ReLU()\n)",
     "113 partial"},
    {"its beginning, after an argument",
     std::string("2, out_features=3, bias=True)\n  (b): ") + kLinear + "\n  (c): ReLU()\n", "9 partial"},
    {"its beginning, after numbers", std::string("20, 30)\n  (b): ") + kLinear + "\n", "9 partial"},
    {"its beginning, inside a word", std::string("rue)\n  (b): ") + kLinear + "\n", "9 partial"},
    {"a bracket in the middle",
     std::string("Sequential(\n  (a): ") + kLinear + "\n  2): Linear (2, 3)\n  (b): ReLU()\n)", "9 partial"},
    {"a line, so that it ends before lines with numbers",
     std::string("Sequential(\n  (a): ") + kLinear + "\n)\n10\t  (b): " + kLinear + "\n11\t)", "9 partial"},
    {"line breaks of a print in quotes, which has others",
     "'Sequential(\\n  (a): Linear(2, 3)\\n  (b):\nMaxPool2d(kernel_size=2,\nstride=2)\\n  (c): \nLinear(2, "
     "3)\\n  (d):\n"
     "Linear(2, 3)\\n)'",
     "0 partial"},
    {"a bracket, and has another one too many",
     std::string("Sequential(\n  (a): Sequential(\n    (b): Sequential(\n      (c): ") + kLinear +
         "\n      )\n    )\n    (d): " + kLinear + "\n  \n  (e): " + kLinear + "\n)",
     "27 approximate"},
    {"its comment signs on the first line",
     std::string("(a): ") + kLinear + "\n#   (b): " + kLinear + "\n# )", "9 partial"},
    {"lines in place of dots in code", "m = nn.Sequential(\n  # ...\n)", "0 partial"},
    {"the beginning of code", "  nn.Linear(2 * 8,\n10),\n)", "170 partial"},
    {"the signs of a diff on some lines",
     std::string("@@ -1,4 +1,9 @@\n+Sequential(\n+  (a): Sequential(\n     (0): ") + kLinear +
         "\n   )\n+  (b): " + kLinear + "\n+)",
     "18 partial"},
    {"its beginning, up to a tuple", std::string("=(5, 5), stride=(1, 1))\n  (a): ") + kLinear + "\n",
     "9 partial"},
    {"its beginning, before numbers of lines", std::string("True)\n  7 |   (a): ") + kLinear + "\n",
     "9 partial"},
    {"a layer of a list of pairs", std::string("('a', ") + kLinear + ")\n('b', Linear2, 3))", "9 partial"},
    {"the end of a list of pairs", std::string("('a', ") + kLinear + ")\n('b', Lin", "9 partial"},
    {"the beginning of a dict", std::string("nv2d(3, 6), 'b': ") + kLinear + "\n}", "9 partial"},
};

INSTANTIATE_TEST_SUITE_P(Prints, LostParts, testing::ValuesIn(kCases));

TEST(DiffSigns, MayBeBeforeDots) {
    EXPECT_EQ(total(std::string(" Sequential(\n+  (a): ") + kLinear + "\n+  ... (2 more lines)\n )\n"),
              "9 partial");
}

TEST(ListsOfLayers, MayLeaveOutSomeBesideThem) {
    EXPECT_EQ(total(std::string("My model:\n('a', ") + kLinear + ")\n(...)\nHow large is it?"), "9 partial");
}

TEST(NumbersOfLines, MayHaveMoreDigits) {
    std::string text = " 8\tSequential(\n 9\t  (a): Sequential(\n";
    text += std::string("10\t    (b) ") + kLinear + "\n11\t    (c): " + kLinear + "\n12\t  )\n13\t)\n";
    EXPECT_EQ(total(text), "9 partial");
}

TEST(WrappedArguments, MayFollowTheLineOfTheirModule) {
    const std::string children = "  (lora_A): ModuleDict(\n    (default): Linear(2, 3, bias=False)\n  )\n)";
    EXPECT_EQ(total("lora.Linear(\n  in_features=2, out_features=3, bias\n=False\n" + children), "12 exact");
    EXPECT_EQ(total("lora.Linear(\n  in_features=2, out_features=1\n2, bias=False\n" + children), "30 exact");
}

TEST(LostParts, OfAPrintBeforeTheTreeAreMissing) {
    EXPECT_EQ(total(" * Net(\n *   (a):\n *      Sub(\n *     (b): Linear(2, 3)\n *   )\n * )"), "9 partial");
    EXPECT_EQ(total("Net(\n  (a): ModuleDict(\n    (0)\n    _WeightNorm()\n  )\n  (b): Linear(2, 3)\n)"),
              "9 partial");
}

TEST(WrappedArguments, AreNoCommentedChildren) {
    std::string text = "#Net(\n";
    for (const char* const name : {"0", "1", "2", "3"}) {
        text += "#  (" + std::string(name) + "): Sequential(\n#    (0): Conv2d(2, 4, kernel_size=(1, 1))\n" +
                "#    (1): BatchNorm2d(4, eps=0.001)\n#  )\n";
    }
    EXPECT_EQ(total(text + "#)"), "80 printed");
}

TEST(LostCommas, BeforeANameAreReadOver) {
    EXPECT_EQ(total("Conv2d(3, 8, kernel_size=(2, 2), padding=(1, 1) bias=False)"), "96 exact");
    EXPECT_EQ(total("Conv2d(4, 8, kernel_size=(2, 2), padding=(1, 1) groups=4, bias=False)"), "32 exact");
}

TEST(WrappedArguments, AreReadWithTheirNames) {
    EXPECT_EQ(total("Sequential(\n  (a): Linear(in_features=2, out_features=3, bias  \n=False)   \n)"),
              "6 exact");
}

TEST(TextsAroundAModel, LeaveItsTotalExact) {
    const std::string model = std::string("Sequential(\n  (a): ") + kLinear + "\n)";
    for (const std::string& text :
         {"My model (the small one):\n" + model, model + "\nSequential(\n  (a): Linear(2, 3)\n)",
          "1) one\n" + model, model + "\nis it right :)",
          "Sequential(\n    (a): " + std::string(kLinear) + "\n  )"}) {
        EXPECT_EQ(total(text), "9 exact") << text;
    }
}

}  // namespace
}  // namespace paramscope
