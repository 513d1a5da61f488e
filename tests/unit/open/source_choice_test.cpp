// What is built of source code that does not say it: a model of its own, a class, or a function that gives
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "count/count.h"
#include "open/open.h"
#include "unit/open/built_code.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "NetA() 12 exact", and the ids of notes about choices and of errors.
std::string built_of(const std::string& code, std::string_view build = "") {
    auto [opened, text] = build_code(code, build);
    for (const Diagnostic& each : opened.diagnostics) {
        const std::string id(each.message.id());
        if (each.severity != Severity::Note || id.find("chosen") != std::string::npos) text += "; " + id;
    }
    return text;
}

const std::string kNet =
    "import torch\n"
    "import torch.nn as nn\n"
    "class Net(nn.Module):\n"
    "    def __init__(self, cfg, bias=True):\n"
    "        super().__init__()\n"
    "        self.a = nn.Linear(cfg['d'], cfg['d'], bias)\n"
    "    def forward(self, x):\n"
    "        return self.a(x)\n";

TEST(SourceChoice, TakesAFunctionThatGivesAModelWhereTheClassNeedsArguments) {
    const std::string factories =
        "def make(d, bias): return Net({'d': d}, bias)\n"
        "def Small(): return make(2, False)\n"
        "def Large(bias=True):\n    net = Net(cfg={'d': 3}, bias=bias)\n    return net\n"
        "def test():\n    print(Large()(torch.ones(1, 3)).shape)\n";
    EXPECT_EQ(built_of(kNet + factories), "Small() 4 exact; python.chosen_factory");
    EXPECT_EQ(built_of(kNet + factories, "Large()"), "Large() 12 exact");
    // One that fails is left out; a class that needs no arguments goes first.
    EXPECT_EQ(built_of(kNet + "def Bad(): return Net({})\ndef Good(): return Net({'d': 2})\n"),
              "Good() 6 exact; python.chosen_factory");
    EXPECT_EQ(built_of(kNet + factories +
                       "class Top(nn.Module):\n    def __init__(self):\n"
                       "        super().__init__()\n        self.net = Large()\n"),
              "Top() 12 exact; python.chosen");
    // Without a class, and with arguments whose names suggest values.
    EXPECT_EQ(built_of("import torch.nn as nn\ndef net(): return nn.Sequential(nn.Linear(2, 2))\n"),
              "net() 6 exact");
    EXPECT_EQ(
        built_of(
            kNet +
            "def net(*, num_layers): return nn.Sequential(*[Net({'d': 1}) for _ in range(num_layers)])\n"),
        "net(num_layers=12) 24 approximate; python.guessed");
    EXPECT_EQ(built_of(kNet + "def number(): return 3\ndef none(): pass\n").substr(0, 1), ";");
}

TEST(SourceChoice, OfAFunctionKeepsTheHyperParametersOfTheClass) {
    const std::string code =
        "import torch.nn as nn\n"
        "class Net(nn.Module):\n"
        "    def __init__(self, blocks, classes=10):\n"
        "        super().__init__()\n"
        "        self.a = nn.Conv2d(3, 4, 3, padding=1)\n"
        "        self.b = nn.Linear(4 * 32 * 32, classes)\n"
        "    def forward(self, x):\n"
        "        return self.b(self.a(x).view(x.size(0), -1))\n"
        "def Small(): return Net([1])\n";
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "");
    EXPECT_NE(opened.text().find("classes = 10"), std::string::npos) << opened.text();
    EXPECT_NE(opened.text().find("input = (batch, 3, 32, 32)"), std::string::npos) << opened.text();
}

TEST(SourceChoice, TakesTheModelThatACallMakes) {
    const std::string main =
        "def main():\n"
        "    cfg = {'d': 4}\n"
        "    net = Net(cfg)\n"
        "    print(net(torch.ones(2, 4)))\n";
    EXPECT_EQ(built_of(kNet + main + "main()\n"), "main() 20 exact");
    EXPECT_EQ(built_of(kNet + main + "if __name__ == '__main__':\n    main()\n"), "main() 20 exact");
    EXPECT_EQ(built_of(kNet + main, "main()"), "main() 20 exact");
    // Training goes on too long, or fails, and changes no model.
    EXPECT_EQ(built_of(kNet + main + "    for i in range(10 ** 9): net(torch.ones(2, 4))\nmain()\n"),
              "main() 20 exact");
    EXPECT_EQ(built_of(kNet + main + "    raise ValueError\nmain()\n"), "main() 20 exact");
    // What may change the model is said.
    EXPECT_EQ(
        built_of(kNet + main +
                 "    for p in net.parameters(): p.requires_grad = False\n    raise ValueError\nmain()\n"),
        "main() 20 approximate; python.made_in_part");
    // A model whose constructor fails is none.
    EXPECT_EQ(built_of(kNet + "class Half(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                              "        self.a = nn.Linear(1, 1)\n        raise ValueError\n"
                              "def main(): Half()\nmain()\n")
                  .find("main()"),
              std::string::npos);
}

TEST(SourceChoice, TakesAConfigOfTheText) {
    const std::string configs = "CONFIG_SMALL = {'d': 2}\nCONFIG_LARGE = {'d': 3}\n";
    EXPECT_EQ(built_of(kNet + configs), "Net(CONFIG_SMALL) 6 exact; python.chosen_config");
    EXPECT_EQ(built_of(kNet + "my_cfg = {'d': 3}\n"), "Net(my_cfg) 12 exact");
    EXPECT_EQ(built_of(kNet + "sizes = {'d': 3}\n"), "; python.missing_fields");
}

TEST(SourceChoice, NamesTheOtherModelsOfTheText) {
    const std::string two = "import torch.nn as nn\na = nn.Linear(1, 1)\nb = nn.Linear(2, 2)\n";
    EXPECT_EQ(built_of(two), "b 6 exact; python.chosen_model");
    EXPECT_EQ(built_of(two + "c = b\n").substr(1), " 6 exact; python.chosen_model");
    EXPECT_EQ(built_of("import torch.nn as nn\nb = nn.Linear(2, 2)\nc = nn.Sequential(b)\n"), "c 6 exact");
}

TEST(SourceChoice, TakesALayerWithoutWeightsWhereNothingElseIsBuilt) {
    const std::string head = "import torch.nn as nn\n";
    EXPECT_EQ(built_of(head + "norm = nn.InstanceNorm2d(32)\n"), "norm 0 exact");
    EXPECT_EQ(built_of(head + "net = nn.Linear(2, 3)\nact = nn.ReLU()\n"), "net 9 exact");
}

TEST(SourceChoice, PrefersAModelToALoss) {
    const std::string loss =
        "class Loss(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "    def forward(self, x, y):\n        return (x - y).mean()\n";
    const std::string net =
        "import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self, num_class):\n"
        "        super().__init__()\n        self.a = nn.Linear(2, num_class)\n";
    EXPECT_EQ(built_of(net + loss), "Net(num_class=1000) 3000 approximate; python.guessed");
    EXPECT_EQ(built_of("import torch.nn as nn\n" + loss), "Loss() 0 exact");
}

/// A text with these classes: each a name, the sizes of its layer, and what it names besides.
struct Class {
    std::string name, sizes, uses = "";
};

std::string classes(const std::vector<Class>& all) {
    std::string code = "import torch.nn as nn\n";
    for (const Class& each : all)
        code += "class " + each.name + "(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
                "        self.a = nn.Linear(" + each.sizes + ", bias=False)\n" +
                (each.uses.empty() ? "" : "        self.b = " + each.uses + "\n");
    return code;
}

TEST(SourceChoice, TakesTheLikeliestClass) {
    const std::string generator = classes({{"NetG", "1, 1"}, {"NLayerDiscriminator", "1, 2"}});
    EXPECT_EQ(built_of(generator), "NetG() 1 exact; python.chosen");
    EXPECT_EQ(built_of(generator + "d = NLayerDiscriminator()\n"), "d 2 exact");
    EXPECT_EQ(built_of(generator + "g, d = NetG(), NLayerDiscriminator()\n"),
              "g 1 exact; python.chosen_model");
    EXPECT_EQ(built_of(generator + "def main():\n    g, d = NetG(), NLayerDiscriminator()\nmain()\n"),
              "main() 1 exact");
    EXPECT_EQ(built_of(classes({{"Net", "1, 1"}, {"AmSoftmax", "1, 2"}})), "Net() 1 exact; python.chosen");
    // What uses most, what functions name, what is named like the file.
    const std::vector<Class> large = {{"Block", "1, 1"}, {"Net", "1, 2", "Block()"}, {"Head", "1, 4"}};
    EXPECT_EQ(built_of(classes(large)), "Net() 3 exact; python.chosen");
    EXPECT_EQ(built_of(classes(large) + "def test():\n    Head()\n"), "Head() 4 exact; python.chosen");
    EXPECT_EQ(built_of(classes({{"Model", "1, 1"}, {"Head", "1, 2"}})), "Model() 1 exact; python.chosen");
    // Functions and tables that classes name are parts of them.
    const std::vector<Class> by_table = {{"Block", "1, 1"}, {"Net", "1, 2", "BLOCKS['a']()"}};
    EXPECT_EQ(built_of(classes(by_table) + "BLOCKS = {'a': Block}\n"), "Net() 3 exact; python.chosen");
}

TEST(SourceChoice, OfALayerNeedsTheLayersArguments) {
    EXPECT_EQ(built_of("import torch.nn as nn\nclass Norm(nn.BatchNorm2d):\n    pass\n"),
              "Norm(num_features=64) 128 approximate; python.guessed");
    EXPECT_EQ(built_of("import torch.nn as nn\nclass Dense(nn.Linear):\n    def __init__(self):\n"
                       "        super().__init__(2, 3)\n"),
              "Dense() 9 exact");
    EXPECT_EQ(built_of("import torch.nn as nn\nclass Act(nn.ReLU):\n    pass\n"), "Act() 0 exact");
}

TEST(SourceChoice, TakesNoLossThatIsBuiltBesideAClass) {
    const std::string loss = "from elsewhere import f\nloss = nn.CrossEntropyLoss()\nf(loss)\n";
    EXPECT_EQ(built_of(classes({{"Net", "1, 1"}}) + loss), "Net() 1 exact");
    EXPECT_EQ(built_of("import torch.nn as nn\n" + loss).substr(0, 6), "loss 0");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
