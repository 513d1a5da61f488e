// Source code: the input that its forward pass gets, and the inputs for which what was read holds.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The text that the code of a class Net builds.
std::string built(const std::string& layers, const std::string& forward) {
    const std::string code = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
                             layers + "    def forward(self, x):\n" + forward;
    MemorySource file(code);
    return open_model(file, "model.py", find_model_format(kSourceFormat)).text();
}

/// "24 exact", or "unknown" and the ids of the warnings.
std::string macs_of(const std::string& text, const char* inputs = "", Mode mode = Mode::Forward) {
    CountOptions options;
    options.mode = mode;
    if (*inputs != '\0') options.inputs = *parse_input_shapes(inputs);
    const Report report = count_text(text, options);
    const Quantity& macs = report.root()->facts->macs;
    std::string result =
        macs.value ? to_string(*macs.value) + " " + std::string(to_string(macs.basis)) : "unknown";
    for (const Diagnostic& each : report.diagnostics) {
        if (each.severity == Severity::Warning) result += "; " + std::string(each.message.id());
    }
    return result;
}

const std::string kDown = "        self.down = nn.Conv2d(3, 3, 2, stride=2)\n";
const std::string kHalve =
    "        while x.shape[-1] > 50:\n            x = self.down(x)\n        return x\n";

TEST(SourceInputs, AreWhatTheFirstLayerTakes) {
    EXPECT_EQ(macs_of(built(kDown, "        return self.down(x)\n")), "451584 exact");
    // Also where the code looks at the shape first.
    EXPECT_EQ(macs_of(built(kDown, kHalve)), "592704 exact");
    EXPECT_EQ(macs_of(built("        self.a = nn.Embedding(10, 4)\n        self.b = nn.Linear(4, 2)\n",
                            "        assert x.dim() == 2\n        return self.b(self.a(x))\n")),
              "1024 exact");
}

TEST(SourceInputs, AreNoHyperParametersOfTheirNames) {
    const std::string code =
        "class Net(nn.Module):\n"
        "    def __init__(self, width=4):\n"
        "        super().__init__()\n"
        "        self.conv = nn.Conv2d(3, width, 1)\n";
    const auto text_of = [](const std::string& whole) {
        MemorySource file(whole);
        return open_model(file, "model.py", find_model_format(kSourceFormat)).text();
    };
    const std::string free = text_of(code + "    def forward(self, x):\n        return self.conv(x)\n");
    EXPECT_NE(free.find("(batch, 3, height, input_width)"), std::string::npos) << free;
    EXPECT_EQ(macs_of(free), "602112 exact");
    // The only size that fits is found.
    const std::string fixed = text_of(code +
                                      "        self.end = nn.Linear(width * 1024, 1)\n"
                                      "    def forward(self, x):\n"
                                      "        return self.end(self.conv(x).flatten(1))\n");
    EXPECT_EQ(macs_of(fixed), "16384 exact") << fixed;
}

TEST(SourceInputs, OfOtherNumbersHaveUnknownWork) {
    const std::string text = built(kDown, kHalve);
    EXPECT_NE(text.find("input = (batch, 3, height, 224)\nforward: traced\n"), std::string::npos) << text;
    EXPECT_EQ(macs_of(text, "2,3,224,224"), "1185408 exact");
    EXPECT_EQ(macs_of(text, "1,3,112,224"), "296352 exact");
    EXPECT_EQ(macs_of(text, "1,3,224,448"), "unknown; input.traced");
    EXPECT_EQ(macs_of(text, "3,224,224"), "unknown; input.traced");
    EXPECT_EQ(macs_of(text, "1,3,224,224; 1,3"), "unknown; input.traced");
}

/// What is built, and its multiply-accumulates, of a class Net whose forward pass takes lists and tensors by
/// name.
std::string macs_of_call(std::string_view build, const std::string& below = "") {
    const std::string code =
        "import torch\n"
        "import torch.nn as nn\n"
        "class Net(nn.Module):\n"
        "    def __init__(self, d=4):\n"
        "        super().__init__()\n"
        "        self.a = nn.Linear(d, d)\n"
        "        self.b = nn.Linear(d, d)\n"
        "    def forward(self, images, context=None, *, scale=1):\n"
        "        x = torch.stack([self.a(each).mean(0) for each in images])\n"
        "        return x if context is None else x * scale + self.b(context)\n" +
        below;
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), build);
    return opened.built + ": " + macs_of(opened.text());
}

TEST(SourceInputs, AreThoseOfTheCallThatIsBuilt) {
    // Linear(4, 4) on 3 and 5 rows, Linear(4, 4) on 2.
    const std::string images = "[torch.rand(3, 4), torch.rand(5, 4)]";
    for (const std::string& call :
         {"Net()(" + images + ")", "Net()(" + images + ", None, scale=2)", "net = Net(); net(" + images + ")",
          "net = Net(4); y = net(images=" + images + "); net"})
        EXPECT_EQ(macs_of_call(call), call + ": 128 exact");
    for (const std::string& call : {"Net()(" + images + ", torch.rand(2, 4))",
                                    "Net()(context=torch.rand(2, 4), images=" + images + ")"})
        EXPECT_EQ(macs_of_call(call), call + ": 160 exact");
    // Also a call at the top of the text.
    EXPECT_EQ(macs_of_call("", "net = Net()\ny = net(" + images + ", context=torch.rand(2, 4))\n"),
              "net: 160 exact");
}

/// What the reader and the count say of a class Net, one a line.
std::string messages_of(const std::string& layers, const std::string& forward,
                        const std::vector<Dims>& inputs = {}) {
    const std::string code = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
                             layers + "    def forward(self, x):\n" + forward;
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "", inputs);
    std::string all;
    for (const Diagnostic& each : opened.diagnostics) all += each.message.english() + "\n";
    CountOptions options;
    options.inputs = inputs;
    for (const Diagnostic& each : count_text(opened.text(), options).diagnostics)
        all += std::string(to_string(each.severity)) + ": " + each.message.english() + "\n";
    return all;
}

TEST(SourceInputs, ThatNoSizeMakesFitAreNotTheFault) {
    EXPECT_EQ(messages_of("        self.a = nn.Conv2d(3, 8, 3)\n        self.b = nn.Conv2d(4, 2, 1)\n",
                          "        return self.b(self.a(x))\n"),
              "the forward pass of Net is not evaluated: Conv2d expects 4 channels but gets 8\n");
    // Also where the sizes that are odd end before, for what is halved and doubled has another size.
    EXPECT_EQ(messages_of("        self.a = nn.Conv2d(3, 8, 2, stride=2)\n"
                          "        self.b = nn.ConvTranspose2d(8, 3, 2, stride=2)\n"
                          "        self.c = nn.Conv2d(4, 2, 1)\n",
                          "        return self.c(torch.cat([self.b(self.a(x)), x], 1))\n"),
              "the forward pass of Net is not evaluated: Conv2d expects 4 channels but gets 6\n");
    // A layer that fits one size is no fault; one that fits an unusual size may be none.
    EXPECT_EQ(messages_of("        self.a = nn.Conv2d(3, 8, 3)\n        self.b = nn.Linear(8 * 30 * 30, 2)\n",
                          "        return self.b(self.a(x).flatten(1))\n"),
              "the input is assumed to be (batch, 3, 32, 32), which fits the layers\n");
    EXPECT_EQ(messages_of("        self.a = nn.Conv2d(3, 8, 3)\n        self.b = nn.Linear(7689, 2)\n",
                          "        return self.b(self.a(x).flatten(1))\n"),
              "none of the usual sizes of the input fits: Linear expects 7689 features in the last dimension "
              "but gets 8*height*width - 16*height - 16*width + 32 = 394272\n"
              "note: no input shape is given, so FLOPs are unknown\n");
}

/// A layer that does not fit leaves the model counted: PyTorch builds it, too.
TEST(SourceInputs, ThatDoNotFitALayerLeaveTheModelCounted) {
    const std::string layers = "        self.a = nn.Conv2d(3, 8, 3)\n        self.b = nn.Conv2d(4, 2, 1)\n";
    const std::string why = "warning: line 7: Conv2d expects 4 channels but gets 8\n";
    EXPECT_EQ(messages_of(layers, "        return self.b(self.a(x))\n", {{1, 3, 8, 8}}), why);
    EXPECT_EQ(
        messages_of("        self.s = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Conv2d(4, 2, 1), nn.ReLU())\n",
                    "        x = x + 1\n        return self.s(x)\n", {{1, 3, 8, 8}}),
        why);
    EXPECT_EQ(messages_of("        self.a = nn.Linear(8, 4)\n        self.b = nn.Linear(2, 2)\n",
                          "        return self.b(self.a(x))\n"),
              "the input is assumed to be (batch, 8), which the first layer takes\n"
              "warning: line 7: Linear expects 2 features in the last dimension but gets 4\n");
    const std::string traced =
        "input = (2, 8)\nforward: traced\n\nNet(\n  forward(x) = b(a(x))\n  (a): Linear(8, 4)\n  (b): "
        "Linear(2, 2)\n)\n";
    EXPECT_EQ(macs_of(traced), "64 partial; input.features");
}

/// Why a part is unknown is said once, where it is made, and not by each line that calls it.
TEST(SourceInputs, OfAnUnknownPartHaveItsReasonOnce) {
    EXPECT_EQ(messages_of("        self.a = nn.Conv2d(3, 8, 3)\n        self.b = nn.Conv2d(n_clases, 2, 1)\n"
                          "        self.s = nn.Sequential(self.a, self.b)\n",
                          "        return self.a(self.s(x))\n", {{1, 3, 8, 8}}),
              "b is unknown: n_clases is not defined in this text\n");
    // What is unknown in a module is said there, and not again by the modules around.
    EXPECT_EQ(messages_of("        self.a = nn.Linear(4, 8)\n        self.b = nn.Linear(8, 8)\n",
                          "        return self.b(no_such(self.a(x)))\n", {{2, 4}}),
              "no_such is not defined in this text\n");
}

TEST(SourceInputs, OfOneNameHaveOneSize) {
    const std::string pair = "input = (batch, d), (batch, d)\nforward: traced\n\nLinear(d, 4)\nd = 8\n";
    EXPECT_EQ(macs_of(pair, "2,8; 2,8"), "64 exact");
    EXPECT_EQ(macs_of(pair, "2,8; 3,8"), "unknown; input.traced");
    // A text that somebody wrote holds for any input.
    EXPECT_EQ(macs_of("input = (2, 8)\n\nLinear(8, 4)\n", "3,5,8"), "480 exact");
}

TEST(SourceInputs, OfDecodingHaveUnknownWork) {
    const std::string text = built("        self.a = nn.Embedding(10, 4)\n        self.b = nn.Linear(4, 2)\n",
                                   "        return self.b(self.a(x).view(x.shape[0], x.shape[1], 4))\n");
    EXPECT_EQ(macs_of(text, "", Mode::Decode), "unknown; decode.traced");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
