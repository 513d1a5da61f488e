// Totals: sums of parameters, buffers, bytes and work, repeats, completeness and status.
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Totals, BytesFollowTheDtype) {
    EXPECT_EQ(shown(count_text("Linear(10, 10, bias=False)").bytes), "400");
    EXPECT_EQ(shown(count_text("dtype = float16\nLinear(10, 10, bias=False)").bytes), "200");
    EXPECT_EQ(shown(count_text("Net(\n  (w): Parameter(3, dtype=int4)\n)").bytes), "2");
}

TEST(Totals, BuffersAreNotParameters) {
    const Report report = count_text("Net(\n  (bn): BatchNorm2d(8)\n  (pe): Buffer(5, 6)\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "16");
    EXPECT_EQ(shown(report.nodes[0].facts->buffers.value), "47");
}

TEST(Totals, ARepeatedModuleCarriesItsRepeatsAndItsChildrenDoNot) {
    const Report report = count_text(
        "d = 16\nn = 6\nNet(\n  (layers): ModuleList(\n    (0-*): n x Block(\n      (fc): Linear(d, d)\n    )\n  )\n)");
    EXPECT_EQ(formula(row(report, "layers.0").facts->parameters), "d^2*n + d*n");
    EXPECT_EQ(formula(row(report, "layers.0.fc").facts->parameters), "d^2 + d");
    EXPECT_EQ(shown(row(report, "layers.0").facts->repeat().value), "6");
}

TEST(Totals, TotalsBeyond128BitsAreNoNumber) {
    const Report report = count_text("Net(\n  (a): Linear(10^18, 10^18)\n  (0-*): 10^18 x Linear(10^18, 10^18)\n)");
    EXPECT_EQ(shown(row(report, "a").facts->parameters.value), "1000000000000000001000000000000000000");
    EXPECT_EQ(shown(report.nodes[0].facts->parameters.value), "?");
}

TEST(Totals, StatusTellsWhetherNumbersAreKnown) {
    struct Case {
        std::string_view text;
        Status status;
    };
    constexpr Case cases[] = {
        {"Linear(2, 3)", Status::Counted},
        {"ReLU()", Status::Zero},
        {"BatchNorm1d(4, affine=False, track_running_stats=False)", Status::Zero},
        {"Sequential()", Status::Counted},
        {"Mystery()", Status::Unknown},
        {"GCNConv(1433, 16)", Status::Counted},  // about: its bias is assumed
        {"Conv2d(3, 64)", Status::Unknown},
        {"input = (1, 2)\nMine(\n  (a): Linear(2, 2)\n)", Status::Unknown},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(to_string(count_text(c.text).nodes[0].facts->status), to_string(c.status)) << c.text;
    }
}

TEST(Totals, AModuleThatTheForwardLineLeavesOutHasNoWork) {
    const Report report = count_text(
        "input = (1, 2)\nNet(\n  forward(x) = a(x)\n  (a): Linear(2, 2)\n  (aux): Linear(2, 2)\n)");
    EXPECT_EQ(shown(report.nodes[0].facts->macs.value), "4");
    EXPECT_TRUE(report.nodes[0].facts->macs.is_complete());
    EXPECT_EQ(shown(row(report, "aux").facts->macs.value), "0");
    ASSERT_EQ(row(report, "aux").facts->notes.size(), 1u);
    EXPECT_EQ(row(report, "aux").facts->notes[0].id(), "module.not_called");
    EXPECT_TRUE(row(report, "a").facts->notes.empty());
}

TEST(Totals, WorkIsAtLeastWhereAPartIsUnknown) {
    struct Case {
        std::string_view text, macs;
        bool complete;
    };
    constexpr Case cases[] = {
        {"input = (1, 2)\nSequential(\n  (0): Linear(2, 3)\n  (1): Linear(3, 2)\n)", "12", true},
        {"input = (1, 2)\nSequential(\n  (0): Linear(2, 3)\n  (1): Mystery()\n)", "6", false},
        {"Sequential(\n  (0): Linear(2, 3)\n)", "?", false},
        {"ReLU()", "0", true},
    };
    for (const Case& c : cases) {
        const Quantity macs = count_text(c.text).nodes[0].facts->macs;
        EXPECT_EQ(shown(macs.value), c.macs) << c.text;
        EXPECT_EQ(macs.is_complete(), c.complete) << c.text;
    }
}

TEST(Totals, TrainingDoesMatrixWorkThreeTimesAndTwiceInTheFirstLayer) {
    CountOptions options;
    options.mode = Mode::Training;
    struct Case {
        std::string_view text, macs;
    };
    constexpr Case cases[] = {
        {"input = (1, 2)\nLinear(2, 3)", "12"},
        {"input = (1, 2)\nSequential(\n  (0): Linear(2, 3)\n  (1): Linear(3, 2)\n)", "30"},
        // Of equal layers, of repeats too, only the first reads the input.
        {"input = (1, 2)\nSequential(\n  (0): Linear(2, 2)\n  (1): Linear(2, 2)\n)", "20"},
        {"input = (1, 2)\nSequential(\n  (0-3): 4 x Linear(2, 2)\n)", "44"},
        // The table has no products, so what comes after it has both gradients.
        {"input = (1, 2)\nSequential(\n  (0): Embedding(5, 3)\n  (1): Linear(3, 2)\n)", "36"},
        // Of a recurrent network the weights of the input.
        {"input = (2, 3, 5)\nGRU(5, 4, batch_first=True)", "1584"},
        // All layers that read the input: each of the three does 12, twice, and the product of their outputs 9 thrice, and 12.
        {"input = (3, 2)\nNet(\n  (q): Linear(2, 2, bias=False)\n  (k): Linear(2, 2, bias=False)\n  (v): Linear(2, 2, bias=False)\n"
         "  forward(x) = attention(q(x), k(x), v(x))\n)",
         "180"},
        // Also where nothing with weights comes between, and in a repeated module once.
        {"input = (1, 2)\nSequential(\n  (0): ReLU()\n  (1): Flatten()\n  (2): Linear(2, 2)\n)", "8"},
        {"input = (1, 2)\nSequential(\n  (0-3): 4 x Sequential(\n    (0): ReLU()\n    (1): Linear(2, 2)\n  )\n)", "44"},
        // A product of the input with itself has no gradient, one with a weight has that of the weight.
        {"input = (2, 3)\nNet(\n  (a): Linear(3, 3)\n  forward(x) = a(x @ transpose(x, 0, 1) @ x)\n)", "60"},
        {"input = (2, 3)\nNet(\n  (weight): Parameter(3, 3)\n  (a): Linear(3, 3)\n  forward(x) = a(x @ weight)\n)", "90"},
    };
    for (const Case& c : cases) {
        const Quantity macs = count_text(c.text, options).nodes[0].facts->macs;
        EXPECT_EQ(shown(macs.value), c.macs) << c.text;
        EXPECT_EQ(macs.basis, Basis::Exact) << c.text;
    }
}

}  // namespace
}  // namespace paramscope
