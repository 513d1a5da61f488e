// Graphs of ONNX as text: printable_graph() of onnx, and what torch.onnx.export(verbose=True) prints.
#include "open/onnx/read_text.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open::onnx {
namespace THIS_FILE {

struct Case {
    const char* what;
    const char* text;
    const char* counted;  ///< parameters, their basis, and multiplications
};

const Case kCases[] = {
    {"printable_graph()",
     "graph main_graph (\n  %x[FLOAT, batchx3x8x8]\n) initializers (\n  %conv.weight[FLOAT, 4x3x3x3]\n"
     "  %fc.weight[FLOAT, 10x256]\n  %fc.bias[FLOAT, 10]\n) {\n"
     "  %/conv/out = Conv[dilations = [1, 1], group = 1, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides "
     "= [1, "
     "1]](%x, %conv.weight)\n"
     "  %f = Flatten[axis = 1](%/conv/out)\n"
     "  %y = Gemm[alpha = 1, beta = 1, transB = 1](%f, %fc.weight, %fc.bias)\n  return %y\n}\n",
     "2678 exact 9472 exact"},
    {"torch.onnx.export(verbose=True)",
     "Exported graph: graph(%input.1 : Float(1, 3, 8, 8, strides=[192, 64, 8, 1], requires_grad=0, "
     "device=cpu),\n"
     "      %conv.weight : Float(4, 3, 3, 3, strides=[27, 9, 3, 1], requires_grad=1, device=cpu),\n"
     "      %bn.running_mean : Float(4, strides=[1], requires_grad=0, device=cpu),\n"
     "      %onnx::Mul_7 : Float(4, strides=[1], requires_grad=0, device=cpu)):\n"
     "  %/Conv_out : Float(1, 4, 8, 8, strides=[256, 64, 8, 1], requires_grad=1, device=cpu) = "
     "onnx::Conv[dilations=[1, 1], group=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1], "
     "onnx_name=\"/conv/Conv\"](%input.1, %conv.weight), scope: __main__.Net:: # a.py:8:0\n"
     "  %s : Long(2, strides=[1], requires_grad=0, device=cpu) = onnx::Constant[value=   1 -1 [ "
     "CPULongType{2} "
     "]]()\n"
     "  %y : Float(1, 256, strides=[256, 1], requires_grad=1, device=cpu) = "
     "onnx::Reshape[allowzero=0](%/Conv_out, "
     "%s)\n"
     "  return (%y)\n",
     "116 exact 6912 exact"},
    {"a text that ends early",
     "graph g (\n  %x[FLOAT, 1x8]\n) initializers (\n  %w[FLOAT, 4x8]\n) {\n  %y = Gemm[transB = 1](%x, "
     "%w)\n",
     "32 partial -1 partial"},
    {"a graph inside a node",
     "graph g (\n  %x[FLOAT, 1x8]\n) initializers (\n  %w[FLOAT, 4x8]\n) {\n  %y = Gemm[transB = 1](%x, %w)\n"
     "  %z = If[else_branch = <graph a>, then_branch = <graph b>](%y)\n  return %z\n}\n",
     "32 partial 32 partial"},
};

class OnnxTexts : public testing::TestWithParam<Case> {};

TEST_P(OnnxTexts, AreCounted) {
    MemorySource file(GetParam().text);
    const Opened opened = open_model(file, "");
    EXPECT_EQ(opened.source, "onnx-text") << GetParam().what;
    const Report report = count_text(opened.text());
    ASSERT_NE(report.root(), nullptr);
    const auto shown = [](const Quantity& quantity) {
        return to_string(quantity.value.value_or(-1)) + " " + std::string(to_string(quantity.basis));
    };
    EXPECT_EQ(shown(report.root()->facts->parameters) + " " + shown(report.root()->facts->macs),
              GetParam().counted)
        << opened.text();
}

INSTANTIATE_TEST_SUITE_P(Cases, OnnxTexts, testing::ValuesIn(kCases));

TEST(OnnxText, DamagedOnesAreReadUpToTheDamage) {
    for (const std::string text :
         {"graph(%x", "graph (", "graph g (%a[FLOAT, ", "graph(%a : Float(", "graph g () {\n %",
          "graph g () {\n %a = [FLOAT, ", "graph g () {\n %a = B[c = [", "= onnx::"}) {
        const TextGraph read = read_text_graph(text);
        EXPECT_FALSE(read.is_whole) << text;
    }
    const std::string deep = "graph g () {\n %a = B[c = " + std::string(100'000, '[');
    EXPECT_FALSE(read_text_graph(deep).is_whole);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::onnx
