#include <gtest/gtest.h>

#include "count/count.h"
#include "open/open.h"
#include "support/same_counts.h"
#include "unit/describe.h"
#include "unit/open/onnx/make.h"

namespace paramscope::open::onnx::made {
namespace THIS_FILE {

using std::string_view_literals::operator""sv;

using testing_support::describe;

Opened opened(const std::string& file) {
    MemorySource source(file);
    return open_model(source, "model.onnx");
}

Report counted(const Opened& model) {
    testing_support::expect_counts_as_text(model);
    Report report = count_text(model.text(), {});
    EXPECT_FALSE(has_errors(report.diagnostics))
        << model.text() << report.diagnostics.front().message.english();
    return report;
}

/// x (batch, 3, 16, 16) -> a small network with a residual, a flatten by shape arithmetic, and a classifier.
std::string small_network() {
    return model(
        input("x", {0, 3, 16, 16}) + output("y") + weight(tensor("conv1.weight", {8, 3, 3, 3}, 864)) +
        weight(tensor("conv1.bias", {8}, 32)) + weight(tensor("layer.0.conv.weight", {8, 8, 3, 3}, 2304)) +
        weight(tensor("fc.weight", {10, 512}, 20480)) + weight(tensor("fc.bias", {10}, 40)) +
        node("Conv", {"x", "conv1.weight", "conv1.bias"}, {"a"},
             integers("kernel_shape", {3, 3}) + integers("pads", {1, 1, 1, 1})) +
        node("Relu", {"a"}, {"b"}) +
        node("Conv", {"b", "layer.0.conv.weight"}, {"c"}, integers("pads", {1, 1, 1, 1})) +
        node("Add", {"b", "c"}, {"d"}) +
        node("MaxPool", {"d"}, {"e"}, integers("kernel_shape", {2, 2}) + integers("strides", {2, 2})) +
        node("Shape", {"e"}, {"s"}) +
        node("Constant", {}, {"i"}, field(5, field(1, "value") + field(5, number(2, 7) + number(7, 0)))) +
        node("Gather", {"s", "i"}, {"n"}) + node("Unsqueeze", {"n"}, {"n1"}, integers("axes", {0})) +
        node("Constant", {}, {"rest"}, field(5, field(1, "value") + field(5, shape("", {-1})))) +
        node("Concat", {"n1", "rest"}, {"t"}, integer("axis", 0)) + node("Reshape", {"e", "t"}, {"f"}) +
        node("Gemm", {"f", "fc.weight", "fc.bias"}, {"y"}, integer("transB", 1)));
}

TEST(Onnx, LayersBecomeModulesByTheNamesOfTheirWeights) {
    const Opened model = opened(small_network());
    EXPECT_EQ(model.source, "onnx");
    EXPECT_TRUE(model.diagnostics.empty());
    const Report report = counted(model);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(3 * 8 * 9 + 8 + 8 * 8 * 9 + 512 * 10 + 10));
    EXPECT_EQ(report.root()->facts->macs.value, Integer(256 * 8 * 27 + 256 * 8 * 72 + 5120));
    EXPECT_TRUE(report.root()->facts->macs.is_complete());
    std::vector<std::string> paths;
    for (const NodeReport& node : report.nodes) paths.push_back(report.path(node));
    EXPECT_EQ(paths, (std::vector<std::string>{"", "conv1", "layer", "layer.0", "layer.0.conv", "fc"}));
    EXPECT_NE(model.text().find("input = (batch, 3, 16, 16)"), std::string::npos);
}

TEST(Onnx, SizesThatAreNamesStaySymbols) {
    const Opened model = opened(made::model(
        input("ids", {0, 0}) + output("y") + weight(tensor("emb.weight", {100, 16}, 6400)) +
        weight(tensor("w", {16, 32}, 2048)) + node("Gather", {"emb.weight", "ids"}, {"a"}) +
        node("MatMul", {"a", "w"}, {"b"}, {}, "/proj/MatMul") +
        node("Transpose", {"b"}, {"bt"}, integers("perm", {0, 2, 1})) + node("MatMul", {"b", "bt"}, {"s"}) +
        node("Softmax", {"s"}, {"p"}) + node("MatMul", {"p", "b"}, {"y"})));
    const Report report = counted(model);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(1600 + 512));
    EXPECT_TRUE(report.root()->facts->macs.is_complete());
    // Projection, scores and their use, over symbols of one name.
    Polynomial batch = Polynomial::symbol("batch");
    EXPECT_EQ(report.root()->facts->macs.formula,
              batch * batch * Polynomial(512) + batch * batch * batch * Polynomial(64));
}

TEST(Onnx, SizesWithoutANameGetOne) {
    const Opened model =
        opened(made::model(value(11, "x", {0, 16, 0}, "") + output("y") + node("Relu", {"x"}, {"y"})));
    EXPECT_NE(model.text().find("input = (batch, 16, size_1_2)"), std::string::npos) << model.text();
}

struct OneNode {
    std::string_view name;
    std::string graph;  ///< x (1, 4, 8, 8) -> y
    Integer parameters;
    std::optional<Integer> macs;
    std::string_view text;  ///< a part of the model text
};

class OneOperator : public testing::TestWithParam<OneNode> {};

TEST_P(OneOperator, IsTranslated) {
    const Opened model = opened(made::model(input("x", {1, 4, 8, 8}) + output("y") + GetParam().graph));
    const Report report = counted(model);
    EXPECT_EQ(report.root()->facts->parameters.value, GetParam().parameters) << model.text();
    EXPECT_EQ(report.root()->facts->macs.is_complete() ? report.root()->facts->macs.value : std::nullopt,
              GetParam().macs)
        << model.text();
    EXPECT_NE(model.text().find(GetParam().text), std::string::npos) << model.text();
}

std::string kernel(std::int64_t size) {
    return integers("kernel_shape", {size, size});
}

/// The value of a Constant node: four times the same float, as its bytes.
std::string four_floats(std::string_view bytes) {
    std::string raw;
    for (int i = 0; i < 4; ++i) raw += bytes;
    return field(5, field(1, "value") + field(5, number(1, 4) + number(2, 1) + field(9, raw)));
}

INSTANTIATE_TEST_SUITE_P(
    Nodes, OneOperator,
    testing::Values(
        OneNode{"grouped",
                weight(tensor("c.weight", {8, 2, 3, 3})) +
                    node("Conv", {"x", "c.weight"}, {"y"}, integer("group", 2)),
                144, 36 * 144, "Conv2d(2 * 2, 8,"},
        OneNode{"transposed",
                weight(tensor("c.weight", {4, 6, 2, 2})) +
                    node("ConvTranspose", {"x", "c.weight"}, {"y"}, integers("strides", {2, 2})),
                96, 64 * 96, "ConvTranspose2d(4, 6,"},
        OneNode{"uneven_padding",
                weight(tensor("c.weight", {4, 4, 2, 2})) +
                    node("Conv", {"x", "c.weight"}, {"y"}, integers("pads", {0, 0, 1, 1})),
                64, 64 * 64, "ZeroPad2d(x1, padding=(0, 1, 0, 1))"},
        OneNode{"norm",
                weight(tensor("n.weight", {4})) + weight(tensor("n.bias", {4})) +
                    weight(tensor("n.mean", {4})) + weight(tensor("n.var", {4})) +
                    node("BatchNormalization", {"x", "n.weight", "n.bias", "n.mean", "n.var"}, {"y"}),
                8, 0, "(running_mean): Buffer(4)"},
        OneNode{"pool",
                node("AveragePool", {"x"}, {"y"},
                     kernel(3) + integers("strides", {2, 2}) + integer("ceil_mode", 1)),
                0, 0, "AvgPool2d(x1, kernel_size=(3, 3), stride=(2, 2), padding=(0, 0), ceil_mode=True)"},
        OneNode{"parts",
                node("Split", {"x"}, {"a", "b"}, integer("axis", 1)) +
                    node("Concat", {"b", "a"}, {"y"}, integer("axis", 1)),
                0, 0, "chunk(x1, 2, dim=1)"},
        OneNode{"added_weight", weight(tensor("shift", {4, 1, 1})) + node("Add", {"x", "shift"}, {"y"}), 4, 0,
                "x1 + shift"},
        OneNode{"shared",
                weight(tensor("c.weight", {4, 4, 1, 1})) + node("Conv", {"x", "c.weight"}, {"a"}) +
                    node("Conv", {"a", "c.weight"}, {"y"}),
                16, 2 * 64 * 16, "c(v1)"},
        OneNode{"shared_by_layers_that_differ",
                weight(tensor("c.weight", {4, 4, 1, 1})) + weight(tensor("c.bias", {4})) +
                    node("Conv", {"x", "c.weight", "c.bias"}, {"a"}, integers("strides", {2, 2})) +
                    node("Conv", {"a", "c.weight", "c.bias"}, {"y"}),
                20, 2 * 16 * 16, "tie: c_2.weight = c.weight\ntie: c_2.bias = c.bias\n"},
        OneNode{"shared_with_other_biases",
                weight(tensor("c.weight", {4, 4, 1, 1})) + weight(tensor("b", {4})) +
                    weight(tensor("b2", {4})) + node("Conv", {"x", "c.weight", "b"}, {"a"}) +
                    node("Conv", {"a", "c.weight", "b2"}, {"y"}),
                24, 2 * 64 * 16, "tie: c_2.weight = c.weight\n"},
        OneNode{"bias_of_several_layers",
                weight(tensor("c.weight", {4, 4, 1, 1})) + weight(tensor("d.weight", {4, 4, 1, 1})) +
                    weight(tensor("b", {4})) + node("Conv", {"x", "c.weight", "b"}, {"a"}) +
                    node("Conv", {"a", "d.weight", "b"}, {"y"}),
                36, 2 * 64 * 16, "tie: d.bias = c.bias\n"},
        OneNode{"layer_whose_weight_is_added",
                weight(tensor("p.weight", {4, 1, 1})) + node("PRelu", {"x", "p.weight"}, {"a"}) +
                    node("Add", {"a", "p.weight"}, {"y"}),
                4, 0, "tie: p_2.weight = p.weight\n"},
        OneNode{"norms_with_one_scale",
                weight(tensor("n.weight", {4})) + weight(tensor("n.bias", {4})) +
                    weight(tensor("m.bias", {4})) +
                    node("InstanceNormalization", {"x", "n.weight", "n.bias"}, {"a"}) +
                    node("InstanceNormalization", {"a", "n.weight", "m.bias"}, {"y"}),
                12, 0, "tie: n_2.weight = n.weight\n"},
        OneNode{"norm_without_a_scale",
                node("Constant", {}, {"one"}, four_floats("\x00\x00\x80\x3f"sv)) +
                    node("Constant", {}, {"zero"}, four_floats("\x00\x00\x00\x00"sv)) +
                    node("InstanceNormalization", {"x", "one", "zero"}, {"y"}),
                0, 0, "normalize(x1)"},
        OneNode{"norm_with_a_constant_scale",
                node("Constant", {}, {"half"}, four_floats("\x00\x00\x00\x3f"sv)) +
                    node("Constant", {}, {"zero"}, four_floats("\x00\x00\x00\x00"sv)) +
                    node("InstanceNormalization", {"x", "half", "zero"}, {"y"}),
                8, 0, "(weight): Parameter(4, 1, 1)"},
        OneNode{"norm_of_two_dimensions",
                weight(tensor("n.weight", {8, 8})) + node("LayerNormalization", {"x", "n.weight"}, {"y"}), 64,
                0, "(weight): Parameter(8, 8)"},
        OneNode{"bias_for_all_outputs_at_once",
                weight(tensor("w", {8, 6})) + weight(tensor("b", {1})) + node("Gemm", {"x", "w", "b"}, {"y"}),
                49, 32 * 48, "w(x1) + b"},
        OneNode{"recurrent_layers_with_one_bias",
                weight(tensor("l.weight", {1, 12, 8})) + weight(tensor("r", {1, 12, 3})) +
                    weight(tensor("b", {1, 24})) + weight(tensor("m.weight", {1, 12, 8})) +
                    node("Squeeze", {"x"}, {"s"}, integers("axes", {0})) +
                    node("LSTM", {"s", "l.weight", "r", "b"}, {"a"}) +
                    node("LSTM", {"s", "m.weight", "r", "b"}, {"c"}) + node("Add", {"a", "c"}, {"y"}),
                2 * 96 + 36 + 24, 2 * 4 * 8 * 132, "tie: m.bias_hh_l0 = l.bias_hh_l0\n"},
        OneNode{"named_like_a_function",
                weight(tensor("relu.weight", {4, 4, 1, 1})) + node("Conv", {"x", "relu.weight"}, {"a"}) +
                    node("Relu", {"a"}, {"y"}),
                16, 64 * 16, "relu_2(x1)"},
        OneNode{"unknown", weight(tensor("w", {5})) + node("Mystery", {"x", "w"}, {"y"}), 5, std::nullopt,
                "OnnxMystery("},
        OneNode{"foreign", node("Relu", {"x"}, {"y"}, {}, {}, "my.domain"), 0, std::nullopt, "OnnxRelu("},
        OneNode{"weights_nobody_uses", weight(tensor("spare", {7})) + node("Relu", {"x"}, {"y"}), 7, 0,
                "(spare): Parameter(7)"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Onnx, OperatorsThatAreNotKnownAreNamed) {
    const Opened model = opened(made::model(input("x", {1, 4}) + output("y") + node("Mystery", {"x"}, {"a"}) +
                                            node("Resize", {"a"}, {"y"})));
    ASSERT_EQ(model.diagnostics.size(), 1u);
    EXPECT_EQ(model.diagnostics.front().severity, Severity::Warning);
    EXPECT_EQ(describe(model.diagnostics.front().message), "onnx.unknown_operators(operators: Mystery)");
}

TEST(Onnx, OperatorsAreListedOnceWithTheirCount) {
    const Opened model = opened(made::model(input("x", {1, 4}) + output("a") + output("b") + output("c") +
                                            node("Mystery", {"x"}, {"a"}) + node("Enigma", {"x"}, {"b"}) +
                                            node("Mystery", {"x"}, {"c"})));
    ASSERT_EQ(model.diagnostics.size(), 1u);
    EXPECT_EQ(describe(model.diagnostics.front().message),
              "onnx.unknown_operators(operators: Enigma, Mystery (2))");
}

TEST(Onnx, WeightsOfImpossibleSizesAreLeftOut) {
    const std::string graph = input("x", {1}) + node("Relu", {"x"}, {"y"}) + weight(tensor("a", {-5, 3}));
    EXPECT_EQ(describe(opened(made::model(graph)).diagnostics.front().message), "onnx.impossible_weight");
    EXPECT_EQ(describe(opened(made::model(graph + weight(tensor("b", {-1})))).diagnostics.front().message),
              "onnx.impossible_weights(count: 2)");
}

TEST(Onnx, AFileWithoutAGraphIsAnError) {
    EXPECT_EQ(describe(opened(number(1, 8) + field(2, "tests")).diagnostics.front().message),
              "onnx.no_graph");
}

TEST(Onnx, WeightsOfSubgraphsCount) {
    const std::string branch = weight(tensor("inner", {3, 3})) + node("Relu", {"q"}, {"r"});
    const Opened model =
        opened(made::model(input("x", {1}) + output("y") +
                           node("If", {"x"}, {"y"}, field(5, field(1, "then_branch") + field(6, branch)))));
    EXPECT_EQ(counted(model).root()->facts->parameters.value, Integer(9));
}

TEST(Onnx, ConstantsOfPartsThatAreNotFollowedMakeAnEstimate) {
    const auto constant = [](std::initializer_list<std::int64_t> sizes) {
        return node("Constant", {}, {"w"}, field(5, field(1, "value") + field(5, tensor("w", sizes))));
    };
    const struct {
        std::string branch;
        const char* counted;
    } cases[] = {
        {constant({3, 4}), "12 approximate"}, {constant({5}), "0 exact"}, {constant({1, 1}), "0 exact"}};
    for (const auto& [branch, expected] : cases) {
        const std::string part = branch + node("MatMul", {"q", "w"}, {"r"});
        const Opened model =
            opened(made::model(input("x", {1}) + output("y") +
                               node("If", {"x"}, {"y"}, field(5, field(1, "then_branch") + field(6, part)))));
        const Quantity& count = counted(model).root()->facts->parameters;
        EXPECT_EQ(to_string(*count.value) + " " + std::string(to_string(count.basis)), expected);
    }
}

TEST(Onnx, WeightsAreSkippedNotRead) {
    const std::string file = made::model(input("x", {1, 1000}) + output("y") +
                                         weight(tensor("fc.weight", {1000, 1000}, 4'000'000)) +
                                         node("MatMul", {"x", "fc.weight"}, {"y"}));
    MemorySource source(file);
    const Opened model = open_model(source, "");
    EXPECT_EQ(counted(model).root()->facts->parameters.value, Integer(1'000'000));
    EXPECT_LT(source.bytes_read(), 4u * kBeginning);
}

TEST(Onnx, DamageIsNamedWithItsByte) {
    const auto damage = [](const std::string& graph) {
        const Opened model = opened(made::model(node("Relu", {"x"}, {"y"}) + graph));
        return model.diagnostics.empty() ? std::string() : describe(model.diagnostics.front().message);
    };
    // The node ends at byte 25.
    EXPECT_EQ(damage("\x0f"), "onnx.damaged_file(problem: protobuf.wire_type, byte: 25)");
    EXPECT_EQ(damage("\x0d\x01"), "onnx.damaged_file(problem: protobuf.cut_number, byte: 25)");
    EXPECT_EQ(damage(std::string(11, '\xff')),
              "onnx.damaged_file(problem: protobuf.endless_number, byte: 25)");
    EXPECT_EQ(damage("\x12\x05y"), "onnx.damaged_file(problem: protobuf.field_too_long, byte: 25)");
}

TEST(Onnx, MemoryForTheGraphIsBounded) {
    // Lists of 1000 bytes are read; each makes 8000 bytes of numbers.
    std::string lists;
    for (int i = 0; i < 4300; ++i) lists += field(8, std::string(1000, '\1'));
    const Opened model = opened(made::model(node("Relu", {"x"}, {"y"}, field(5, lists))));
    ASSERT_FALSE(model.diagnostics.empty());
    EXPECT_TRUE(describe(model.diagnostics.front().message)
                    .starts_with("onnx.damaged_file(problem: protobuf.too_large(most: 32), byte: "));
}

TEST(Onnx, AFileCutOffAnywhereSaysSoAndGivesWhatCameBefore) {
    const std::string whole = small_network();
    for (std::size_t length = 3;
         length<whole.size(); length += whole.size()> 2000 && length > 200 ? 37U : 1U) {
        MemorySource source(std::string_view(whole).substr(0, length));
        const Opened model = open_model(source, "model.onnx");
        if (model.source != "onnx") continue;
        EXPECT_TRUE(has_errors(model.diagnostics)) << length;
        EXPECT_FALSE(
            has_errors(count_text(model.text().empty() ? "Identity()" : model.text(), {}).diagnostics))
            << model.text();
    }
}

TEST(Onnx, AChainOfManyNodesDoesNotNest) {
    std::string graph = input("x", {1, 8}) + output("t20000");
    std::string before = "x";
    for (int i = 1; i <= 20000; ++i) {
        const std::string after = "t" + std::to_string(i);
        graph += node("Relu", {before}, {after});
        before = after;
    }
    EXPECT_TRUE(counted(opened(made::model(graph))).root()->facts->macs.is_complete());
}

TEST(Onnx, HostileFilesAreBounded) {
    std::string doubled;  // each Reshape has forty times the dimensions of its input
    for (int i = 0; i < 5; ++i) {
        const std::string x = "x" + std::to_string(i), sizes = "s" + std::to_string(i),
                          all = "c" + std::to_string(i);
        std::string copies;
        for (int copy = 0; copy < 40; ++copy) copies += field(1, sizes);
        doubled += node("Shape", {x}, {sizes}) + field(1, copies + field(2, all) + field(4, "Concat")) +
                   node("Reshape", {x, all}, {"x" + std::to_string(i + 1)});
    }
    std::string nested;
    for (int depth = 0; depth < 200; ++depth)
        nested = node("If", {"x"}, {"y"}, field(5, field(1, "g") + field(6, nested)));
    const std::string cases[] = {
        made::model(nested),
        made::model(input("x0", {1, 1, 1, 1}) + doubled + output("x5")),
        made::model(weight(tensor("w", {std::int64_t{1} << 62, std::int64_t{1} << 62})) +
                    node("Relu", {"w"}, {"y"})),
        made::model(weight(tensor("w", {-5, 3})) + input("x", {-1, 4}) + node("MatMul", {"x", "w"}, {"y"}) +
                    output("y")),
        made::model(
            input("x", {1, 4, 8, 8}) + weight(tensor("w", {4, 4, 3, 3})) + output("y") +
            node("Conv", {"x", "w"}, {"y"}, integers("strides", {0, 0}) + integers("pads", {-1, 1, 1, 1}))),
        made::model(node("Reshape", {"y", "y"}, {"y"}) + node("Gather", {}, {}) + node("Concat", {}, {"z"}) +
                    output("z")),
        made::model(weight(tensor(std::string("a\n(b): Linear(1, 2)\x01", 20), {2, 2})) +
                    node("\"", {"x"}, {"\n"})),
        number(1, 8) + field(7, std::string(5, '\xff')),
        number(1, 8) + varint(7 << 3 | 2) + varint(~std::uint64_t{0}),
    };
    for (const std::string& file : cases) {
        const Opened model = opened(file);
        EXPECT_FALSE(
            has_errors(count_text(model.text().empty() ? "Identity()" : model.text(), {}).diagnostics))
            << model.text();
        EXPECT_LT(model.text().size(), 100'000u);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::onnx::made
