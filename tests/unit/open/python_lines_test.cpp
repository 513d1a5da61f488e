#include <gtest/gtest.h>

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

}  // namespace
}  // namespace paramscope::open
