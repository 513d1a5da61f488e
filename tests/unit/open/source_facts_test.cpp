// Source code: formulas use what the code asserts, and what PyTorch would refuse otherwise.
#include <gtest/gtest.h>

#include <string>

#include "algebra/print.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

std::string text_of(const std::string& code) {
    MemorySource file(code);
    return open_model(file, "model.py", find_model_format(kSourceFormat)).text();
}

/// The formula of the multiply-accumulates of the whole model.
std::string macs_of(const std::string& code) {
    return print(count_text(text_of("import torch, torch.nn as nn\n" + code), {}).root()->facts->macs.formula,
                 Notation::Plain);
}

/// Attention of one layer with `check` in its constructor.
std::string attention(const std::string& check) {
    return "class Attention(nn.Module):\n"
           "    def __init__(self, d=64, h=4):\n"
           "        super().__init__()\n" +
           (check.empty() ? "" : "        " + check + "\n") +
           "        self.h, self.k = h, d // h\n"
           "        self.q = nn.Linear(d, h * (d // h))\n"
           "    def forward(self, x):\n"
           "        q = self.q(x).view(x.shape[0], x.shape[1], self.h, self.k).transpose(1, 2)\n"
           "        return q @ q.transpose(-2, -1)\n"
           "net = Attention()\nnet(torch.ones(2, 8, 64))\n";
}

TEST(SourceFacts, ComeFromConditionsThatMustHold) {
    const char* const checks[] = {
        "assert d % h == 0",
        "assert d % h == 0, 'heads divide the width'",
        "assert (d % h) == 0 and d > 0",
        "assert not d % h",
        "assert d // h * h == d",
        "assert 0 == d % h",
        "if d % h != 0: raise ValueError(f'{d} and {h}')",
        "if d % h: raise ValueError('heads')",
        "if d < 1 or d % h != 0: raise ValueError('heads')",
        "if not (d % h == 0): raise ValueError('heads')",
        "if (d // h) * h != d:\n            raise ValueError('heads')",
    };
    for (const char* check : checks) EXPECT_EQ(macs_of(attention(check)), "16*d^2 + 128*d") << check;
}

/// Other sizes are allowed: the floor stays.
TEST(SourceFacts, DoNotComeFromOtherConditions) {
    const std::string rounded = macs_of(attention(""));
    EXPECT_NE(rounded.find("floor(d/h)"), std::string::npos) << rounded;
    const char* const checks[] = {
        "assert d % h == 0 or d > 8",
        "if d % h != 0 and d > 8: raise ValueError('heads')",
        "is_whole = d % h == 0",
        "assert d % h < h",
    };
    for (const char* check : checks) EXPECT_EQ(macs_of(attention(check)), rounded) << check;
}

struct Forward {
    const char *layers, *forward;
};

/// A layer's size, a view, a sum: PyTorch refuses what does not fit.
TEST(SourceFacts, ComeFromShapesThatMustFit) {
    const Forward cases[] = {
        {"self.q = nn.Linear(d, d)", "self.q(x).view(x.shape[0], h, d // h).sum(-1)"},
        {"self.q = nn.Linear(d, h * (d // h))\n        self.o = nn.Linear(d, d)", "self.o(self.q(x))"},
        {"self.q = nn.Linear(d, h * (d // h))", "x + self.q(x)"},
        {"self.q = nn.Linear(d, d)", "self.q(x).view(x.shape[0], -1, h, d // h).sum(-1)"},
    };
    for (const auto& [layers, forward] : cases) {
        const std::string code =
            std::string(
                "class Net(nn.Module):\n"
                "    def __init__(self, d=64, h=4):\n"
                "        super().__init__()\n        self.d, self.h = d, h\n        ") +
            layers + "\n    def forward(self, x):\n        d, h = self.d, self.h\n        return " + forward +
            "\nnet = Net()\n";
        const std::string found = macs_of(code);
        EXPECT_EQ(found.find("floor"), std::string::npos) << forward << ": " << found;
    }
}

/// A size that no formula expresses is a number; what the view leaves open keeps its own formula.
TEST(SourceFacts, OfAnOpenSizeDoNotHangOnTheOthers) {
    EXPECT_EQ(macs_of("class Net(nn.Module):\n"
                      "    def __init__(self, d=8, side=4):\n"
                      "        super().__init__()\n"
                      "        self.side = side\n"
                      "        self.q = nn.Linear(d, d)\n"
                      "    def forward(self, x):\n"
                      "        return self.q(self.q(x).view(int(self.side ** 0.5), 16, -1))\n"
                      "net = Net()\nnet(torch.ones(2, 16, 8))\n"),
              "64*d^2");
}

/// Where the code asks whether a mask is None, it is; a note says so.
TEST(SourceFacts, MasksWithoutDefaultAreNone) {
    const auto code = [](const std::string& condition) {
        return "class Net(nn.Module):\n"
               "    def __init__(self):\n"
               "        super().__init__()\n        self.e = nn.Embedding(10, 4)\n        self.l = "
               "nn.Linear(4, 3)\n"
               "    def forward(self, x, mask):\n        x = self.e(x)\n" +
               condition + "        return self.l(x)\n";
    };
    const std::string asking =
        code("        if mask is not None:\n            x = x.masked_fill(mask == 0, 0)\n");
    MemorySource file(asking);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    std::string notes;
    for (const Diagnostic& each : opened.diagnostics) notes += std::string(each.message.id()) + " ";
    EXPECT_NE(notes.find("python.mask_is_none"), std::string::npos) << notes;
    EXPECT_NE(opened.text().find("input = (batch, tokens)\n"), std::string::npos) << opened.text();
    // Where the code needs it, it is a tensor.
    const std::string needing = text_of(code("        x = x.masked_fill(mask == 0, 0)\n"));
    EXPECT_NE(needing.find("input = (batch, tokens), (batch, tokens, 4)\n"), std::string::npos) << needing;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
