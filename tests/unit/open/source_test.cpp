#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace {

/// "path line" for each module that the code makes, separated by "; ".
std::string lines_of(std::string code) {
    MemorySource file(std::move(code));
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
std::string basis_of(std::string code) {
    MemorySource file(std::move(code));
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text, {});
    return report.root() != nullptr ? std::string(to_string(report.root()->parameters.basis)) : "none";
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

}  // namespace
}  // namespace paramscope::open
