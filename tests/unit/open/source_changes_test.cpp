// Source code that changes what it has built: arguments of layers, constants, the choice among classes.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "Net(): 24 parameters, 48 MACs exact", or "nothing".
std::string counted(const std::string& code, const std::vector<Dims>& inputs) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "", inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text(), options);
    if (opened.text().empty() || report.root() == nullptr) return "nothing";
    const Quantity &parameters = report.root()->facts->parameters, &macs = report.root()->facts->macs;
    return opened.built + ": " + (parameters.value ? to_string(*parameters.value) : "?") + " parameters, " +
           (macs.value ? to_string(*macs.value) : "?") + " MACs " + std::string(to_string(macs.basis));
}

std::string net(const std::string& members, const std::string& result) {
    return "class Net(nn.Module):\n    def __init__(self, k=2):\n        super().__init__()\n" + members +
           "    def forward(self, x):\n        return " + result + "\n";
}

TEST(SourceChanges, OfLayersAreThoseOfTheirForwardPass) {
    const std::vector<Dims> image = {{1, 3, 8, 8}};
    struct Case {
        const char *members, *result, *counted;
    };
    // The MACs are PyTorch's.
    const Case cases[] = {
        {"        self.c = nn.Conv2d(3, 4, 3, stride=2, padding=1)\n        self.c.stride = (1, 1)\n",
         "self.c(x)", "Net(): 112 parameters, 6912 MACs exact"},
        {"        self.c = nn.Conv2d(3, 4, 3)\n        self.c.padding = 1\n", "self.c(x)",
         "Net(): 112 parameters, 6912 MACs exact"},
        {"        self.p = nn.MaxPool2d(2)\n        self.p.stride = 1\n        self.c = nn.Conv2d(3, 1, 1)\n",
         "self.c(self.p(x))", "Net(): 4 parameters, 147 MACs exact"},
        // The forward pass of a Linear does not read in_features.
        {"        self.f = nn.Linear(8, 2)\n        self.f.in_features = 5\n", "self.f(x)",
         "Net(): 18 parameters, 384 MACs exact"},
        {"        self.f = nn.Linear(8, 2)\n        self.f.note = 5\n", "self.f(x)",
         "Net(): 18 parameters, 384 MACs exact"},
    };
    for (const Case& each : cases) EXPECT_EQ(counted(net(each.members, each.result), image), each.counted);
    EXPECT_EQ(counted("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                      "        self.c = nn.Conv2d(3, 4, 3)\n    def forward(self, x):\n"
                      "        self.c.padding = x.shape[-1] - 7\n        return self.c(x)\n",
                      image),
              "Net(): 112 parameters, ? MACs partial");
}

TEST(SourceChanges, OfNothingKeepTheSymbolsOfLayersThatForwardMakes) {
    EXPECT_EQ(counted("length = 3\n" +
                          net("        self.f = nn.Linear(8, 4)\n", "nn.MaxPool1d(length - 1)(self.f(x))"),
                      {{1, 3, 8}}),
              "Net(): 36 parameters, 96 MACs exact");
    EXPECT_EQ(counted(net("        self.k = k\n        self.f = nn.Linear(8, 4)\n",
                          "nn.AvgPool1d(self.k)(self.f(x))"),
                      {{1, 3, 8}}),
              "Net(): 36 parameters, 96 MACs exact");
}

TEST(SourceChanges, ThatAreNotKnownLeaveTheRest) {
    EXPECT_EQ(
        counted(
            "class Add(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.f = nn.Linear(8, 4)\n    def forward(self, x, c):\n        return self.f(x) + c\n" +
                net("        self.add = Add()\n        self.register_buffer('c', "
                    "torch.histc(torch.rand(3)))\n",
                    "self.add(x, self.c)"),
            {{2, 8}}),
        "Net(): 36 parameters, 64 MACs partial");
}

TEST(SourceBranches, OnDataCountWhereAllTakeTheSameWork) {
    const auto branch = [](const std::string& q, const std::string& yes, const std::string& no) {
        return counted(
            "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.p = nn.Linear(8, 4)\n        self.q = " +
                q + "\n    def forward(self, x):\n        if x.sum() > 0:\n            y = " + yes +
                "\n        else:\n            y = " + no +
                "\n        if (y > 0).any():\n            y = y * 2\n        return y\n",
            {{1, 8}});
    };
    EXPECT_EQ(branch("nn.Linear(8, 4)", "self.p(x)", "self.q(x)"), "Net(): 72 parameters, 32 MACs exact");
    const std::string same =
        "class Net(nn.Module):\n    def __init__(self, d=8):\n        super().__init__()\n"
        "        self.p = nn.Linear(d, 4)\n        self.q = nn.Linear(8, 4)\n"
        "    def forward(self, x):\n        if x.sum() > 0:\n            return self.p(x)\n";
    EXPECT_EQ(counted(same + "        else:\n            return self.q(x)\n", {{1, 8}}),
              "Net(): 72 parameters, 32 MACs exact");
    EXPECT_EQ(counted(same + "        return self.q(x)\n", {{1, 8}}), "Net(): 72 parameters, 32 MACs exact");
    // Other work, another output, an exception.
    EXPECT_EQ(counted(same + "        return self.q(x) + x[:, :4]\n", {{1, 8}}),
              "Net(): 72 parameters, ? MACs partial");
    EXPECT_EQ(counted(same + "        return self.q(x).unsqueeze(0)\n", {{1, 8}}),
              "Net(): 72 parameters, ? MACs partial");
    EXPECT_EQ(counted(same + "        return self.r(x)\n", {{1, 8}}), "Net(): 72 parameters, ? MACs partial");
}

/// 12 equal layers: a branch of all of them goes one way or the other, and that of the first or the last
/// alone.
TEST(SourceBranches, OfManyLayersCountWhereAllTakeTheSameWork) {
    const auto layers = [](const std::string& loop) {
        return counted(
            "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.fs = nn.ModuleList([nn.Linear(4, 4) for _ in range(12)])\n"
            "        self.g = nn.Linear(4, 4)\n    def forward(self, x):\n        before = None\n"
            "        for f in self.fs:\n            is_up = False\n            if x.sum() > 0:\n" +
                loop + "            x = f(x)\n        return x\n",
            {{1, 4}});
    };
    EXPECT_EQ(layers("                x = x * 2\n"), "Net(): 260 parameters, 192 MACs exact");
    EXPECT_EQ(layers("                x = self.g(x)\n"), "Net(): 260 parameters, ? MACs partial");
    EXPECT_EQ(layers("                is_up = True\n            if before is not None and is_up != before:\n"
                     "                x = self.g(x)\n            before = is_up\n"),
              "Net(): 260 parameters, 16 MACs partial");
}

TEST(SourceChanges, OfTheChoiceAreThatAClassWithPartsGoesFirst) {
    const std::string loss =
        "class Loss(nn.Module):\n    def forward(self, x, y):\n        return (x - y).abs().mean()\n";
    const std::string model = net("        self.f = nn.Linear(8, 2)\n", "self.f(x)");
    EXPECT_EQ(counted(model + loss, {{1, 8}}), "Net(): 18 parameters, 16 MACs exact");
    EXPECT_EQ(counted(loss, {{1, 8}, {1, 8}}), "Loss(): 0 parameters, 0 MACs exact");
    EXPECT_EQ(counted(model + loss + "Loss()(torch.rand(1, 8), torch.rand(1, 8))\n", {{1, 8}, {1, 8}}),
              "Loss(): 0 parameters, 0 MACs exact");
}

TEST(SourceChanges, OfArgumentsByNameCount) {
    for (const char* size :
         {"len(list(itertools.product(range(3), repeat=2)))", "int(np.arange(1, 18, step=2).shape[0])",
          "pow(3, 2, mod=10)", "len(np.arange(start=0, stop=9))",
          "OrderedDict(a=9, b=2).popitem(last=False)[1]", "list(moved.values())[-1]"}) {
        const std::string code =
            "import itertools\nfrom collections import OrderedDict\n"
            "moved = OrderedDict(a=9, b=2)\nmoved.move_to_end('a')\nnet = nn.Linear(" +
            std::string(size) + ", 1, bias=False)\n";
        EXPECT_EQ(counted(code, {{1, 9}}), "net: 9 parameters, 9 MACs exact") << size;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
