// Will it run: recipes, and the answer in a sentence.
#include "formats/verdict_sentence.h"

#include <gtest/gtest.h>

#include "base/ranges.h"
#include "count/cost/recipes.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

const Recipe& recipe(std::string_view name) {
    return *find_by(recipes(), &Recipe::name, name);
}

Device device_of(const std::string& memory) {
    return read_devices("memory=" + memory + ", bandwidth=1GB/s")->device;
}

// 10^9 weights in float32; a batch has 4·(31250 + 32000) bytes for each sample.
constexpr std::string_view kText = "batch = 1\ninput = (batch, 31250)\nLinear(31250, 32000, bias=False)\n";

std::string answer(std::string_view text, const MemoryOptions& options, const std::string& memory) {
    const Report report = count_text(text);
    const MemoryPlan plan = plan_memory(report, options);
    return sentence_of(judge_plan(report, plan, device_of(memory)), plan);
}

TEST(Verdict, SaysWhetherItFitsAndWhatIsTheMost) {
    EXPECT_EQ(answer(kText, {}, "8GB"), "fits: 4.0 of 8.0 GB at batch 1; largest batch 14,301");
    EXPECT_EQ(answer(kText, {}, "3GB"), "does not fit: 4.0 of 3.0 GB at batch 1; largest batch 0");
    // The total may be 5 % more, or less.
    EXPECT_EQ(answer(kText, {}, "4.1GB"),
              "close, may or may not fit: about 4.0 of 4.1 GB at batch 1; largest batch 0");
    EXPECT_EQ(answer("Linear(31250, 32000, bias=False)\n", {}, "8GB"), "not known: at least 4.0 of 8.0 GB");
}

TEST(Verdict, SeveralDevicesShareWhatTheRecipeShares) {
    const MemoryOptions full = with_recipe(recipe("full"), 2, {});
    // Halves of weights, gradient and state in bfloat16, (1 + 1 + 2)·10^9 bytes, and whole weights and their
    // gradient.
    EXPECT_EQ(answer(kText, full, "9GB").substr(0, 23), "fits: 8.0 of 9.0 GB eac");
    EXPECT_EQ(with_recipe(recipe("lora"), 2, {}).zero_stage, 0);
    EXPECT_EQ(with_recipe(recipe("inference"), 2, {}).tensor_parallel, 2);
}

TEST(Verdict, OptionsChangeARecipe) {
    MemoryOptions given;
    given.adapters.rank = 64;
    given.zero_stage = 2;
    given.has_kernels_of_cpu = true;
    const MemoryOptions made = with_recipe(recipe("qlora"), 4, given);
    EXPECT_EQ(made.adapters.rank, 64);
    EXPECT_EQ(made.zero_stage, 2);
    EXPECT_TRUE(made.has_kernels_of_cpu);
    EXPECT_EQ(made.weights_dtype, "nf4");
    EXPECT_EQ(made.devices, 4);
}

TEST(Verdict, OnlyDenseLayersAreOfFourBits) {
    // 2·8·8 matrices of dense layers at 1057 / 256 bits, and tables, biases and the output layer in 16.
    const MemoryOptions options = with_recipe(recipe("qlora"), 1, {});
    const Report report = count_text(
        "input = (1, 4)\nNet(\n  (table): Embedding(100, 8)\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n"
        "  (head): Linear(8, 100, bias=False)\n  forward(x) = head(b(a(table(x))))\n)\n");
    const MemoryPlan plan = plan_memory(report, options);
    EXPECT_EQ(plan.dtype, "bfloat16");
    EXPECT_EQ(plan.parts.front().bytes.value, Integer{2 * (800 + 800 + 16) + 2 * 64 * 1057 / 2048 + 1});
}

}  // namespace THIS_FILE
}  // namespace paramscope
