// Source code that asks which attributes an object has, and code that tries what may raise.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "8 exact" of a class whose constructor is `lines`, after `self.conv = nn.Conv2d(1, 1, 1)`, which has 2.
std::string built_of(const std::string& lines) {
    const std::string code =
        "import torch\n"
        "from torch import nn\n"
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.conv = nn.Conv2d(1, 1, 1)\n" +
        lines;
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "Net()");
    const Report report = count_text(opened.text(), {});
    if (report.root() == nullptr) return "none";
    const Quantity& count = report.root()->facts->parameters;
    return (count.value ? to_string(*count.value) : "unknown") + " " + std::string(to_string(count.basis));
}

/// Nine more parameters if `step` raises `exception`, else one.
std::string built_of_try(const std::string& step, const std::string& exception) {
    return built_of("        try:\n            " + step + "\n            self.a = nn.Linear(1, 1, False)\n" +
                    "        except " + exception + ":\n            self.a = nn.Linear(3, 3, False)\n");
}

TEST(SourceAttributes, ThatALayerHasNotAreAbsent) {
    const std::string add = "            self.conv.u = nn.Parameter(torch.zeros(5))\n";
    EXPECT_EQ(built_of("        if not hasattr(self.conv, 'u'):\n" + add), "7 exact");
    EXPECT_EQ(built_of("        if getattr(self.conv, 'u', None) is None:\n" + add), "7 exact");
    EXPECT_EQ(built_of_try("self.conv.u", "AttributeError"), "11 exact");
    for (const std::string present : {"weight", "bias", "stride", "padding_mode"})
        EXPECT_EQ(built_of("        if not hasattr(self.conv, '" + present + "'):\n" + add), "2 exact")
            << present;
    EXPECT_EQ(built_of("        if hasattr(nn.ReLU(), 'weight'):\n" + add), "2 exact");
    EXPECT_EQ(built_of("        if hasattr(nn.Linear(1, 1, False), 'bias'):\n" + add), "7 exact");
    EXPECT_EQ(built_of("        if hasattr(nn.MultiheadAttention(4, 2), 'out_proj'):\n" + add).substr(2),
              "partial");
}

TEST(SourceAttributes, ThatAreRegisteredAsNoneRemoveTheTensor) {
    EXPECT_EQ(built_of("        self.conv.register_parameter('bias', None)\n"), "1 exact");
    EXPECT_EQ(built_of("        self.n = nn.LayerNorm(3)\n        self.n.register_parameter('bias', None)\n"),
              "5 exact");
    EXPECT_EQ(built_of("        self.conv.register_parameter('bias', nn.Parameter(torch.zeros(3)))\n"),
              "4 exact");
}

TEST(SourceTries, OfWhatRaisesTakeTheExceptClause) {
    // Sizes of weights are whole numbers.
    for (const std::string layer :
         {"Linear(8, 10 / 2)", "Conv2d(3, 8.0, 3)", "Conv2d(3, 8, (3.0, 3))", "BatchNorm2d(8.0)",
          "Embedding(10 / 2, 4)", "LSTM(8, 4, 2.0)", "LayerNorm(8.0)"})
        EXPECT_EQ(built_of_try("nn." + layer, "TypeError"), "11 exact") << layer;
    for (const std::string layer :
         {"Dropout(0.5)", "GroupNorm(2, 8, 1e-6)", "Upsample(scale_factor=2.0)", "PReLU(1, 0.3)"})
        EXPECT_EQ(built_of_try("nn." + layer, "TypeError"), "3 exact") << layer;
    EXPECT_EQ(built_of_try("torch.zeros(2, 3) @ torch.zeros(2, 3)", "RuntimeError"), "11 exact");
    EXPECT_EQ(built_of_try("torch.zeros(2, 3) @ torch.zeros(3, 2)", "RuntimeError"), "3 exact");
    EXPECT_FALSE(built_of_try("[].foo", "AttributeError").ends_with("exact"));
}

TEST(SourceTries, OfWhatIsNotKnownLeaveTheRestUnknown) {
    for (const std::string step :
         {"torch.load('x.pt')", "open('x.txt')", "absent.f(3)", "torch.zeros(3).absent", "nn.Absent"})
        EXPECT_FALSE(built_of_try(step, "Exception").ends_with("exact")) << step;
    // An except clause that changes nothing, or ends the program, leaves what is known.
    for (const std::string clause : {"Exception:\n            pass\n", "Exception:\n            raise\n",
                                     "ImportError:\n            self.b = nn.Linear(3, 3)\n"}) {
        EXPECT_EQ(
            built_of("        try:\n            self.load_state_dict(torch.load('x.pt'))\n        except " +
                     clause),
            "2 exact")
            << clause;
    }
}

TEST(SourceAttributes, NewTensorsHaveTheSizesThatAreGiven) {
    const std::string tensor = "        w = torch.zeros(3, 4)\n        self.p = nn.Parameter(";
    EXPECT_EQ(built_of(tensor + "w.new(2, 3))\n"), "8 exact");
    EXPECT_EQ(built_of(tensor + "w.data.new(w.size()).normal_(0, 1))\n"), "14 exact");
    EXPECT_FALSE(built_of(tensor + "w.new((2, 3)))\n").ends_with("exact"));
}

TEST(SourceAttributes, AreSetByObject) {
    EXPECT_EQ(
        built_of("        object.__setattr__(self, 'd', 8)\n        self.a = nn.Linear(1, self.d, False)\n"),
        "10 exact");
    EXPECT_EQ(built_of("        object.__setattr__(self, 'a', nn.Linear(1, 8, False))\n"), "2 exact");
    EXPECT_EQ(built_of("        nn.Module.__setattr__(self, 'a', nn.Linear(1, 8, False))\n"), "10 exact");
    EXPECT_EQ(built_of_try("object.__setattr__(5, 'a', 1)", "AttributeError"), "11 exact");
    EXPECT_EQ(built_of_try("nn.Module.train(5)", "TypeError"), "11 exact");
    EXPECT_EQ(built_of_try("str.upper([])", "TypeError"), "11 exact");
}

TEST(SourceAttributes, AreMoreWhereCodeIsLeftOut) {
    EXPECT_EQ(built_of("        ...\n        self.a = nn.Linear(1, 8, False)\n"), "10 partial");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
