// The memory of each row: what is kept for the backward pass, or the most at a time.
#include "count/cost/row_memory.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

constexpr std::string_view kNet =
    "batch = 4\ninput = (batch, 8)\nSequential(\n  (0-2): 3 x Sequential(\n    (a): Linear(8, 8)\n"
    "    (b): ReLU()\n  )\n  (3): Linear(8, 2)\n)\n";
constexpr Integer kOne = 4 * 8 * 4;  // bytes of a layer's output

std::vector<Integer> rows_of(std::string_view text, const MemoryOptions& options) {
    const Report report = count_text(text);
    return memory_of_rows(report, plan_memory(report, options));
}

TEST(RowMemory, OfTrainingIsWhatIsKeptOfAllInstances) {
    MemoryOptions options;
    options.is_training = true;
    // Of three blocks, outputs of ReLU: the next layer and the backward pass need them.
    const std::vector<Integer> expected = {3 * kOne, 3 * kOne, 0, 3 * kOne, 0};
    EXPECT_EQ(rows_of(kNet, options), expected);
    const Report report = count_text(kNet);
    EXPECT_EQ(plan_memory(report, options).kept, expected.front());
}

TEST(RowMemory, OfInferenceIsTheMostAtATime) {
    const std::vector<Integer> rows = rows_of(kNet, {});
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0], 4 * kOne);  // with the input, which stays
    EXPECT_EQ(rows[1], 3 * kOne);  // the block's input is there until its call returns
    EXPECT_EQ(rows[2], kOne);
    EXPECT_EQ(rows[3], 2 * kOne);  // of two blocks
    EXPECT_EQ(rows[4], 4 * 2 * 4);
}

TEST(RowMemory, IsSharedInTensorParallelAndUnknownWithoutInputs) {
    MemoryOptions options;
    options.devices = options.tensor_parallel = 3;
    EXPECT_EQ(rows_of(kNet, options).at(2), (kOne + 2) / 3);
    EXPECT_TRUE(rows_of("Sequential(\n  (0): Linear(8, 8)\n)\n", {}).empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
