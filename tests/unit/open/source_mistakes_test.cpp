// Source code with one mistake: one sentence at its line, and rows that do not depend on it stay exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "count/count.h"
#include "open/open.h"
#include "unit/open/built_code.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "Net() 8 approximate", and the id, line and column of each warning and error.
std::string built_of(const std::string& code) {
    auto [opened, text] = build_code(code);
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.severity == Severity::Note) continue;
        const std::string before = code.substr(0, each.span.begin);
        text += "; " + std::string(each.message.id()) + " " +
                std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ":" +
                std::to_string(before.size() - (before.rfind('\n') + 1) + 1);
    }
    return text;
}

TEST(SourceMistakes, OfBracketsLeaveTheModelAbout) {
    const std::string head =
        "class Net(nn.Module):\n    def __init__(self, width=2):\n        super().__init__()\n";
    const std::string tail = "        self.b = nn.Linear(width, 1)\n";
    EXPECT_EQ(built_of(head + "        self.a = nn.Linear(width, width\n" + tail),
              "Net() 9 approximate; python.unclosed 4:27");
    EXPECT_EQ(
        built_of(head + "        self.a = nn.Sequential(nn.Linear(width, width),\n            nn.ReLU()\n" +
                 tail),
        "Net() 9 approximate; python.unclosed 4:31");
    // A place behind a bracket that was put in is that of the text.
    EXPECT_EQ(built_of(head + "        self.a = nn.Linear(width, width\n" + tail +
                       "        self.c = nn.Linear(1)\n"),
              "Net(); python.unclosed 4:27; python.failed_build 6:18");
    // Text of Python without a mistake is not looked at.
    EXPECT_EQ(built_of(head + "        self.a = nn.Linear(width,\nwidth)\n"), "Net() 6 exact");
}

constexpr std::string_view kNet =
    "import torch\nimport torch.nn as nn\n\nclass Block(nn.Module):\n    def __init__(self, width):\n"
    "        super().__init__()\n        self.body = nn.Sequential(nn.Linear(width, width), nn.ReLU())\n\n"
    "    def forward(self, x):\n        return self.body(x)\n\nclass Net(nn.Module):\n"
    "    def __init__(self, width=8, n_classes=4):\n        super().__init__()\n"
    "        self.first = Block(width)\n        self.second = Block(width)\n"
    "        self.head = nn.Linear(width, n_classes)\n\n    def forward(self, x):\n"
    "        return self.head(self.second(self.first(x)))\n";

TEST(SourceMistakes, AreToldOnceAtTheirLine) {
    struct Case {
        std::string_view part, mistake, expected;
    };
    constexpr Case cases[] = {
        {"width, n_classes)", "width, n_clases)", "Net() 144 partial; python.part_unknown 17:38"},
        {"nn.Linear(width, n_", "nn.Linaer(width, n_", "Net() 144 partial; python.part_unknown 17:21"},
        {"nn.ReLU()", "nn.Rleu()", "Net() 180 partial; python.part_unknown 7:60"},
        {"self.body(x)", "self.boddy(x)", "Net() 180 exact; python.forward_failed 10:16"},
        {"return self.body(x)", "return self.body(y)", "Net() 180 exact; python.unknown_name 10:26"},
        {"forward(self, x):\n        return self.head", "forward(self, x)\n        return self.head",
         "Net() 180 exact; python.no_colon 19:25"},
        {"class Net(nn.Module):", "class Net(nn.Module)", "Net() 180 exact; python.no_colon 12:21"},
        {"width, n_classes)", "width n_classes)", "Net() 180 approximate; python.no_comma 17:36"},
        {"width, n_classes)", "width, n_classes", "Net() 180 approximate; python.unclosed 17:30"},
    };
    for (const Case& c : cases) {
        std::string code(kNet);
        code.replace(code.find(c.part), c.part.size(), c.mistake);
        EXPECT_EQ(built_of(code), c.expected) << c.mistake;
    }
}

TEST(SourceMistakes, UsualNamesOfLibrariesNeedNoImport) {
    EXPECT_EQ(built_of("model = torchvision.models.resnet18()\n").substr(0, 20), "model 11689512 exact");
    EXPECT_EQ(built_of("model = models.resnet18()\n").substr(0, 20), "model 11689512 exact");
    EXPECT_EQ(built_of("model = timm.create_model(\"resnet18\")\n").substr(0, 20), "model 11689512 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
