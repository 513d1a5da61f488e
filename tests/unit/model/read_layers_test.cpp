// Layers written outside of a printed tree, and prints as they arrive through chats, logs and terminals.
#include <gtest/gtest.h>

#include <string>

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

std::string tree(std::string_view text) {
    Diagnostics diagnostics;
    std::string dumped = dump(read_model_text(text, &diagnostics).root);
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::Note) dumped += "\n" + diagnostics_of(text);
        if (diagnostic.severity != Severity::Note) break;
    }
    return dumped;
}

struct Case {
    const char* text;
    const char* tree;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.text;
}

class ReadLayers : public testing::TestWithParam<Case> {};

TEST_P(ReadLayers, InAnyForm) {
    EXPECT_EQ(tree(GetParam().text), GetParam().tree);
}

constexpr const char* kTwo = "Fragment\n  0: A #3 k=(#2 #2)\n  1: B #4";

const Case kForms[] = {
    {"A(3, k=(2, 2))", "A #3 k=(#2 #2)"},
    {"A(3, k=(2, 2)),", "A #3 k=(#2 #2)"},
    {"nn.A(3, k=(2, 2))", "A #3 k=(#2 #2)"},
    {"torch.nn.modules.a.A(3)", "A #3"},
    {"a = torch.nn.A(3)  # first", "A #3 # first"},
    {"A(3, k=(2, 2))\nB(4)", kTwo},
    {"A(3, k=(2, 2)),\nB(4),\n", kTwo},
    {"A(3,\n  k=(2, 2))\nB(4)", kTwo},
    {"A(3, k=(2, 2)), B(4)", kTwo},
    {"- A(3, k=(2, 2))\n- B(4)", kTwo},
    {"1. nn.A(3, k=(2, 2))\n2. nn.B(4)", kTwo},
    {"The layers are:\n\nA(3, k=(2, 2))\nB(4)\n\nThanks!", kTwo},
    {"[A(3), B(4)]", "ModuleList\n  0: A #3\n  1: B #4"},
    {"a: A(3)\nb: B(4)", "Fragment\n  a: A #3\n  b: B #4"},
    {"a = nn.A(3)\nb = nn.B(4)", "Fragment\n  a: A #3\n  b: B #4"},
    {"x = A(3)\nx = B(4)", "Fragment\n  x: A #3\n  x_1: B #4"},
    {"('a', A(3))\n('b', B(4))", "Fragment\n  a: A #3\n  b: B #4"},
    {"{'a': A(3), 'b': B(4)}", "Fragment\n  a: A #3\n  b: B #4"},
    {"A(3) -> ReLU -> B(4)", "Sequential\n  0: A #3\n  1: ReLU\n  2: B #4"},
    {"A(3) -> ReLU\n-> B(4)", "Sequential\n  0: A #3\n  1: ReLU\n  2: B #4"},
    {"A(3) -> B(4)\nA(3) -> B(4)", "Fragment\n  0: A #3\n  1: B #4\n  2: A #3\n  3: B #4"},
    {"nn.Sequential(nn.A(3), nn.B(4))", "Sequential\n  0: A #3\n  1: B #4"},
    {"m = nn.Sequential(\n  nn.A(3),  # in\n  nn.Sequential(nn.B(4)),\n)",
     "Sequential\n  0: A #3\n  1: Sequential\n    0: B #4"},
    {"nn.Sequential(OrderedDict([('a', nn.A(3)), ('b', nn.B(4))]))", "Sequential\n  a: A #3\n  b: B #4"},
    // What a program prints is its model, not the line that makes it.
    {"import torch\nm = nn.A(3)\nprint(m)\nA(in_features=3)", "A in_features=#3"},
    {"m = A(3)\nA(4)", "A #4"},
    // Layers that cannot be read leave the total open.
    {"A(3)\nB(4)\nC(5",
     "Fragment\n  0: A #3\n  1: B #4\n  omitted: Omitted\n3:1 warning: model_text.unread_layers\n"
     "1:1 note: model_text.layer_list\n3:1 note: model_text.ignored_before\n"},
};

INSTANTIATE_TEST_SUITE_P(Table, ReadLayers, testing::ValuesIn(kForms));

class ReadPrints : public testing::TestWithParam<const char*> {};

TEST_P(ReadPrints, AsTheyArrive) {
    EXPECT_EQ(tree(GetParam()), "Net\n  a: A #3 k=(#2 #2)\n  b: B in_features=#400 bias=!True");
}

const char* const kPrints[] = {
    "Net(\n  (a): A(3, k=(2, 2))\n  (b): B(in_features=400 bias=True)\n)",
    "Net(\n  (a):\nA(3, k=(2, 2))\n  (b):\n    B(in_features=400,\nbias=True)\n)",
    "Net(\n  (a): A(3, k=(2, 2))\n  (b): B(in_features=400, bias=True)\n)",
    "# Net(\n#   (a): A(3, k=(2, 2))\n#   (b): B(in_features=400, bias=True)\n# )",
    "// Net(\n//   (a): A(3, k=(2, 2))\n//   (b): B(in_features=400, bias=True)\n// )",
    "'Net(\\n  (a): A(3, k=(2, 2))\\n  (b): B(in_features=400, bias=True)\\n)'",
    "\"Net(\\n  (a): A(3, k=(2, 2))\\n  (b): B(in_features=400, bias=True)\\n)\"",
    "Net( (a): A(3, k=(2, 2)) (b): B(in_features=400, bias=True) )",
    "Net(  (a): A(3, k=(2, 2))  (b): B(in_features=400, bias=True))",
    "Net(\n  (a): A(3, k=(2,\n 2))\n  (b): B(in_features=40\n0, bias=True)\n)",
    "Net(\n  (a): A(3, k=(2, 2\n))\n  (b): B(in_features=400, bias=Tr\nue)\n)",
    "Net(<br>  (a): A(3, k=(2, 2))<br>  (b): B(in_features=400, bias=True)<br>)",
    "Net(\n&nbsp; (a): A(3, k=(2, 2))\n&nbsp; (b): B(in_features=400, bias=True)\n)",
    "Net(\n  1.2 k = 100% Params, 3 KMACs = 100% MACs, 1 ms = 100% latency, 1.3 GFLOPS\n"
    "  (a): A(0 = 0% Params, 0 MACs = 0% MACs, 1 us = 20% latency, 0 FLOPS, 3, k=(2, 2))\n"
    "  (b): B(1.2 k = 99% Params, 48 KMACs = 7% MACs, 5 us = 5% latency, 1.9 GFLOPS, in_features=400, "
    "bias=True)\n)",
    // DeepSpeed before 0.14, ptflops
    "Net(\n  1.2 k, 100.00% Params, 3 KMACs, 100.00% MACs, 1 ms, 100.00% latency, 1.3 GFLOPS, \n"
    "  (a): A(0, 0.00% Params, 0 MACs, 0.00% MACs, 1 us, 20.00% latency, 0.0 FLOPS, 3, k=(2, 2))\n"
    "  (b): B(1.2 k, 99.1% Params, 48 KMACs, 7.1% MACs, 5 us, 5% latency, 1.9 GFLOPS, in_features=400, "
    "bias=True)\n)",
    "Net(\n  1.2 k, 100.000% Params, 3.1 KMac, 100.000% MACs, \n"
    "  (a): A(0, 0.000% Params, 0.0 Mac, 0.000% MACs, 3, k=(2, 2))\n"
    "  (b): B(1.2 k, 99.100% Params, 48.1 KMac, 7.100% MACs, in_features=400, bias=True)\n)",
    // mmcv and old ptflops, numbers of one's own behind the arguments
    "Net(\n  0.9 GMac, 100.000% MACs,\n  (a): A(0.0 GMac, 0.000% MACs, 3, k=(2, 2))\n"
    "  (b): B(0.9 GFLOPs, 100.000% FLOPs, in_features=400, bias=True)\n)",
    "Net(\n  |1.2 k, 100.000% Params, 0.9 GMac, 100.000% MACs|\n"
    "  (a): A(3, k=(2, 2), |0.0 M, 0.000% Params, 0.0 GMac, 0.000% MACs|)\n"
    "  (b): B(in_features=400, bias=True, |0.0 M, 0.000% Params, 0.0 GMac, 0.000% MACs|)\n)",
};

INSTANTIATE_TEST_SUITE_P(Table, ReadPrints, testing::ValuesIn(kPrints));

TEST(ReadPrints, OfMindSpore) {
    EXPECT_EQ(tree("Net<\n  (a): A<k=(2, 2), init=<c.D object at 0x1>>\n  (b): B<>\n  >"),
              "Net\n  a: A k=(#2 #2) init=<<<c.D object at 0x1>>>\n  b: B");
    EXPECT_EQ(tree("Net(\n  (a): LSTM<keras>(3)\n)"), "Net\n  a: LSTM<keras> #3");
    EXPECT_EQ(tree("Net(\n  (c<a=b): ReLU()\n)"), "Net\n  c<a=b: ReLU");
}

TEST(ReadPrints, KeepPlacesWhereTheyAre) {
    EXPECT_EQ(diagnostics_of("'A(\\n  (b): \\n)'"), "1:8 error: child.missing(name: b)\n");
}

TEST(ReadPrints, WithPartsLost) {
    const auto has_omitted = [](std::string_view text) {
        return tree(text).find("omitted") != std::string::npos;
    };
    EXPECT_TRUE(has_omitted("A(\n  (b): B(3, k=(4,\n... (9 more lines)\n  )\n)"));
    EXPECT_TRUE(has_omitted("A(   (b): B(3)   ... (9 more lines)   (c): C(4) )"));
    EXPECT_TRUE(has_omitted("A(\n  (0-8): 9 x\nlr is low\n  (c): C(4)\n)"));
}

/// Parts that were left out leave totals open.
TEST(ReadPrints, WithPartsLeftOut) {
    for (const char* dots : {"...", "…", "... (12 more layers)", "[...]", "(...)", "# ..."}) {
        Diagnostics diagnostics;
        EXPECT_EQ(dump(read_model_text("A(\n  (b): B()\n  " + std::string(dots) + "\n)", &diagnostics).root),
                  "A\n  b: B\n  omitted: Omitted")
            << dots;
    }
}

TEST(OtherTexts, AreNamed) {
    const struct {
        const char *text, *id;
    } cases[] = {
        {"class Net(nn.Module):\n    def __init__(self):\n        self.a = nn.Linear(3, 4)",
         "other_text.python_source"},
        {"self.a = nn.Linear(3, 4)", "other_text.python_source"},
        {"nn.ModuleList([nn.Linear(4, 4) for _ in range(6)])", "other_text.python_source"},
        {"x = torch.randn(1, 3)", "other_text.python_source"},
        {"model = Sequential()\nmodel.add(layers.Dense(3))", "other_text.keras_source"},
        {"layers.Conv2D(32, (3, 3))", "other_text.keras_source"},
        {"size mismatch for fc.weight: torch.Size([3])", "other_text.error_message"},
        {"Traceback (most recent call last):\n  File \"t.py\", line 3, in <module>\n    "
         "model(x)\nValueError: x\n",
         "other_text.error_message"},
        {">>> class Net(nn.Module):\n...     pass\n>>> print(Net())\nNet(\n  (a): Linear(3, 4)\n)\n",
         "other_text.python_source"},
        {"Epoch 1: loss 0.5\nEpoch 2: loss 0.4", "other_text.training_log"},
        {"Input shape: (1, 3)\nOutput shape: (1, 10)", "other_text.shape_log"},
        {"torch.Size([64, 3])", "other_text.python_value"},
        {"[torch.Size([6, 3, 5, 5]), torch.Size([6])]", "other_text.shape_log"},
        {"odict_keys(['a.weight'])", "other_text.tensor_names"},
        {"trainable params: 4 || all params: 6", "other_text.stated_total"},
        {"epoch,loss\n1,0.5\n2,0.4", "other_text.table"},
        {"hidden_size: 768\nlayers: 12", "other_text.settings"},
        {"{\"r\": 8}", "other_text.json"},
        {"Compose(\n    ToTensor()\n)", "other_text.preprocessing"},
        {"Adam (\nParameter Group 0\n    lr: 0.1\n)", "other_text.optimizer"},
        {"Can you count it?", "model_text.no_module"},
    };
    for (const auto& c : cases) {
        Diagnostics diagnostics;
        EXPECT_EQ(read_model_text(c.text, &diagnostics).root.type, "") << c.text;
        ASSERT_FALSE(diagnostics.empty()) << c.text;
        EXPECT_EQ(std::string_view(diagnostics.back().message.id()), c.id) << c.text;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
