// Conventions and modes: what they count of a model.
#include <gtest/gtest.h>

#include <cmath>

#include "algebra/parse.h"
#include "base/concat.h"
#include "count/count.h"
#include "count/explain/explain_conventions.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* convention;
    Integer flops;
};

Report count_with(std::string_view text, std::string_view convention, Mode mode = Mode::Forward,
                  bool causal = false) {
    CountOptions options;
    options.convention = convention;
    options.mode = mode;
    options.causal = causal;
    return count_text(text, options);
}

Integer flops(std::string_view text, std::string_view convention) {
    const Report report = count_with(text, convention);
    EXPECT_TRUE(report.root() && report.root()->facts->flops.is_complete() && report.root()->facts->flops.value) << convention;
    return report.root() ? report.root()->facts->flops.value.value_or(-1) : -1;
}

void expect_flops(std::string_view text, std::span<const Case> cases) {
    for (const Case& c : cases) {
        EXPECT_EQ(to_string(flops(text, c.convention)), to_string(c.flops)) << c.convention << "\n" << text;
    }
}

TEST(Conventions, WeighAConvolution) {
    // 8 channels of 4 x 4, each from 3 · 9 products: 3456 of them, and 128 biases.
    const Case cases[] = {{"flops", 6912},   {"macs", 3456},     {"torchinfo", 3584},    {"fvcore", 3456},
                          {"ptflops", 3584}, {"thop", 3456},     {"ptflops-aten", 3584}, {"deepspeed", 7040},
                          {"torch", 6912},   {"onnx-tool", 3584}};
    expect_flops("input = (1, 3, 4, 4)\nConv2d(3, 8, kernel_size=3, padding=1)\n", cases);
}

TEST(Conventions, WeighATransposedConvolutionOnItsInputOrOutput) {
    // 2 x 2 positions become 4 x 4; each meets 3 · 8 · 4 products.
    const Case cases[] = {{"flops", 768},  {"macs", 384},  {"torchinfo", 1536},
                          {"fvcore", 384}, {"thop", 1536}, {"onnx-tool", 1536}};
    expect_flops("input = (1, 3, 2, 2)\nConvTranspose2d(3, 8, kernel_size=2, stride=2, bias=False)\n", cases);
}

TEST(Conventions, WeighAttentionInOneKernelWhereTheTypeSaysSo) {
    // 4 tokens of width 8: three projections of 256 products, scores and values of 128 each.
    const std::string body =
        "(\n  forward(x) = attention(q(x), k(x), v(x))\n  (q): Linear(8, 8, bias=False)\n"
        "  (k): Linear(8, 8, bias=False)\n  (v): Linear(8, 8, bias=False)\n)\n";
    const std::string net = "input = (1, 4, 8)\nNet(\n  forward(x) = b(a(x))\n  (a): OwnAttention" + body + "  (b): ";
    const Case written_out[] = {{"macs", 2048}, {"fvcore", 2048}, {"deepspeed", 4096}, {"torchinfo", 1536}};
    expect_flops(net + "OwnAttention" + body + ")\n", written_out);
    const Case fused[] = {{"macs", 2048}, {"fvcore", 1792}, {"deepspeed", 4096}, {"torchinfo", 1536}};
    expect_flops(net + "OwnSdpaAttention" + body + ")\n", fused);
    const Report report = count_with(net + "OwnSdpaAttention" + body + ")\n", "flops");
    for (const ConventionFigure& figure : explain_conventions(report)) {
        const Integer counted = count_with(net + "OwnSdpaAttention" + body + ")\n", figure.convention->name)
                                    .root()->facts->flops.value.value_or(-1);
        EXPECT_EQ(to_string(figure.total.value.value_or(-1)), to_string(counted)) << figure.convention->name;
    }
}

TEST(Conventions, WeighARecurrentCellInTorchinfo) {
    // 4 gates of 2, each of 3 + 2 inputs and 2 biases: 56 weights, for 2 samples with a state of 2.
    const Case cases[] = {{"macs", 80}, {"torchinfo", 224}, {"ptflops-aten", 32}};
    expect_flops("input = (2, 3)\nLSTMCell(3, 2)\n", cases);
}

TEST(Conventions, WeighTheWeightThatAModuleHoldsItself) {
    const Case cases[] = {{"flops", 256}, {"torchinfo", 128}};
    expect_flops("input = (4, 4)\nOwn(\n  forward(x) = x @ transpose(weight, 0, 1)\n  (weight): Parameter(8, 4)\n)\n",
                 cases);
}

TEST(Conventions, WeighUpsamplingByItsMode) {
    struct Mode {
        const char* arguments;
        Integer fvcore, thop;  ///< for each of 64 elements given
    };
    constexpr Mode modes[] = {{"scale_factor=2.0, mode=nearest", 1, 0}, {"scale_factor=2.0, mode='bilinear'", 4, 11},
                              {"scale_factor=2.0", 1, 0},              {"scale_factor=2.0, mode=bicubic", 0, 259}};
    for (const Mode& mode : modes) {
        const Case cases[] = {{"fvcore", 64 * mode.fvcore}, {"thop", 64 * mode.thop}, {"ptflops", 64}};
        expect_flops(concat("input = (1, 4, 2, 2)\nUpsample(", mode.arguments, ")\n"), cases);
    }
}

TEST(Conventions, WeighRowsThatAreWorkedOnAsAWhole) {
    const Case softmax[] = {{"thop", 3 * 60 - 20}, {"onnx-tool", 36 * 60}};
    expect_flops("input = (4, 3, 5)\nSoftmax(dim=1)\n", softmax);
    const Case norm[] = {{"onnx-tool", 7 * 60 + 29 * 12}};
    expect_flops("input = (4, 3, 5)\nLayerNorm((5,))\n", norm);
}

TEST(Conventions, WeighLayersWithoutMatrixWork) {
    const Case norm[] = {{"flops", 0},     {"torchinfo", 32}, {"fvcore", 1280},
                         {"ptflops", 512}, {"thop", 1024},    {"deepspeed", 1280}};
    expect_flops("input = (1, 16, 16)\nLayerNorm((16,))\n", norm);
    const Case batch[] = {
        {"fvcore", 512}, {"ptflops", 512}, {"thop", 1024}, {"deepspeed", 512}, {"onnx-tool", 7936}};
    expect_flops("input = (1, 16, 4, 4)\nBatchNorm2d(16)\n", batch);
    const Case act[] = {{"fvcore", 0}, {"ptflops", 512}, {"thop", 0}, {"deepspeed", 256}, {"onnx-tool", 256}};
    expect_flops("input = (1, 16, 4, 4)\nReLU()\n", act);
    const Case pool[] = {{"fvcore", 256}, {"ptflops", 512}, {"thop", 272}, {"deepspeed", 256}};
    expect_flops("input = (1, 16, 4, 4)\nAdaptiveAvgPool2d(output_size=1)\n", pool);
    const Case table[] = {{"flops", 0}, {"torchinfo", 2 * 300 * 20}, {"fvcore", 0}, {"thop", 0}};
    expect_flops("input = (2, 7)\nEmbedding(300, 20)\n", table);
}

TEST(Conventions, WeighRecurrentLayers) {
    // 5 steps of 4 gates · 3 · (2 + 3) products, 2 · 12 biases; a state of 3.
    const Case lstm[] = {{"flops", 600},
                         {"torchinfo", 300 + 120},
                         {"ptflops", 300 + 120 + 150},
                         {"thop", 300 + 120 + 120},
                         {"deepspeed", 600 + 120 + 30}};
    expect_flops("input = (5, 1, 2)\nLSTM(2, 3)\n", lstm);
}

TEST(Conventions, FunctionsOfForwardLinesAreSeenBySome) {
    const Case cases[] = {{"flops", 0}, {"torchinfo", 0}, {"fvcore", 0},
                          {"thop", 0},  {"ptflops", 8},   {"deepspeed", 8}};
    expect_flops("input = (1, 8)\nMine(\n  forward(x) = relu(x) + x\n)\n", cases);
}

TEST(Conventions, AFigureIsAtLeastWhereAWeighedLayerIsNotReached) {
    constexpr std::string_view text =
        "input = (1, 8)\nMine(\n  (fc): Linear(8, 8)\n  (act): ReLU()\n  "
        "forward(x) = fc(x)\n)\n";
    EXPECT_TRUE(count_with(text, "deepspeed").root()->facts->flops.is_complete());  // the line leaves it out
    constexpr std::string_view open =
        "input = (1, 8)\nMine(\n  (fc): Linear(8, 8) @ (1, 8)\n  (act): ReLU()\n)\n";
    EXPECT_FALSE(count_with(open, "deepspeed").root()->facts->flops.is_complete());
}

/// GPT-3's sizes (Brown et al., 2020) put into GPT-2's text, whose formulas stay in layers, width, tokens and
/// vocabulary.
CountOptions gpt3() {
    CountOptions options;
    options.overrides = {{"layers", 96}, {"d", 12288}, {"n_ctx", 2048}, {"tokens", 2048}};
    return options;
}

double relative_difference(Integer value, double expected) {
    return std::abs(Rational(value).to_double() / expected - 1);
}

TEST(Modes, ADecoderCostsTwiceItsParametersAToken) {
    const Preset* preset = find_preset("gpt2");
    ASSERT_NE(preset, nullptr);
    const Report report = count_text(preset->text, gpt3());
    const NodeReport& root = *report.root();
    const Result<Polynomial> expected =
        parse_expression("24*d^2*layers*batch*tokens + 4*d*layers*batch*tokens^2 + 2*V*d*batch*tokens");
    ASSERT_TRUE(expected);
    EXPECT_TRUE(root.facts->flops.formula == *expected);
    const double tokens = 2048, attention = 4.0 * 96 * 12288 * tokens * tokens;
    const double parameters = Rational(*root.facts->parameters.value).to_double();
    EXPECT_LT(relative_difference(*root.facts->flops.value, 2 * parameters * tokens + attention), 0.01);

    CountOptions training = gpt3();
    training.mode = Mode::Training;
    const Report step = count_text(preset->text, training);
    EXPECT_LT(relative_difference(*step.root()->facts->flops.value, 6 * parameters * tokens + 3 * attention), 0.01);
    EXPECT_EQ(to_string(*step.root()->facts->flops.value), to_string(3 * *root.facts->flops.value));
}

constexpr std::string_view kAttention =
    "d = 16\ninput = (1, tokens, d)\nMine(\n  (q): Linear(d, d, bias=False)\n"
    "  forward(x) = attention(q(x), x, x)\n)\n";

TEST(Modes, ACausalMaskLeavesHalfOfThePairs) {
    const Report full = count_with(kAttention, "macs"),
                 causal = count_with(kAttention, "macs", Mode::Forward, true);
    const Result<Polynomial> pairs = parse_expression("d^2*tokens + d*tokens*(tokens + 1)");
    EXPECT_TRUE(causal.root()->facts->macs.formula == *pairs);
    const Result<Polynomial> all = parse_expression("d^2*tokens + 2*d*tokens^2");
    EXPECT_TRUE(full.root()->facts->macs.formula == *all);
    const std::vector<ConventionFigure> figures = explain_conventions(causal);
    EXPECT_EQ(to_string(figures[1].total.value.value_or(0)),
              to_string(causal.root()->facts->macs.value.value_or(-1)));
}

TEST(Modes, DecodingHasOneTokenAndTheKeysOfAll) {
    const Report decode = count_with(kAttention, "macs", Mode::Decode);
    const Result<Polynomial> expected = parse_expression("d^2 + 2*d*(tokens + 1)");
    EXPECT_TRUE(decode.root()->facts->macs.formula == *expected);
    const Report image = count_with("input = (1, 3, 8, 8)\nConv2d(3, 8, 3)\n", "macs", Mode::Decode);
    EXPECT_TRUE(has_errors(image.diagnostics));
}

}  // namespace
}  // namespace paramscope
