#include <gtest/gtest.h>

#include <algorithm>

#include "algebra/print.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "path line" for each module that the code makes, separated by "; ".
std::string lines_of(const std::string& code) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    std::string text;
    for (const ModuleLine& module : opened.lines) {
        if (!text.empty()) text += "; ";
        text += module.path + " " + std::to_string(module.line);
    }
    return text;
}

TEST(SourceLines, AreThoseThatMakeTheModules) {
    EXPECT_EQ(lines_of("class Net(nn.Module):\n"
                       "    def __init__(self, d=4):\n"
                       "        super().__init__()\n"
                       "        self.layers = nn.ModuleList([\n"
                       "            nn.Linear(d, d) for _ in range(3)])\n"
                       "        self.head = nn.Linear(d, 2)  # last\n"),
              "layers 4; layers.0 5; head 6");
    EXPECT_EQ(lines_of("  self.a = nn.Linear(2, 2)\n  self.b = nn.ReLU()\n"), "a 1; b 2");
}

/// The basis of what code builds.
std::string basis_of(const std::string& code) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text(), {});
    return report.root() != nullptr ? std::string(to_string(report.root()->facts->parameters.basis)) : "none";
}

TEST(BrokenSource, IsNoExactModel) {
    const std::string head = "class Net(nn.Module):\n";
    const std::string body =
        "    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(2, 2)\n";
    EXPECT_EQ(basis_of(head + body), "exact");
    EXPECT_EQ(basis_of(head + "    # what it is\n" + body), "exact");
    EXPECT_EQ(basis_of(head + "cuda:0\n" + body), "partial");
    EXPECT_EQ(basis_of(head + body + "      self.b = nn.Linear(2, 2)\n"), "partial");
}

TEST(Libraries, ThatLookAtAModelLeaveItsTotalExact) {
    const std::string code = "net = nn.Sequential(nn.Linear(2, 2))\n";
    EXPECT_EQ(basis_of("from torchsummary import summary\n" + code + "summary(net, (2,))\n"), "exact");
    EXPECT_EQ(basis_of("import torchinfo\n" + code + "torchinfo.summary(net)\n"), "exact");
    EXPECT_EQ(basis_of("from thop import profile\n" + code +
                       "macs, params = profile(net, inputs=(torch.randn(1, 2),))\nprint(macs / 1e9)\n"),
              "exact");
    EXPECT_EQ(basis_of("from torch.utils.tensorboard import SummaryWriter\n" + code +
                       "writer = SummaryWriter()\nwriter.add_graph(net, torch.randn(1, 2))\n"),
              "exact");
    EXPECT_EQ(basis_of(code + "torch.onnx.export(net, torch.randn(1, 2), 'net.onnx')\n"), "exact");
    EXPECT_EQ(basis_of("from torchview import draw_graph\n" + code + "draw_graph(net)\n"), "exact");
    EXPECT_EQ(basis_of("from surgery import prune\n" + code + "prune(net)\n"), "partial");
    EXPECT_EQ(basis_of("from surgery import prune\n" + code + "prune(model=net)\n"), "partial");
}

TEST(Candidates, ThatCannotBeBuiltAreAWarning) {
    MemorySource file(
        "class First(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = "
        "nn.Linear(2, 2)\n"
        "class Second(nn.Module):\n    def __init__(self):\n        raise ValueError('no')\n");
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    EXPECT_EQ(opened.built, "First()");
    EXPECT_TRUE(std::any_of(opened.diagnostics.begin(), opened.diagnostics.end(), [](const Diagnostic& each) {
        return each.severity == Severity::Warning && each.message.id() == "python.failed_build";
    }));
}

TEST(Candidates, ThatTheTextUsesAreNotReplaced) {
    MemorySource file(
        "class First(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = "
        "nn.Linear(2, 2)\n"
        "class Second(nn.Module):\n    def __init__(self):\n        raise ValueError('no')\n"
        "def main():\n    return Second()\n");
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    std::string messages;
    for (const Diagnostic& each : opened.diagnostics)
        messages += std::string(to_string(each.severity)) + ": " + each.message.english() + "\n";
    EXPECT_EQ(messages,
              "error: Second() cannot be built: ValueError: no\n"
              "note: First() can be built instead: choose it\n");
    EXPECT_EQ(opened.text(), "");
}

/// The format that a text without a file's name is read as.
std::string format_of(const std::string& text) {
    MemorySource file(text);
    return std::string(open_model(file, "").format);
}

TEST(DetectSource, TakesLayersBesideStatementsThatModelTextIgnores) {
    EXPECT_EQ(format_of("from torch import nn\n\nconv = nn.Conv2d(3, 96, 11)\n"), "python");
    EXPECT_EQ(format_of("d, h = 512, 8\nlayer = nn.Linear(d, h)\n"), "python");
    EXPECT_EQ(format_of("layer = nn.TransformerEncoderLayer(512, 8)\n"
                        "model = nn.TransformerEncoder(layer, num_layers=6)\n"),
              "python");
}

TEST(DetectSource, LeavesLayersThatModelTextReads) {
    EXPECT_EQ(format_of("nn.Conv2d(3, 96, 11)\n"), "pytorch-repr");
    EXPECT_EQ(format_of("d = 512\nlayer = nn.Linear(d, 4)\n"), "pytorch-repr");
    EXPECT_EQ(format_of("a = nn.Linear(2, 3)\nb = nn.Linear(3, 4)\n"), "pytorch-repr");
    EXPECT_EQ(format_of("what does nn.Linear(2, 3) cost?\n"), "pytorch-repr");
    EXPECT_EQ(format_of("from torch import nn\nm = nn.Sequential(nn.Linear(2, 3))\nprint(m)\n"
                        "Sequential(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n)\n"),
              "pytorch-repr");
}

/// The formula of the parameters of what code builds.
std::string formula_of(const std::string& code) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text(), {});
    return report.root() != nullptr ? print(report.root()->facts->parameters.formula, Notation::Plain)
                                    : "none";
}

TEST(HyperParameters, AreTheArgumentsOfTheClassThatIsBuilt) {
    const std::string net =
        "class Net(nn.Module):\n"
        "    def __init__(self, width=8, depth=3):\n"
        "        super().__init__()\n"
        "        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])\n";
    const std::string formula = "depth*width^2 + depth*width";
    EXPECT_EQ(formula_of(net), formula);
    EXPECT_EQ(formula_of(net + "net = Net()\n"), formula);
    EXPECT_EQ(formula_of(net + "net = Net(16, depth=4)\n"), formula);
    EXPECT_EQ(formula_of(net + "def small():\n    return Net(4)\nnet = small()\n"), formula);
    EXPECT_EQ(formula_of(net + "if __name__ == '__main__':\n    net = Net()\n"), formula);
    // The number of parameters decides no more than what is printed.
    EXPECT_EQ(formula_of(net + "net = Net()\nprint(sum(p.numel() for p in net.parameters()))\n"), formula);
    EXPECT_EQ(
        formula_of(net + "net = Net()\nif sum(p.numel() for p in net.parameters()) > 9:\n    big = True\n"),
        "216");
    // A module inside of another one of its class keeps its numbers.
    EXPECT_EQ(formula_of("class Net(nn.Module):\n"
                         "    def __init__(self, width=8, inner=True):\n"
                         "        super().__init__()\n"
                         "        self.a = nn.Linear(width, 2)\n"
                         "        if inner: self.b = Net(8, False)\n"
                         "net = Net()\n"),
              "2*width + 20");
}

TEST(HyperParameters, AreNumbersAtTheTop) {
    EXPECT_EQ(formula_of("d, h = 5, 2\nlayer = nn.Linear(d, h)\n"), "d*h + h");
}

/// A number of layers, each wider than the one before: no formula holds for other numbers.
const std::string kPyramid =
    "class Net(nn.Module):\n"
    "    def __init__(self, depth=2):\n"
    "        super().__init__()\n"
    "        self.layers = nn.Sequential(*[nn.Linear(2 ** (i + 1), 2) for i in range(depth)])\n";

Opened build_pyramid(const std::string& code, std::string_view expression) {
    MemorySource file(code);
    return open_model(file, "model.py", find_model_format(kSourceFormat), expression);
}

TEST(DecidingNumbers, ShapeTheModel) {
    const std::string loop = "epochs = 3\nfor epoch in range(epochs):\n    print(epoch)\n";
    const Opened opened = build_pyramid(kPyramid + loop + "net = Net()\n", "");
    ASSERT_EQ(opened.numbers.size(), 1u);
    EXPECT_EQ(opened.numbers[0].name, "depth");
    EXPECT_EQ(opened.numbers[0].value, Integer{2});
}

TEST(DecidingNumbers, AreSetBeforeWhatIsBuilt) {
    struct Case {
        const char *expression, *built;
        int parameters;
    };
    const Case cases[] = {
        {"", "Net()", 6 + 10},
        {"depth = 3", "depth = 3; Net()", 6 + 10 + 18},
        {"depth = 3; Net()", "depth = 3; Net()", 6 + 10 + 18},
        {"depth = 1; heads = 3\nNet()", "depth = 1; heads = 3; Net()", 6},
        {"depth = 3; Net(depth=2)", "depth = 3; Net(depth=2)", 6 + 10 + 18},
    };
    for (const Case& each : cases) {
        const Opened opened = build_pyramid(kPyramid, each.expression);
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << each.expression;
        EXPECT_EQ(report.root()->facts->parameters.value, Integer{each.parameters}) << each.expression;
        EXPECT_EQ(opened.built, each.built);
        ASSERT_EQ(opened.numbers.size(), 1u);
        EXPECT_EQ(opened.numbers[0].written, Integer{2});
    }
}

TEST(Remarks, NameTheMethodWhoseArgumentsAreUnknown) {
    MemorySource file(
        "import torch.nn as nn\nfrom elsewhere import names\nclass Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.x = "
        "self.register_parameter(*names)\n"
        "        self.a = nn.Linear(2, self.x)\n");
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const bool is_named =
        std::any_of(opened.diagnostics.begin(), opened.diagnostics.end(), [](const auto& each) {
            return each.message.english().find("register_parameter()") != std::string::npos;
        });
    EXPECT_TRUE(is_named);
}

TEST(Remarks, AreGivenOnce) {
    MemorySource file("net = nn.Linear(2, 2)\nfor i in range(5):\n    train(net)\n");
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const auto count =
        std::count_if(opened.diagnostics.begin(), opened.diagnostics.end(),
                      [](const Diagnostic& each) { return each.message.id() == "python.doubt"; });
    EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace paramscope::open
