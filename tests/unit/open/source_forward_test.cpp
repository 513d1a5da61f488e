// Forward passes of source code: the multiply-accumulates of single steps.
#include <gtest/gtest.h>

#include <vector>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "24 exact": the multiply-accumulates of the class Net, whose members and forward pass are given, and their
/// basis.
std::string macs_of(const std::string& members, const std::string& forward, const std::vector<Dims>& inputs) {
    const std::string code =
        "import torch, torchvision\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
        "from einops import einsum, pack, rearrange, unpack\n"
        "class Scale(nn.Module):\n    def __call__(self, x):\n        return x * 2\n"
        "class Act(nn.Module):\n    @staticmethod\n    def forward(x):\n        return x * torch.sigmoid(x)\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
        members + forward;
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "Net()", inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text(), options);
    if (report.root() == nullptr || !report.root()->facts->macs.value) return "none";
    return to_string(*report.root()->facts->macs.value) + " " +
           std::string(to_string(report.root()->facts->macs.basis));
}

TEST(SourceForward, KnowsTheseSteps) {
    const std::string linear = "        self.a = nn.Linear(4, 8)\n";
    struct Case {
        const char* body;
        std::vector<Dims> inputs;
        const char* macs;
    };
    const Case cases[] = {
        {"def forward(self, x):\n        return Act()(self.a(x))\n", {{2, 4}}, "64 exact"},
        {"def forward(self, x):\n        return self.a(x) * torch.arange(start=0, end=8)\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        return self.a(x.reshape(shape=(x.shape[0] * 2, 4)))\n",
         {{3, 8}},
         "192 exact"},
        {"def forward(self, x):\n        return self.a(x).masked_fill(x.sum(-1, keepdims=True).eq(0), -1)\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        return self.a(x).clamp(min=-torch.finfo(x.dtype).max)\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        return einsum(self.a(x), x, 'b out, b d_in -> out d_in')\n",
         {{2, 4}},
         "128 exact"},
        {"def forward(self, x, y):\n        z, sizes = pack([x, y], 'b * d')\n"
         "        first, second = unpack(self.a(z), sizes, 'b * d')\n        return first.mean(1) + second\n",
         {{2, 3, 4}, {2, 4}},
         "256 exact"},
        {"def forward(self, x):\n        return self.a(torchvision.transforms.functional.center_crop(x, [5, "
         "4]))\n",
         {{2, 9, 8}},
         "320 exact"},
        {"def forward(self, x):\n        return nn.Softmax(dim=-1)(nn.LayerNorm(8)(self.a(x)))\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        return nn.Linear(8, 2)(Scale()(self.a(x)))\n", {{2, 4}}, "96 exact"},
        {"def forward(self, x):\n        return self.a(rearrange(x, 'b ... d -> b (...) d'))\n",
         {{2, 3, 5, 4}},
         "960 exact"},
        {"def forward(self, x):\n        return self.__getattr__('a')(x)\n", {{2, 4}}, "64 exact"},
        {"def __call__(self, x):\n        return self.a(x)\n", {{2, 4}}, "64 exact"},
        {"def forward(self, x, state):\n        h, c = state\n        return self.a(x) + h + c\n",
         {{2, 4}, {2, 8}, {2, 8}},
         "64 exact"},
        {"def forward(self, x):\n        f = torch.fft.rfft2(x, s=(6, 4))\n        y = torch.fft.irfft2(f)\n"
         "        return self.a(y) if torch.fft.fftn(f).shape == (2, 6, 3) else y\n",
         {{2, 5, 9}},
         "384 exact"},
        {"def forward(self, x):\n        return self.a(torch.fft.rfft(x, dim=1).transpose(1, 2).real)\n",
         {{2, 6, 3}},
         "192 exact"},
        {"def forward(self, x):\n        y = self.a(x)\n        return y.lerp(y, y.new_full((8,), 0.5)) @ "
         "y.mT\n",
         {{2, 4}},
         "96 exact"},
        {"def forward(self, x):\n        eps = 1e-5 if x.dtype == torch.float32 else 1e-3\n"
         "        x = torch.autograd.Variable(x)\n        x = x.cuda() if x.is_cuda else x\n"
         "        return self.a(x + eps)[(None, Ellipsis)]\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        y = self.a(x)\n        return y.mv(y.mean(0)).dot(y.mean(1))\n",
         {{2, 4}},
         "82 exact"},
        {"def forward(self, x):\n        best = x.topk(2, dim=1)\n"
         "        return self.a(best.values) if best.indices.shape[1] == 2 else x\n",
         {{3, 5, 4}},
         "192 exact"},
        {"def forward(self, x):\n        return self.a(x.unfold(1, 2, 2).mean(-1))\n",
         {{2, 6, 4}},
         "192 exact"},
        {"def forward(self, x):\n        if torch.jit.is_scripting() or torch.onnx.is_in_onnx_export():\n"
         "            return x\n        return self.a(torch.vstack([x, x[0]]))\n",
         {{2, 4}},
         "96 exact"},
        {"def forward(self, x):\n        y = torch.tensordot(x, self.a.weight, dims=([-1], [1]))\n"
         "        return torch.tensordot(y, x, 1 if x.shape[0] == 8 else ([1], [1]))\n",
         {{2, 3, 4}},
         "576 exact"},
        {"def forward(self, x):\n        var, mean = torch.var_mean(x, dim=-1, keepdim=True)\n"
         "        return self.a((x - mean) / torch.sqrt(var + 1e-5))\n",
         {{2, 4}},
         "64 exact"},
        {"def forward(self, x):\n        y = x.unfold(1, 4, 2).flatten(0, 1)\n        return self.a(y)\n",
         {{2, 8}},
         "192 exact"},
        {"def forward(self, x):\n        y = x.unfold(2, 4, 4).flatten(1)\n        return y @ y.transpose(0, "
         "1)\n",
         {{2, 3, 8, 8}},
         "768 exact"},
        {"def forward(self, x):\n        return torch.spmm(x, self.a.weight.T)\n", {{2, 4}}, "64 exact"},
        {"def forward(self, x):\n        sign, log = torch.slogdet(x)\n        return self.a(x) * log\n",
         {{4, 4}},
         "128 exact"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(macs_of(linear, "    " + std::string(each.body), each.inputs), each.macs) << each.body;
}

/// "At least" holds for a loop that may end early, by data.
TEST(SourceForward, CountsTheFirstRoundsOfALoopThatMayEnd) {
    const auto loop = [](const char* leave) {
        return std::string(
                   "    def forward(self, x):\n        for i in range(9):\n            x = self.a(x)\n"
                   "            if x.norm().item() < 1:\n                ") +
               leave + "\n            x = self.a(x)\n        return x\n";
    };
    const std::string layer = "        self.a = nn.Linear(4, 4)\n";
    EXPECT_EQ(macs_of(layer, loop("break"), {{2, 4}}), "32 partial");
    EXPECT_EQ(macs_of(layer, loop("continue"), {{2, 4}}), "288 partial");
    EXPECT_EQ(macs_of(layer, loop("return x"), {{2, 4}}), "32 partial");
}

/// A Sequential whose modules hand tuples to one another, also with None in them.
TEST(SourceForward, FollowsTuplesThroughASequential) {
    const std::string members =
        "        class Cell(nn.Module):\n"
        "            def __init__(self, first):\n                super().__init__()\n"
        "                self.a = nn.Linear(4, 4)\n                self.b = None if first else nn.Linear(4, "
        "4)\n"
        "            def forward(self, pair):\n                x, before = pair\n"
        "                y = self.a(x)\n"
        "                return (y if before is None else y + self.b(before)), x\n"
        "        self.cells = nn.Sequential(Cell(True), Cell(False), Cell(False))\n"
        "        self.lstm = nn.Sequential(nn.LSTM(4, 4, batch_first=True))\n";
    EXPECT_EQ(
        macs_of(members, "    def forward(self, x):\n        return self.cells((x, None))[0]\n", {{2, 4}}),
        "160 exact");
    EXPECT_EQ(macs_of(members,
                      "    def forward(self, x):\n        y, (h, c) = self.lstm(x)\n"
                      "        return self.cells[0]((y, None))[0]\n",
                      {{1, 3, 4}}),
              "432 exact");
}

/// Loops over as many modules as a hyper-parameter says keep it open; what depends on a number of theirs does
/// not.
TEST(SourceForward, KeepsTheNumberOfLayersThatLoopsGoThrough) {
    const std::pair<const char*, bool> cases[] = {
        {"for i, each in enumerate(self.l):\n            x = each(x)", true},
        {"for each in self.l[:self.depth]:\n            x = each(x)", true},
        {"for i, each in enumerate(self.l[:]):\n            x = each(x)", true},
        {"for each in self.l[:3]:\n            x = each(x)", false},
        {"for each in self.l[1:]:\n            x = each(x)", false},
        {"for i, each in enumerate(self.l):\n            x = each(x) if i != 1 else each(each(x))", false},
        {"for i, each in enumerate(self.l):\n            x = each(x)\n        if i > 5:\n            x = "
         "each(x)",
         false},
        {"x = self.one(x.repeat(list(enumerate(self.l))[-1][0], 1))", true},
    };
    for (const auto& [steps, is_open] : cases) {
        const std::string code =
            "class Net(nn.Module):\n    def __init__(self, depth=4):\n        super().__init__()\n"
            "        self.depth = depth\n        self.one = nn.Linear(4, 4)\n"
            "        self.l = nn.ModuleList([nn.Linear(4, 4) for _ in range(depth)])\n"
            "    def forward(self, x):\n        " +
            std::string(steps) + "\n        return x\n";
        const auto macs = [&](const std::string& expression, CountOptions options) {
            options.inputs = {{Polynomial(2), Polynomial(4)}};
            MemorySource file(code);
            const Opened opened =
                open_model(file, "net.py", find_model_format(kSourceFormat), expression, options.inputs);
            EXPECT_EQ(opened.text().find("depth x Linear") != std::string::npos, is_open)
                << steps << opened.text();
            return to_string(count_text(opened.text(), options).root()->facts->macs.value.value_or(-1));
        };
        CountOptions options;
        if (is_open) options.overrides = {{"depth", Polynomial(8)}};
        EXPECT_EQ(macs("Net()", options), macs(is_open ? "Net(8)" : "Net()", {})) << steps;
    }
}

/// checkpoint() computes a module again in the backward pass: its call says so, in a loop that of the list.
TEST(SourceForward, SaysWhatACheckpointComputesAgain) {
    const std::pair<const char*, const char*> cases[] = {
        {"x = checkpoint(self.one, x, use_reentrant=False)", "one(x, recompute=True)"},
        {"for each in self.l:\n            x = checkpoint(each, x)", "each(l, x, recompute_each=True)"},
        {"x = torch.relu(x)\n        x = checkpoint(lambda y: y + y, x)", "relu(x)"},
    };
    const std::vector<Dims> inputs = {{Polynomial(2), Polynomial(4)}};
    for (const auto& [steps, line] : cases) {
        const std::string code =
            "from torch.utils.checkpoint import checkpoint\nclass Net(nn.Module):\n    def __init__(self):\n"
            "        super().__init__()\n        self.one = nn.Linear(4, 4)\n"
            "        self.l = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])\n    def forward(self, x):\n"
            "        " +
            std::string(steps) + "\n        return x\n";
        MemorySource file(code);
        const std::string text =
            open_model(file, "net.py", find_model_format(kSourceFormat), "", inputs).text();
        EXPECT_NE(text.find(line), std::string::npos) << text;
    }
}

TEST(SourceForward, NamesInputsByKeysThatAreNoNames) {
    const std::string members =
        "        class Both(nn.Module):\n"
        "            def __init__(self):\n                super().__init__()\n"
        "                self.a = nn.Linear(4, 4)\n"
        "            def forward(self, maps):\n                return self.a(maps['0']) + maps['1']\n"
        "        self.both = Both()\n";
    EXPECT_EQ(macs_of(members, "    def forward(self, x):\n        return self.both({'0': x, '1': x * 2})\n",
                      {{2, 4}}),
              "32 exact");
}

/// What may be either way is compared by all tensors that are returned; models are built in single precision.
TEST(SourceForward, ComparesBranchesOfModelsThatReturnSeveralTensors) {
    const std::string layer = "        self.l = nn.Linear(4, 4)\n";
    const std::string head = "    def forward(self, x):\n        y = self.l(x)\n";
    const struct {
        const char *body, *expected;
    } cases[] = {
        {"        if not y.is_contiguous():\n            y = y.contiguous()\n        return y, None, (x, "
         "y)\n",
         "32 exact"},
        {"        if y.sum() > 0:\n            y = y[:1]\n        return y, None\n", "32 partial"},
        {"        if y.dtype in [torch.float16, torch.bfloat16]:\n            y = self.l(y)\n        return "
         "y\n",
         "32 exact"},
        {"        if torch.half == torch.float16 and torch.float != torch.double:\n            y = "
         "self.l(y)\n        return y\n",
         "64 exact"},
    };
    for (const auto& each : cases)
        EXPECT_EQ(macs_of(layer, head + each.body, {{2, 4}}), each.expected) << each.body;
}

/// The tensors of an object that is handed on are none of the inputs of a module.
TEST(SourceForward, ReachesTensorsThroughObjects) {
    const std::string members =
        "        from collections import UserDict\n        class Inner(nn.Module):\n"
        "            def __init__(self):\n                super().__init__()\n                self.l = "
        "nn.Linear(4, 4)\n"
        "            def forward(self, kept, x):\n                kept[len(kept)] = self.l(x)\n"
        "                return x * kept[0].sum(-1, keepdim=True)\n"
        "        self.a, self.b, self.dict = Inner(), Inner(), UserDict\n";
    EXPECT_EQ(macs_of(members,
                      "    def forward(self, x):\n        kept = self.dict()\n"
                      "        return self.b(kept, self.a(kept, x))\n",
                      {{2, 4}}),
              "64 exact");
}

/// A function of torch that is not known leaves the pass running: what comes after it is counted, and the sum
/// is a bound.
TEST(SourceForward, GoesOnAfterAnUnknownFunction) {
    const std::string layers = "        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])\n";
    for (const std::string name : {"F.no_such_loss", "F.swiglu", "torch.no_such_function"}) {
        EXPECT_EQ(macs_of(layers,
                          "    def forward(self, x):\n        x = self.layers[0](x)\n        y = " + name +
                              "(x, x)\n        return self.layers[1](x)\n",
                          {{2, 4}}),
                  "64 partial")
            << name;
        EXPECT_EQ(macs_of(layers,
                          "    def forward(self, x):\n        for layer in self.layers:\n"
                          "            x = layer(x)\n            y = " +
                              name + "(x, x)\n        return x\n",
                          {{2, 4}}),
                  "64 partial")
            << name;
    }
}

/// Calls of the wrong number or type of arguments, which PyTorch refuses.
TEST(SourceForward, RefusesArgumentsThatAreNoTensors) {
    const std::string layer = "        self.a = nn.Linear(4, 4)\n";
    for (const std::string call : {"torch.maximum(x, 0)", "x.maximum(0)", "torch.minimum(x, 5)",
                                   "torch.maximum(x)", "torch.maximum(x, [1])", "torch.cat(x)",
                                   "torch.stack(x)", "torch.cat({'a': x})", "torch.cat(self.a.weight)"})
        EXPECT_EQ(
            macs_of(layer, "    def forward(self, x):\n        x = self.a(x)\n        return " + call + "\n",
                    {{2, 4}}),
            "32 partial")
            << call;
}

TEST(SourceForward, IsNotWholeWhereCodeIsLeftOut) {
    const std::string layer = "        self.a = nn.Linear(4, 4)\n";
    EXPECT_FALSE(macs_of(layer, "    def forward(self, x): ...\n", {{2, 4}}).ends_with("exact"));
    EXPECT_EQ(
        macs_of(layer, "    def forward(self, x):\n        x = self.a(x)\n        ...\n        return x\n",
                {{2, 4}}),
        "32 partial");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
