// Source code in which a value is unknown: what depends on it is not exact, and what does not is.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "224 exact, none partial": parameters and multiply-accumulates for an input of 1, 3, 32, 32, with N
/// unknown.
std::string counted(const std::string& statements, const std::string& forward = "self.b(x)") {
    const std::string code =
        "import torch, absent\n"
        "import torch.nn as nn\n"
        "N = int(open('n').read())\n"
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        " +
        statements +
        "\n"
        "    def forward(self, x):\n"
        "        return " +
        forward +
        "\n"
        "net = Net()\n"
        "net(torch.ones(1, 3, 32, 32))\n";
    MemorySource file(code);
    const Report report = count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text());
    const auto text = [](const Quantity& quantity) {
        return (quantity.value ? to_string(*quantity.value) : "none") + " " +
               std::string(to_string(quantity.basis));
    };
    return text(report.root()->facts->parameters) + ", " + text(report.root()->facts->macs);
}

struct Case {
    const char *statements, *counted;
};

TEST(SourceDoubts, OfLayersArgumentsReachWhatTheyDecide) {
    for (const auto& [statements, expected] : {
             Case{"self.b = nn.Conv2d(3, 8, 3, stride=N)", "224 exact, none partial"},
             Case{"self.b = nn.Conv2d(3, 8, 3, padding=N)", "224 exact, none partial"},
             Case{"self.b = nn.Sequential(nn.MaxPool2d(2, N), nn.Conv2d(3, 8, 3))",
                  "224 exact, none partial"},
             Case{"self.b = nn.Sequential(nn.MaxPool2d(2, padding=N), nn.Conv2d(3, 8, 3))",
                  "224 exact, none partial"},
             Case{"self.b = nn.Sequential(nn.MaxPool2d(2, ceil_mode=N > 2), nn.Conv2d(3, 8, 3))",
                  "224 exact, 42336 exact"},
             Case{"self.b = nn.utils.weight_norm(nn.Conv2d(3, 8, 3, padding=N))", "232 exact, none partial"},
             Case{"self.b = nn.Conv2d(3, 8, 3, padding_mode=open('n').read())", "224 exact, 194400 exact"},
             Case{"self.b = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Dropout(N / 10), nn.LeakyReLU(N))",
                  "224 exact, 194400 exact"},
             Case{"self.b = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8, eps=N, momentum=N))",
                  "240 exact, 194400 exact"},
         })
        EXPECT_EQ(counted(statements), expected) << statements;
}

TEST(SourceDoubts, OfALayerReachASequenceWithoutForward) {
    MemorySource file(
        "import torch, torch.nn as nn\n"
        "net = nn.Sequential(nn.Conv2d(3, 8, 3, stride=int(open('n').read())))\n"
        "net(torch.ones(1, 3, 32, 32))\n");
    const Report report = count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text());
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact);
    EXPECT_NE(report.root()->facts->macs.basis, Basis::Exact);
}

TEST(SourceDoubts, OfAContainerGoWhereItsModulesGo) {
    const char* const cases[] = {
        "c = nn.ModuleList()\n        for _ in range(N): c.append(nn.Linear(3, 3))\n        self.b = "
        "nn.Sequential(*c)",
        "c = nn.ModuleList()\n        for _ in range(N): c.append(nn.Linear(3, 3))\n        self.b = "
        "nn.ModuleList(c)",
        "c = nn.ModuleDict()\n        for i in range(N): c[str(i)] = nn.Linear(3, 3)\n        self.b = "
        "nn.ModuleDict(c)",
        "c = [nn.Linear(3, 3)]\n        for _ in range(N): c.append(nn.Linear(3, 3))\n        self.b = "
        "nn.Sequential(*c)",
        "c = nn.ModuleList()\n        for _ in range(N): c.append(nn.Linear(3, 3))\n        self.b = "
        "nn.ModuleList()\n"
        "        for _ in range(len(c)): self.b.append(nn.Linear(3, 3))",
        "c = nn.ModuleList()\n        for _ in range(N): c.append(nn.Linear(3, 3))\n        self.b = "
        "nn.ModuleList()\n"
        "        for each in c: self.b.append(each)",
        "self.b = nn.Linear(3, 3)\n        [self.add_module(n, nn.Linear(3, 3)) for n in "
        "open('n').read().split()]",
    };
    for (const char* const statements : cases)
        EXPECT_EQ(counted(statements).find("exact"), std::string::npos) << statements;
}

TEST(SourceDoubts, OfArgumentsReachTheConstructorOfABase) {
    for (const char* const base : {"nn.Linear", "nn.Sequential", "nn.Conv2d"}) {
        for (const char* const call :
             {"super().__init__(*absent.sizes())", "super().__init__(**absent.sizes())",
              "super().__init__(3, *absent.sizes())"}) {
            const std::string code = std::string("import torch.nn as nn, absent\nclass Net(") + base +
                                     "):\n    def __init__(self):\n        " + call + "\nnet = Net()\n";
            MemorySource file(code);
            const Report report =
                count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text());
            EXPECT_NE(report.root()->facts->parameters.basis, Basis::Exact) << code;
        }
    }
}

/// A function that may be called for items that are not known, or by a function that is not.
TEST(SourceDoubts, OfFunctionsThatMayBeCalledReachWhatTheyChange) {
    for (const char* const call : {
             "list(map(lambda n: self.c.append(nn.Linear(n, 3)), absent.sizes()))",
             "list(map(self.c.append, absent.layers()))",
             "sorted(absent.sizes(), key=lambda n: self.c.append(nn.Linear(n, 3)))",
             "any(self.c.append(nn.Linear(n, 3)) for n in absent.sizes())",
             "absent.each(lambda n: self.c.append(nn.Linear(n, 3)))",
             "absent.each(self.c.append)",
             "absent.each(functools.partial(self.c.append))",
             "absent.fill(self.c)",
             "d = [nn.Linear(3, 3)]\n        absent.fill(d)\n        self.c = nn.Sequential(*d)",
             "d = [nn.Linear(3, 3)]\n        absent.each(lambda n: d.append(n))\n        self.c = "
             "nn.Sequential(*d)",
             "d = [nn.Linear(3, 3)]\n        absent.each(d.append)\n        self.c = nn.Sequential(*d)",
         }) {
        const std::string statements =
            std::string(
                "import functools\n        self.b = nn.Linear(32, 4)\n        self.c = "
                "nn.ModuleList()\n        ") +
            call;
        EXPECT_EQ(counted(statements).find("132 exact"), std::string::npos) << call;
        EXPECT_NE(counted(statements).find("partial,"), std::string::npos) << call;
    }
    EXPECT_EQ(counted("self.b = nn.Linear(32, 4)\n        absent.each(lambda n: n + 1)"),
              "132 exact, 12288 exact");
}

TEST(SourceDoubts, OfFunctionsThatMayBeCalledReachTheWorkOfAPass) {
    const char* const statements = "self.b = nn.Linear(32, 4); self.c = nn.Linear(4, 4)";
    for (const char* const call : {
             "list(map(self.c, absent.items()))",
             "sorted(absent.items(), key=self.c)",
             "[self.c(each) for each in absent.items()]",
             "any(self.c(each) for each in absent.items())",
             "absent.each(self.c)",
             "absent.each([self.c])",
             "absent.each({'c': self.c})",
             "absent.each(lambda y: self.c(y))",
         }) {
        const std::string forward = std::string("(self.b(x), ") + call + ")[0]";
        EXPECT_TRUE(counted(statements, forward).ends_with(" partial")) << call;
    }
    EXPECT_EQ(counted("self.b = nn.Linear(32, 4)", "(self.b(x), [int(n) for n in absent.items()])[0]"),
              "132 exact, 12288 exact");
}

/// "20 exact": the parameters of a class with these methods, of which some have decorators that are not
/// known.
std::string counted_class(const std::string& methods) {
    const std::string code =
        "import torch.nn as nn, absent\nclass Net(nn.Module):\n" + methods + "\nnet = Net()\n";
    MemorySource file(code);
    const Report report = count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text());
    const Quantity& parameters = report.root()->facts->parameters;
    return (parameters.value ? to_string(*parameters.value) : "none") + " " +
           std::string(to_string(parameters.basis));
}

TEST(SourceDoubts, OfMethodsReachTheirModule) {
    const std::string initialize =
        "    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n";
    const std::string build = "    def build(self):\n        self.b = nn.Linear(4, 4)\n";
    EXPECT_EQ(counted_class(initialize + build), "20 exact");
    EXPECT_EQ(counted_class(initialize + "    @absent.f\n" + build), "20 exact");
    EXPECT_EQ(counted_class(initialize + "        self.build()\n" + build), "40 exact");
    EXPECT_EQ(counted_class(initialize + "        self.build()\n    @absent.f\n" + build), "20 partial");
    EXPECT_EQ(counted_class("    @absent.f\n" + initialize).find("exact"), std::string::npos);
}

TEST(SourceDoubts, OfLoopsThatMayEndReachWhatTheyBuild) {
    const std::string begin =
        "    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n";
    for (const char* const leaves : {"continue", "break"}) {
        const std::string loop =
            "        for i in range(3):\n            if absent.f(): " + std::string(leaves) + "\n";
        EXPECT_EQ(counted_class(begin + loop), "20 exact");
        EXPECT_EQ(counted_class(begin + loop + "            self.add_module(str(i), nn.Linear(4, 4))\n"),
                  "20 partial");
        EXPECT_EQ(
            counted_class(begin + "        n, c = 4, []\n" + loop +
                          "            c.append(nn.Linear(4, 4))\n" + "        self.c = nn.Sequential(*c)\n"),
            "20 partial");
        EXPECT_EQ(counted_class(begin + "        n = 4\n" + loop + "            n = 8\n" +
                                "        self.c = nn.Linear(n, 1, bias=False)\n"),
                  "20 partial");
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
