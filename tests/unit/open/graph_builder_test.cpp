#include "open/support/graph_builder.h"

#include <gtest/gtest.h>

namespace paramscope::open {
namespace THIS_FILE {

using Lines = std::vector<std::string>;

TEST(GraphBuilder, NamesInputsAndStepsInOrder) {
    GraphBuilder graph;
    const std::string a = graph.add_input({}), b = graph.add_input({});
    const std::string sum = graph.add_step(a + " + " + b);
    const std::string output = graph.add_step("fc(" + sum + ")");
    EXPECT_EQ(graph.lines({output}),
              (Lines{"forward(x1, x2) = v2 where", "  v1 = x1 + x2,", "  v2 = fc(v1)"}));
    EXPECT_EQ(graph.lines({output, sum}).front(), "forward(x1, x2) = (v2, v1) where");
}

TEST(GraphBuilder, NeedsInputsAndResults) {
    GraphBuilder graph;
    EXPECT_EQ(graph.lines({"1"}), Lines());
    const std::string x = graph.add_input({});
    EXPECT_EQ(graph.lines({}), Lines());
    EXPECT_EQ(graph.lines({x}), Lines{"forward(x1) = x1"});
}

TEST(GraphBuilder, DropsTheStepsOfAnAttemptThatFailed) {
    GraphBuilder graph;
    const std::string kept = graph.add_step(graph.add_input({}));
    const std::size_t count = graph.step_count();
    graph.add_step("attempt(v1)");
    graph.drop_steps_after(count);
    EXPECT_EQ(graph.add_step("relu(v1)"), "v2");
    EXPECT_EQ(graph.lines({"v2"}).back(), "  v2 = relu(v1)");
}

TEST(GraphBuilder, ShapesFollowFromTheRulesOfLayersAndFunctions) {
    GraphBuilder graph;
    const std::string x = graph.add_input(Signal::tensor({Polynomial::symbol("batch"), 3, 8, 8}));
    const std::string path = graph.tree.add_module("encoder.conv", "Conv2d(3, 5, kernel_size=3");
    graph.tree.add_tensor("encoder.shift", "Parameter(5, 1, 1)");
    EXPECT_EQ(to_string(graph.shape_of(x).dims), "(batch, 3, 8, 8)");
    const std::string map = graph.add_step(concat("relu(", path, "(x1)) + encoder.shift"));
    EXPECT_EQ(to_string(graph.shape_of(map).dims), "(batch, 5, 6, 6)");
    EXPECT_EQ(to_string(graph.shape_of(graph.add_step("chunk(v1, 2, dim=2)[1]")).dims), "(batch, 5, 3, 6)");
    EXPECT_TRUE(graph.shape_of(graph.add_step(path + "(v1)")).is_unknown());  // of 5 channels
    EXPECT_TRUE(graph.shape_of(graph.add_step("missing(v1, v9)")).is_unknown());
    graph.set_shape("v3", Signal::tensor({7, 3, 3, 3}));
    EXPECT_EQ(to_string(graph.shape_of(graph.add_step(path + "(v3)")).dims), "(7, 5, 1, 1)");
}

TEST(GraphBuilder, WritesTuplesAndInputsAsPythonDoes) {
    EXPECT_EQ(tuple_text(Lines{"3", "3"}), "(3, 3)");
    EXPECT_EQ(tuple_text(Lines{"3"}), "(3,)");
    EXPECT_EQ(tuple_text(Lines{}), "()");
    EXPECT_EQ(input_line({"(batch, 3)", "(batch,)"}), "input = (batch, 3), (batch,)\n");
    EXPECT_EQ(input_line({}), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
