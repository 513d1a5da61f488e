// Source code that calls modules while it builds one: what they return, note and make.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kImports = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";

/// "24 exact"
std::string count_of(const std::string& code) {
    const std::string text = kImports + code;
    MemorySource file(text);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "");
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const Quantity& count = report.root()->facts->parameters;
    return (count.value ? to_string(*count.value) : "unknown") + " " + std::string(to_string(count.basis));
}

/// A module whose constructor and forward pass have these lines.
std::string module(const std::string& name, const std::string& constructor, const std::string& forward) {
    return "class " + name + "(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
           constructor + "    def forward(self, x):\n" + forward;
}

TEST(SourceEarlyCalls, LeaveWhatTheForwardPassAssigns) {
    const std::string probe =
        module("Probe", "        self.width = 2\n", "        self.width = x.size(1)\n        return x\n");
    EXPECT_EQ(
        count_of(probe + "probe = Probe()\nprobe(torch.zeros(1, 7))\nmodel = nn.Linear(probe.width, 3)\n"),
        "24 exact");
    const std::string lazy =
        module("Net", "        self.conv = nn.Conv2d(1, 8, 5)\n        self.fc = None\n",
               "        x = self.conv(x).flatten(1)\n"
               "        if self.fc is None:\n            self.fc = nn.Linear(x.shape[1], 10)\n"
               "        return self.fc(x)\n");
    EXPECT_EQ(count_of(lazy + "model = Net()\nmodel(torch.randn(1, 1, 20, 20))\n"), "20698 exact");
    EXPECT_EQ(count_of(lazy + "model = Net()\n"), "208 exact");
    // What is noted and not used.
    const std::string noted = module("Net", "        self.a = nn.Linear(4, 4)\n        self.seen = None\n",
                                     "        self.seen = x.softmax(-1)\n        return self.a(x)\n");
    EXPECT_EQ(count_of(noted + "model = Net()\ny = model(torch.randn(1, 4))\n"), "20 exact");
}

TEST(SourceRanges, ThatBeginBehindZeroHaveFewerItems) {
    for (const auto& [range, count] : {std::pair("range(n)", "60 exact"), {"range(1, n)", "40 exact"}, {"range(0, n, 2)", "40 exact"}})
        EXPECT_EQ(count_of("class Net(nn.Module):\n    def __init__(self, n=3):\n        super().__init__()\n"
                           "        self.l = nn.ModuleList([nn.Linear(4, 4) for _ in " + std::string(range) + "])\n"),
                  count)
            << range;
}

TEST(SourceEarlyCalls, TakeWindowsOfATensorAsItsMethodDoes) {
    EXPECT_EQ(count_of("n = torch.zeros(2, 3, 4).unfold(2, 2, 1).shape[-1]\nmodel = nn.Linear(n, 1)\n"), "3 exact");
    EXPECT_EQ(count_of("n = F.unfold(torch.zeros(1, 3, 4, 4), 2).shape[1]\nmodel = nn.Linear(n, 1)\n"), "13 exact");
}

TEST(SourceEarlyCalls, GiveTheShapeOfWhatIsReturned) {
    const std::string convolutions =
        "        self.c = nn.Sequential(nn.Conv2d(1, 8, 5), nn.ReLU(), nn.MaxPool2d(2))\n";
    const std::string forward = "        return self.fc(self.c(x).flatten(1))\n";
    for (const std::string size : {
             "self.c(torch.zeros(1, 1, 20, 20)).numel()",
             "self.c(torch.zeros(1, 1, 20, 20)).view(1, -1).size(1)",
             "self.c(torch.randn(2, 1, 20, 20)).shape[1:].numel()",
             "F.relu(self.c(torch.zeros(1, 1, 20, 20))).flatten(1).shape[1]",
             "F.max_pool2d(F.relu(self.c[0](torch.zeros(1, 1, 20, 20))), 2).flatten(1).size(-1)",
         }) {
        EXPECT_EQ(count_of(module("Net", convolutions + "        self.fc = nn.Linear(" + size + ", 10)\n",
                                  forward) +
                           "model = Net()\n"),
                  "5338 exact")
            << size;
    }
    const std::string no_gradient =
        "        with torch.no_grad():\n            n = self.c(torch.zeros(1, 1, 20, 20)).numel()\n"
        "        self.fc = nn.Linear(n, 10)\n";
    EXPECT_EQ(count_of(module("Net", convolutions + no_gradient, forward) + "model = Net()\n"), "5338 exact");
}

TEST(SourceEarlyCalls, ThatCannotBeEvaluatedLeaveOpenWhatTheyAssign) {
    const std::string net =
        module("Net", "        self.a = nn.Linear(4, 4)\n        self.b = None\n",
               "        self.b = nn.Linear(absent(x), 2)\n        raise ValueError(absent)\n");
    EXPECT_NE(count_of("from absent import absent\n" + net + "model = Net()\nmodel(torch.randn(1, 4))\n"),
              "20 exact");
}

}  // namespace
}  // namespace paramscope::open
