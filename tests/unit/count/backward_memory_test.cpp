// The backward pass tensor by tensor: gradients of weights and what their sums need, counted by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "count/passes/pass_memory.h"
#include "count/passes/reductions.h"

namespace paramscope {
namespace THIS_FILE {

Play trained(const std::string& text, bool drops_output = false) {
    TapeOptions options;
    options.is_training = true;
    options.drops_output = drops_output;
    const Report report = count_text(text);
    return PassMemory(report, options, {true, false, 1}).play(values_of(report));
}

/// The most bytes at a time, without rounding.
std::int64_t peak(const Play& play) {
    std::int64_t most = 0, now = 0;
    for (const PlayedEvent& event : play.events) {
        now += event.is_freed ? -play.tensors[event.tensor].bytes : play.tensors[event.tensor].bytes;
        most = std::max(most, now);
    }
    return most;
}

std::int64_t gradients_at_end(const Play& play) {
    return bytes_after(play, play.events.size())[static_cast<std::size_t>(TensorUse::Gradient)];
}

TEST(BackwardMemory, SumsOfRowsTakeAsMuchAsPyTorchAllocates) {
    constexpr std::int64_t kMega = 1 << 20;
    EXPECT_EQ(bytes_to_sum_rows(4096, 4096), 128 * kMega);  // seen on an H100, in float32 and bfloat16
    EXPECT_EQ(bytes_to_sum_rows(8192, 768), 48 * kMega);
    EXPECT_EQ(bytes_to_sum_rows(1024, 3072), 24 * kMega);
    EXPECT_EQ(bytes_to_sum_rows(100'000, 10), 4 * 10 * 98 * 4 * 2);  // 2 columns at once
    EXPECT_EQ(bytes_to_sum_rows(16, 4096), 0);                       // a thread sums them all
    EXPECT_EQ(bytes_to_sum_rows(784, 1536), 0);
    EXPECT_EQ(bytes_to_sum_rows(1024, 1'000'000), 0);  // enough columns for all processors
    EXPECT_EQ(bytes_to_sum_rows(0, 8), 0);
}

TEST(BackwardMemory, ABiasHasAWorkspaceOfItsOwn) {
    const auto of = [](const std::string& layer) {
        return peak(trained("input = (4096, 4096)\nSequential(\n  (0): " + layer + "\n)\n"));
    };
    // Besides the workspace, the gradient of the bias.
    EXPECT_EQ(of("Linear(4096, 4096)") - of("Linear(4096, 4096, bias=False)"),
              bytes_to_sum_rows(4096, 4096) + 4096 * 4);
}

TEST(BackwardMemory, EachBranchOfAListHasGradients) {
    const Play play = trained(
        "input = (2, 8)\nNet(\n  (all): ModuleList(\n    (0): Linear(8, 16)\n    (1): Linear(8, 16)\n"
        "    (2): Linear(8, 32)\n  )\n  (p): Linear(64, 4)\n"
        "  forward(x) = p(cat(branches(all, x), dim=1))\n)\n");
    EXPECT_EQ(gradients_at_end(play), (2 * (8 * 16 + 16) + 8 * 32 + 32 + 64 * 4 + 4) * 4);
}

TEST(BackwardMemory, WeightsOfALineHaveGradients) {
    const auto of = [](const std::string& line) {
        return gradients_at_end(
            trained("input = (2, 8)\nNet(\n  (w): Parameter(8, 16)\n  (b): Buffer(8, 16)\n"
                    "  forward(x) = " +
                    line + "\n)\n"));
    };
    constexpr std::int64_t kWeight = 8 * 16 * 4;
    EXPECT_EQ(of("x @ w"), kWeight);
    EXPECT_EQ(of("x @ (w * w)"), kWeight);  // one, however often it is used
    EXPECT_EQ(of("x @ b"), 0);
}

TEST(BackwardMemory, GradientsOfATiedWeightAreAddedOutOfPlace) {
    const auto of = [](const std::string& tie) {
        return peak(trained(tie + "input = (1, 2)\nNet(\n  (table): Embedding(1000, 8)\n"
                                  "  (head): Linear(8, 1000, bias=False)\n"
                                  "  forward(x) = head(table(x))\n)\n"));
    };
    // The gradient of the output layer, that of the table, and their sum.
    constexpr std::int64_t kTable = 1000 * 8 * 4;
    EXPECT_EQ(of("tie: head.weight = table.weight\n") - of(""), kTable);
}

TEST(BackwardMemory, AnOutputThatIsDroppedIsNotThere) {
    const std::string text = "input = (2, 8)\nSequential(\n  (0): Linear(8, 1000, bias=False)\n)\n";
    constexpr std::int64_t kOutput = 2 * 1000 * 4;
    EXPECT_EQ(peak(trained(text)) - peak(trained(text, true)), kOutput);
}

}  // namespace THIS_FILE
}  // namespace paramscope
