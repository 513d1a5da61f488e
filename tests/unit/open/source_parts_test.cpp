// Whether the parts of what code builds are all there.
#include <gtest/gtest.h>

#include "algebra/print.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "20 exact" of what the code builds; "none" where it builds nothing.
std::string counted(const std::string& code) {
    const std::string text = "import copy\nimport torch\nfrom torch import nn\n" + code;
    MemorySource file(text);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return "none";
    const Quantity& parameters = report.root()->facts->parameters;
    return to_string(*parameters.value) + " " + std::string(to_string(parameters.basis));
}

std::string class_of(const std::string& init, const std::string& forward, const std::string& more = "") {
    return "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + init +
           "    def forward(self, x):\n        return " + forward + "\n" + more;
}

TEST(SourceParts, ThatForwardCallsAndNobodyMakesLeaveTheTotalOpen) {
    const std::string layer = "        self.a = nn.Linear(4, 4)\n";
    EXPECT_EQ(counted("class Net(nn.Module):\n    def forward(self, x):\n        return self.b(self.a(x))\n"),
              "0 partial");
    EXPECT_EQ(counted(class_of(layer, "self.b(self.a(x))")), "20 partial");
    EXPECT_EQ(counted(class_of(layer, "self.a(x)")), "20 exact");
    EXPECT_EQ(counted(class_of(layer, "self.b(self.a(x))", "    def b(self, x):\n        return x\n")),
              "20 exact");
    EXPECT_EQ(counted(class_of(layer, "self.b(self.a(x))", "    b = staticmethod(torch.relu)\n")),
              "20 exact");
    EXPECT_EQ(counted(class_of(layer, "self.b(x) if hasattr(self, 'b') else self.a(x)")), "20 exact");
    EXPECT_EQ(counted(class_of(layer + "        setattr(self, 'b', nn.Linear(4, 4))\n", "self.b(self.a(x))")),
              "40 exact");
    EXPECT_EQ(
        counted(class_of(layer, "self.b(self.a(x))", "    def make(self):\n        self.b = nn.ReLU()\n")),
        "20 exact");
    // A part of a part.
    EXPECT_EQ(counted(class_of("", "self.c(x)").replace(6, 3, "Sub") +
                      class_of("        self.sub = Sub()\n" + layer, "self.a(self.sub(x))")),
              "20 partial");
}

TEST(SourceParts, AreCopiedAsTheirClassSays) {
    const std::string block =
        "class Block(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
        "        self.n = n\n        self.a = nn.Linear(1, n, False)\n";
    const std::string net = "net = nn.Sequential(Block(2), copy.deepcopy(Block(3)))\n";
    EXPECT_EQ(counted(block + net), "5 exact");
    EXPECT_EQ(counted(block + "    def __deepcopy__(self, memo):\n        return Block(self.n + 1)\n" + net),
              "6 exact");
    EXPECT_EQ(counted(block + "    def __reduce__(self):\n        return Block, (7,)\n" + net), "5 partial");
}

TEST(SourceParts, OfListsAreJoinedAndRepeated) {
    const std::string pair = "a = nn.Sequential(nn.Linear(1, 2, False), nn.Linear(2, 3, False))\n";
    EXPECT_EQ(counted(pair + "net = a + nn.Sequential(nn.Linear(1, 5, False))\n"), "13 exact");
    EXPECT_EQ(counted(pair + "net = nn.ModuleList(a) + [nn.Linear(1, 5, False)]\n"), "13 exact");
    EXPECT_EQ(counted(pair + "net = a * 3\n"), "8 exact");  // the same layers three times
    EXPECT_EQ(counted(pair + "net = a * 3\nnet[1] = nn.Linear(1, 7, False)\n"), "15 exact");
    EXPECT_EQ(counted(pair + "a = a[:1]\n"), "2 exact");
}

TEST(SourceParts, ThatAreTakenOutAreNoModelOfTheirOwn) {
    const std::string net =
        class_of("        self.a = nn.Linear(4, 4)\n        self.b = nn.Linear(4, 8)\n", "x");
    const std::string list = "        self.a = nn.ModuleList([nn.Linear(4, 4) for i in range(3)])\n";
    EXPECT_EQ(counted(net + "net = Net()\nold = net.b\nnet.b = nn.Identity()\n"), "20 exact");
    EXPECT_EQ(
        counted(class_of(list, "x") + "net = Net()\nfirst, *rest = net.a\nnet.a = nn.ModuleList(rest)\n"),
        "40 exact");
    // Where nothing else is left, it is.
    EXPECT_EQ(counted(net + "part = Net().b\n"), "40 exact");
    EXPECT_EQ(counted(net + "net = copy.deepcopy(Net())\ndel net.b\n"), "20 exact");
}

TEST(SourceParts, OfAModelThatAnUnknownFunctionReplacesMayBeMore) {
    const std::string net = class_of("        self.a = nn.Linear(4, 4)\n", "self.a(x)") + "net = Net()\n";
    EXPECT_EQ(counted(net), "20 exact");
    EXPECT_EQ(counted("from adapters import wrap\n" + net + "net = wrap(net, rank=4)\n"), "20 partial");
    EXPECT_EQ(counted("from adapters import wrap\n" + net + "net = wrap(net)\nnet = Net()\n"), "20 exact");
    EXPECT_EQ(counted("from adapters import wrap\n" + net + "wrapped = wrap(net)\n"), "20 partial");
}

TEST(SourceParts, WhoseSizesAMetaclassMayChangeAreOpen) {
    const std::string meta =
        "class Meta(type):\n    made = []\n    def __new__(meta, name, bases, names):\n"
        "        meta.made.append(name)\n        return super().__new__(meta, name, bases, names)\n";
    EXPECT_EQ(counted(meta + "net = nn.Linear(1, len(Meta.made) + 1, False)\n"), "1 exact");
    EXPECT_EQ(
        counted(meta + "class A(metaclass=Meta):\n    pass\nnet = nn.Linear(1, len(Meta.made) + 1, False)\n"),
        "0 partial");
}

TEST(SourceParts, OfSizesInADictWithAttributesAreKnown) {
    const std::string made = "sizes = Sizes(a=3)\nsizes.b = 4\nnet = nn.Linear(sizes.a, sizes['b'], False)\n";
    for (const char* getter : {"dict.__getitem__", "dict.get", "dict.pop"})
        EXPECT_EQ(counted("class Sizes(dict):\n    __getattr__ = " + std::string(getter) +
                          "\n    __setattr__ = dict.__setitem__\n" + made),
                  "12 exact")
            << getter;
}

TEST(SourceParts, AreSetByTheMethodOfAnyModule) {
    const std::string set = "        self.__setattr__('a', nn.Linear(4, 4))\n";
    EXPECT_EQ(counted(class_of(set, "x")), "20 exact");
    EXPECT_EQ(
        counted("class Net(nn.Linear):\n    def __init__(self):\n        super().__init__(1, 2)\n" + set),
        "24 exact");
}

TEST(SourceParts, OfADecoratedConstructorAreMade) {
    const std::string decorator =
        "def passed_on(f):\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\n";
    EXPECT_EQ(counted(decorator + "class Net(nn.Module):\n    @passed_on\n    def __init__(self):\n"
                                  "        super().__init__()\n        self.a = nn.Linear(4, 4)\n"),
              "20 exact");
}

TEST(SourceFormulas, KnowThatSymbolsAreWhole) {
    MemorySource file(
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self, base=8):\n"
        "        super().__init__()\n        c = base * 4\n"
        "        self.a = nn.Conv2d(c // 2, c % 2 + (c + 6) // 4 + base // 2, 1, bias=False)\n");
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    EXPECT_NE(opened.text().find("Conv2d(2*base, base + floor(base/2) + 1, 1, bias=False)"),
              std::string::npos)
        << opened.text();
}

TEST(SourceText, HasItsCommentsAndItsLinesOfStrings) {
    std::string code = "text = '''\n# one\n  # two'''\n";
    for (int i = 0; i < 100'000; ++i) code += "    # a comment\n";
    code += "if text[1] == '#' and len(text) == 14:\n  # a comment\n    net = nn.Linear(4, 4)  # '''\n";
    EXPECT_EQ(counted(code), "20 exact");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
