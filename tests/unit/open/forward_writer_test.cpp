#include "open/support/forward_writer.h"

#include <gtest/gtest.h>

namespace paramscope::open {
namespace THIS_FILE {

using Lines = std::vector<std::string>;

TEST(ForwardWriter, NamesInputsAndStepsInOrder) {
    ForwardWriter writer;
    const std::string a = writer.add_input(), b = writer.add_input();
    const std::string sum = writer.add_step(a + " + " + b);
    const std::string output = writer.add_step("fc(" + sum + ")");
    EXPECT_EQ(writer.lines({output}),
              (Lines{"forward(x1, x2) = v2 where", "  v1 = x1 + x2,", "  v2 = fc(v1)"}));
    EXPECT_EQ(writer.lines({output, sum}).front(), "forward(x1, x2) = (v2, v1) where");
}

TEST(ForwardWriter, NeedsInputsAndResults) {
    ForwardWriter writer;
    EXPECT_EQ(writer.lines({"1"}), Lines());
    const std::string x = writer.add_input();
    EXPECT_EQ(writer.lines({}), Lines());
    EXPECT_EQ(writer.lines({x}), Lines{"forward(x1) = x1"});
}

TEST(ForwardWriter, DropsTheStepsOfAnAttemptThatFailed) {
    ForwardWriter writer;
    const std::string kept = writer.add_step(writer.add_input());
    const std::size_t count = writer.step_count();
    writer.add_step("attempt(v1)");
    writer.drop_steps_after(count);
    EXPECT_EQ(writer.add_step("relu(v1)"), "v2");
    EXPECT_EQ(writer.lines({"v2"}).back(), "  v2 = relu(v1)");
}

TEST(ForwardWriter, WritesTuplesAndInputsAsPythonDoes) {
    EXPECT_EQ(tuple_text({"3", "3"}), "(3, 3)");
    EXPECT_EQ(tuple_text(Lines{"3"}), "(3,)");
    EXPECT_EQ(tuple_text(Lines{}), "()");
    EXPECT_EQ(input_line({"(batch, 3)", "(batch,)"}), "input = (batch, 3), (batch,)\n");
    EXPECT_EQ(input_line({}), "");
}

}  // namespace
}  // namespace paramscope::open
