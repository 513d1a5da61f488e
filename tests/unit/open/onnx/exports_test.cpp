// What exporters write: shapes computed from shapes, functions and branches, quantised and fused operators.
#include <gtest/gtest.h>

#include "algebra/print.h"
#include "count/count.h"
#include "open/open.h"
#include "support/same_counts.h"
#include "unit/describe.h"
#include "unit/open/onnx/make.h"

namespace paramscope::open::onnx::made {
namespace THIS_FILE {

constexpr std::string_view kMicrosoft = "com.microsoft";

/// x (batch, tokens, 8).
std::string sequence() {
    const auto named = [](std::string_view name) { return field(1, field(2, name)); };
    const std::string sizes = named("batch") + named("tokens") + field(1, number(1, 8));
    return field(11, field(1, "x") + field(2, field(1, number(1, 1) + field(2, sizes))));
}

std::string constant(std::string_view name, std::initializer_list<std::int64_t> numbers) {
    return node("Constant", {}, {name}, field(5, field(1, "value") + field(5, shape("", numbers))));
}
std::string single(std::string_view name, std::int64_t value) {
    return node("Constant", {}, {name},
                field(5, field(1, "value") + field(5, number(2, 7) + number(7, value))));
}
/// The size of x in one dimension.
std::string size(std::string_view name, std::int64_t dim) {
    const std::string all = std::string(name) + "_all", at = std::string(name) + "_at";
    return node("Shape", {"x"}, {all}) + single(at, dim) + node("Gather", {all, at}, {name});
}
std::string subgraph(std::string_view attribute, const std::string& graph) {
    return field(5, field(1, attribute) + field(6, graph));
}
std::string words(std::string_view name, std::string_view text) {
    return field(5, field(1, name) + field(4, text));
}

struct Export {
    std::string name;
    std::string graph;  ///< x (batch, tokens, 8) -> y
    Integer parameters;
    std::string macs;        ///< a formula, "" where they are not all known
    std::string after = {};  ///< what follows the graph in the file
};

class Exports : public testing::TestWithParam<Export> {};

TEST_P(Exports, AreCounted) {
    const std::string file = made::model(sequence() + output("y") + GetParam().graph) + GetParam().after;
    MemorySource source(file);
    const Opened opened = open_model(source, "model.onnx");
    testing_support::expect_counts_as_text(opened);
    const Report report = count_text(opened.text(), {});
    const ModuleFacts& facts = *report.root()->facts;
    EXPECT_EQ(facts.parameters.value, GetParam().parameters) << opened.text();
    EXPECT_EQ(facts.macs.is_complete() ? print(facts.macs.formula, Notation::Plain) : "", GetParam().macs)
        << opened.text();
}

std::string name_of(const testing::TestParamInfo<Export>& test) {
    return test.param.name;
}

const std::string kWeight = weight(tensor("w", {8, 8}));
/// The product that shows what is known of a tensor "r": that of all its elements with 8 columns.
const std::string kProduct = kWeight + node("MatMul", {"r", "w"}, {"y"});

INSTANTIATE_TEST_SUITE_P(
    Shapes, Exports,
    testing::Values(
        Export{"merged_and_split_again",
               size("b", 0) + size("t", 1) + constant("zero", {0}) + constant("rest", {-1, 8}) +
                   node("Mul", {"b", "t"}, {"bt"}) + node("Unsqueeze", {"bt", "zero"}, {"l"}) +
                   node("Concat", {"l", "rest"}, {"s"}, integer("axis", 0)) +
                   node("Reshape", {"x", "s"}, {"r"}) + kProduct,
               64, "64*batch*tokens"},
        Export{"mask_of_positions",
               size("t", 1) + single("zero", 0) + single("one", 1) + constant("first", {0}) +
                   constant("second", {1}) + node("Range", {"zero", "t", "one"}, {"p"}) +
                   node("Unsqueeze", {"p", "first"}, {"a"}) + node("Unsqueeze", {"p", "second"}, {"b"}) +
                   node("Greater", {"a", "b"}, {"m"}) +
                   node("Transpose", {"x"}, {"xt"}, integers("perm", {0, 2, 1})) +
                   node("MatMul", {"x", "xt"}, {"s"}) + node("Where", {"m", "zero", "s"}, {"masked"}) +
                   node("MatMul", {"masked", "x"}, {"y"}),
               0, "16*batch*tokens^2"},
        Export{"positions_cut_from_a_table",
               size("t", 1) + constant("zero", {0}) + weight(tensor("ids", {512}, 0, 7)) +
                   node("Unsqueeze", {"t", "zero"}, {"end"}) +
                   node("Slice", {"ids", "zero", "end"}, {"some"}) + weight(tensor("p", {512, 8})) +
                   node("Gather", {"p", "some"}, {"e"}) + node("Add", {"x", "e"}, {"r"}) + kProduct,
               4096 + 64, "64*batch*tokens"},
        Export{"expanded_where_a_size_is_minus_one",
               node("Shape", {"x"}, {"s"}) + weight(tensor("c", {1, 1, 8})) + constant("kept", {-1, 3, -1}) +
                   constant("open", {-1}) + constant("ones", {1, 1, 1}) +
                   node("Equal", {"kept", "open"}, {"is_open"}) +
                   node("Where", {"is_open", "s", "kept"}, {"sizes"}) +
                   node("Expand", {"c", "sizes"}, {"r"}) + kProduct,
               8 + 64, "192*batch"},
        Export{"every_other_position",
               constant("from", {0, 0}) + constant("to", {9999999999, 9999999999}) +
                   constant("axes", {1, 2}) + constant("steps", {2, 1}) +
                   node("Slice", {"x", "from", "to", "axes", "steps"}, {"r"}) + kProduct,
               64, "64*batch*ceil(tokens/2)"},
        Export{"last_position",
               constant("from", {-1}) + constant("to", {9999999999}) + constant("axes", {1}) +
                   node("Slice", {"x", "from", "to", "axes"}, {"r"}) + kProduct,
               64, "64*batch"},
        Export{"part_of_a_shape",
               node("Shape", {"x"}, {"front"}, integer("start", 0) + integer("end", 2)) +
                   constant("rest", {2, 4}) + node("Concat", {"front", "rest"}, {"s"}, integer("axis", 0)) +
                   node("Reshape", {"x", "s"}, {"h"}) + constant("flat", {0, 0, 8}) +
                   node("Reshape", {"h", "flat"}, {"r"}) + kProduct,
               64, "64*batch*tokens"},
        Export{"repeated_and_padded",
               constant("times", {1, 2, 1}) + constant("pads", {0, 1, 0, 0, 0, 0}) +
                   node("Tile", {"x", "times"}, {"a"}) + node("Pad", {"a", "pads"}, {"r"}) + kProduct,
               64, "128*batch*tokens + 64*batch"},
        Export{
            "rows_by_indices",
            constant("rows", {0, 2, 4}) + node("Gather", {"x", "rows"}, {"r"}, integer("axis", 1)) + kProduct,
            64, "192*batch"},
        Export{"parts_replaced",
               constant("at", {0, 0, 0}) + node("MatMul", {"x", "w"}, {"u"}) +
                   node("ScatterND", {"x", "at", "u"}, {"r"}) + kProduct,
               64, "128*batch*tokens"},
        Export{"a_size_that_is_not_known",
               node("Mystery", {"x"}, {"n"}) + node("Reshape", {"x", "n"}, {"r"}) + kProduct, 64, ""}),
    name_of);

const std::string kTwice =
    field(25, field(1, "Twice") + field(4, "a") + field(4, "m") + field(5, "c") + field(10, "own") +
                  field(7, node("MatMul", {"a", "m"}, {"x"}).substr(2)) +
                  field(7, node("MatMul", {"x", "m"}, {"c"}).substr(2)));

INSTANTIATE_TEST_SUITE_P(
    Parts, Exports,
    testing::Values(
        Export{"function",
               kWeight + node("Twice", {"x", "w"}, {"h"}, {}, {}, "own") +
                   node("Twice", {"h", "w"}, {"y"}, {}, {}, "own"),
               64, "256*batch*tokens", kTwice},
        Export{"function_of_another_domain", kWeight + node("Twice", {"x", "w"}, {"y"}, {}, {}, "other"), 64,
               "", kTwice},
        Export{"branch_that_is_taken",
               kWeight + size("d", 2) + single("eight", 8) + node("Equal", {"d", "eight"}, {"c"}) +
                   node("If", {"c"}, {"y"},
                        subgraph("then_branch", node("MatMul", {"x", "w"}, {"t"}) + output("t")) +
                            subgraph("else_branch", node("Mystery", {"x"}, {"e"}) + output("e"))),
               64, "64*batch*tokens"},
        Export{"branch_that_depends_on_a_size",
               size("d", 1) + single("eight", 8) + node("Equal", {"d", "eight"}, {"c"}) +
                   node("If", {"c"}, {"y"},
                        subgraph("then_branch", node("Relu", {"x"}, {"t"}) + output("t")) +
                            subgraph("else_branch", node("Exp", {"x"}, {"e"}) + output("e"))),
               0, ""},
        Export{"loop",
               kWeight + single("n", 3) +
                   node("Loop", {"n", "", "x"}, {"y", "all"},
                        subgraph("body", input("i", {1}) + input("go", {1}) + input("h", {1}) + output("go") +
                                             output("next") + output("next") +
                                             node("MatMul", {"h", "w"}, {"next"}))),
               64, "192*batch*tokens"},
        Export{"loop_over_positions",
               kWeight + size("n", 1) +
                   node("Loop", {"n", "", "x"}, {"y"},
                        subgraph("body", input("i", {1}) + input("go", {1}) + input("h", {1}) + output("go") +
                                             output("next") + node("MatMul", {"h", "w"}, {"next"}))),
               64, ""}),
    name_of);

const std::string kBytes = weight(tensor("w", {8, 8}, 0, 3));
const std::string kScales = weight(tensor("s", {})) + weight(tensor("z", {}, 0, 3));

INSTANTIATE_TEST_SUITE_P(
    Quantised, Exports,
    testing::Values(
        Export{"dynamic",
               kBytes + kScales + node("DynamicQuantizeLinear", {"x"}, {"q", "qs", "qz"}) +
                   node("MatMulInteger", {"q", "w", "qz", "z"}, {"i"}) +
                   node("Cast", {"i"}, {"f"}, integer("to", 1)) + node("Mul", {"f", "qs"}, {"y"}),
               64 + 1, "64*batch*tokens"},
        Export{"weights_dequantised",
               kBytes + kScales + node("DequantizeLinear", {"w", "s", "z"}, {"d"}) +
                   node("MatMul", {"x", "d"}, {"y"}),
               64, "64*batch*tokens"},
        Export{"products_of_bytes",
               kBytes + kScales + node("QuantizeLinear", {"x", "s", "z"}, {"q"}) +
                   node("QLinearMatMul", {"q", "s", "z", "w", "s", "z", "s", "z"}, {"m"}) +
                   node("QLinearAdd", {"m", "s", "z", "q", "s", "z", "s", "z"}, {"a"}, {}, {}, kMicrosoft) +
                   node("DequantizeLinear", {"a", "s", "z"}, {"y"}),
               64, "64*batch*tokens"},
        Export{"convolution_of_bytes",
               weight(tensor("k", {4, 8, 3}, 0, 3)) + weight(tensor("b", {4}, 0, 6)) + kScales +
                   node("Transpose", {"x"}, {"t"}, integers("perm", {0, 2, 1})) +
                   node("QLinearConv", {"t", "s", "z", "k", "s", "z", "s", "z", "b"}, {"y"},
                        integers("pads", {1, 1})),
               96 + 4, "96*batch*tokens"},
        Export{"four_bits",
               weight(tensor("w", {16, 1, 4}, 0, 2)) + weight(tensor("s", {16})) +
                   node("MatMulNBits", {"x", "w", "s"}, {"y"},
                        integer("K", 8) + integer("N", 16) + integer("bits", 4) + integer("block_size", 32),
                        {}, kMicrosoft),
               128, "128*batch*tokens"}),
    name_of);

/// A node of com.microsoft.
std::string fused(std::string_view op, std::initializer_list<std::string_view> inputs,
                  std::initializer_list<std::string_view> outputs, std::string_view attributes = {}) {
    return node(op, inputs, outputs, attributes, {}, kMicrosoft);
}

const std::string kVectors = weight(tensor("g", {8})) + weight(tensor("b", {8}));

INSTANTIATE_TEST_SUITE_P(
    Fused, Exports,
    testing::Values(
        Export{"attention_with_its_projection",
               weight(tensor("p", {8, 24})) + weight(tensor("v", {24})) +
                   fused("Attention", {"x", "p", "v"}, {"y"}, integer("num_heads", 2)),
               192 + 24, "16*batch*tokens^2 + 192*batch*tokens"},
        Export{"attention_of_projected_inputs",
               fused("MultiHeadAttention", {"x", "x", "x"}, {"y"}, integer("num_heads", 2)), 0,
               "16*batch*tokens^2"},
        Export{"attention_with_packed_inputs",
               weight(tensor("p", {8, 12})) + node("MatMul", {"x", "p"}, {"q"}) +
                   fused("GroupQueryAttention", {"q", "", "", "", "", "", ""}, {"y"},
                         integer("num_heads", 4) + integer("kv_num_heads", 1)),
               96, "16*batch*tokens^2 + 96*batch*tokens"},
        Export{"attention_to_earlier_tokens",
               input("k", {1, 1, 5, 2}) + input("v", {1, 1, 5, 2}) + weight(tensor("p", {8, 2})) +
                   node("MatMul", {"x", "p"}, {"q"}) +
                   fused("GroupQueryAttention", {"x", "q", "q", "k", "v", "", ""}, {"y", "ks", "vs"},
                         integer("num_heads", 4) + integer("kv_num_heads", 1)),
               16, "16*batch*tokens^2 + 96*batch*tokens"},
        Export{"attention_of_heads",
               constant("s", {0, 0, 2, 4}) + node("Reshape", {"x", "s"}, {"h"}) +
                   node("Transpose", {"h"}, {"q"}, integers("perm", {0, 2, 1, 3})) +
                   node("Attention", {"q", "q", "q"}, {"y"}),
               0, "16*batch*tokens^2"},
        Export{"norm_of_a_sum",
               kVectors + kWeight +
                   fused("SkipLayerNormalization", {"x", "x", "g", "b"}, {"n", "", "", "r"}) +
                   node("MatMul", {"r", "w"}, {"y"}),
               64 + 16, "64*batch*tokens"},
        Export{"scaled_norm_of_a_sum",
               kVectors + kWeight + fused("SkipSimplifiedLayerNormalization", {"x", "x", "g"}, {"r"}) +
                   kProduct.substr(kWeight.size()),
               64 + 16, "64*batch*tokens"},
        Export{"product_with_a_swapped_factor", fused("FusedMatMul", {"x", "x"}, {"y"}, integer("transB", 1)),
               0, "8*batch*tokens^2"},
        Export{"activation_after_a_bias", kVectors + fused("BiasGelu", {"x", "b"}, {"r"}) + kProduct, 64 + 16,
               "64*batch*tokens"},
        Export{"rotary_positions",
               weight(tensor("cos", {6, 2})) + weight(tensor("sin", {6, 2})) + constant("at", {0}) +
                   fused("RotaryEmbedding", {"x", "at", "cos", "sin"}, {"r"}) + kProduct,
               64, "64*batch*tokens"},
        Export{"sum_by_indices", node("Einsum", {"x", "x"}, {"y"}, words("equation", "btd, bsd -> bts")), 0,
               "8*batch*tokens^2"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Recurrent, Exports,
    testing::Values(
        Export{"first_states_of_zeros",
               weight(tensor("W", {1, 12, 8})) + weight(tensor("R", {1, 12, 3})) + size("b", 1) +
                   constant("one", {1}) + constant("zero", {0}) + constant("three", {3}) +
                   node("Unsqueeze", {"b", "zero"}, {"bl"}) +
                   node("Concat", {"one", "bl", "three"}, {"s"}, integer("axis", 0)) +
                   node("ConstantOfShape", {"s"}, {"h"}) +
                   node("LSTM", {"x", "W", "R", "", "", "h", "h"}, {"y"}),
               96 + 36, "132*batch*tokens"},
        Export{"weights_put_together",
               weight(tensor("W", {6, 8})) + weight(tensor("V", {6, 8})) + weight(tensor("R", {1, 12, 3})) +
                   constant("zero", {0}) + node("Concat", {"W", "V"}, {"both"}, integer("axis", 0)) +
                   node("Unsqueeze", {"both", "zero"}, {"all"}) + node("LSTM", {"x", "all", "R"}, {"y"}),
               96 + 36, "132*batch*tokens"}),
    name_of);

TEST(OnnxExports, DtypesOfWeightsAreKept) {
    const std::string file = made::model(sequence() + output("y") + weight(tensor("w", {8, 4}, 0, 10)) +
                                         weight(tensor("g", {4}, 0, 10)) + node("MatMul", {"x", "w"}, {"a"}) +
                                         node("LayerNormalization", {"a", "g"}, {"y"}));
    MemorySource source(file);
    const Opened opened = open_model(source, "model.onnx");
    EXPECT_NE(opened.text().find("(weight): Parameter(4, 8, dtype=float16)"), std::string::npos)
        << opened.text();
    EXPECT_NE(opened.text().find("(weight): Parameter(4, dtype=float16)"), std::string::npos)
        << opened.text();
}

TEST(OnnxExports, CallsThatRepeatWithoutEndAreBounded) {
    // Each of eight functions calls the next a hundred times.
    std::string functions;
    for (int i = 0; i < 8; ++i) {
        std::string body;
        for (int call = 0; call < 100; ++call)
            body += field(7, node("F" + std::to_string(i + 1), {"a"}, {"c"}, {}, {}, "own").substr(2));
        functions += field(
            25, field(1, "F" + std::to_string(i)) + field(4, "a") + field(5, "c") + field(10, "own") + body);
    }
    const std::string file =
        made::model(sequence() + output("y") + node("F0", {"x"}, {"y"}, {}, {}, "own")) + functions;
    MemorySource source(file);
    const Opened opened = open_model(source, "model.onnx");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(opened.diagnostics.front().severity, Severity::Warning);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::onnx::made
