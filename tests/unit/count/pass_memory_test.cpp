// Passes tensor by tensor: what autograd keeps, as PyTorch does by its nodes' saved tensors, and the moments
// with most bytes, counted by hand.
#include "count/passes/pass_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// A pass of a model text.
struct Passed {
    explicit Passed(const std::string& text, const TapeOptions& tape = {}, bool recomputes = false)
        : report(count_text(text)),
          memory(report, tape, {tape.is_training, recomputes, 1}),
          play(memory.play(values_of(report))) {}

    /// Bytes that are kept for the backward pass when it begins.
    std::int64_t kept() const {
        return bytes_after(play, play.backward)[static_cast<std::size_t>(TensorUse::Kept)];
    }
    /// The most bytes at a time, without rounding.
    std::int64_t peak() const {
        std::int64_t most = 0, now = 0;
        for (const PlayedEvent& event : play.events) {
            now += event.is_freed ? -play.tensors[event.tensor].bytes : play.tensors[event.tensor].bytes;
            most = std::max(most, now);
        }
        return most;
    }

    Report report;
    PassMemory memory;
    Play play;
};

TapeOptions training(int value_bytes = 4) {
    TapeOptions options;
    options.is_training = true;
    options.types.value_bytes = options.types.weight_bytes = static_cast<std::uint8_t>(value_bytes);
    return options;
}

/// Bytes that are kept for the backward pass; -1 where not all of it is known.
std::int64_t kept(const std::string& text, int value_bytes = 4) {
    const Passed passed(text, training(value_bytes));
    return passed.memory.tape().unknown.empty() && passed.play.is_whole ? passed.kept() : -1;
}

/// (2, 4) through Linear(4, 8), a layer, and Linear(n, 1), in float32: the first input is the model's, which
/// exists anyway.
std::string between(const std::string& layer, int outputs = 8) {
    return "input = (2, 4)\nSequential(\n  (0): Linear(4, 8)\n  (1): " + layer + "\n  (2): Linear(" +
           std::to_string(outputs) + ", 1)\n)\n";
}
constexpr std::int64_t kOne = std::int64_t{2} * 8 * 4;  // bytes of the first layer's output

TEST(PassMemory, KeepsWhatALayerBetweenTwoOthersNeeds) {
    const struct {
        const char* layer;
        std::int64_t bytes;
    } cases[] = {
        {"ReLU()", kOne},  // its output, which the next layer has as its input
        {"ReLU(inplace=True)", kOne},
        {"GELU(approximate='none')", 2 * kOne},  // its input, and its output for the next layer
        {"SiLU(inplace=True)", 2 * kOne},        // a copy of its input
        {"Tanh()", kOne},
        {"ReLU6(inplace=True)", 2 * kOne},                      // a copy of its input
        {"LeakyReLU(negative_slope=0.2, inplace=True)", kOne},  // its output
        {"Softmin(dim=-1)", kOne},                              // of what has another sign, nothing
        {"Tanhshrink()", 2 * kOne},                             // the tanh
        {"Softsign()", 3 * kOne},                               // x and 1 + |x|
        {"RMSNorm((8,), eps=None, elementwise_affine=True)", 2 * kOne + 2 * 4},
        {"Identity()", kOne},
        {"Dropout(p=0.1, inplace=False)", kOne + 2 * 8},  // a byte of mask for each number
        {"Dropout(p=0.0, inplace=False)", kOne},
        {"LayerNorm((8,), eps=1e-05, elementwise_affine=True)", 2 * kOne + 2 * 2 * 4},
        {"BatchNorm1d(8, eps=1e-05)", 2 * kOne + 2 * 8 * 4},
        {"Mystery()", -1},
    };
    for (const auto& c : cases) EXPECT_EQ(kept(between(c.layer)), c.bytes) << c.layer;
}

TEST(PassMemory, KeepsWhatImagesNeed) {
    // A convolution keeps its input, pooling its input and an index for each output.
    EXPECT_EQ(
        kept("input = (1, 3, 8, 8)\nSequential(\n  (0): Conv2d(3, 4, kernel_size=(3, 3), padding=(1, 1))\n"
             "  (1): MaxPool2d(kernel_size=2, stride=2)\n  (2): Conv2d(4, 2, kernel_size=(1, 1))\n)\n"),
        4 * 8 * 8 * 4 + 4 * 4 * 4 * 8 + 4 * 4 * 4 * 4);
}

TEST(PassMemory, KeepsOnceWhatTwoNeed) {
    // a's output once, and both factors.
    EXPECT_EQ(kept("input = (2, 4)\nNet(\n  (a): Linear(4, 8)\n  (b): Linear(8, 8)\n  (c): Linear(8, 8)\n"
                   "  forward(x) = b(y) * c(y) where y = a(x)\n)\n"),
              3 * kOne);
}

TEST(PassMemory, SaysWhatEachKindOfOperationKeeps) {
    const Passed passed(
        "input = (2, 4)\nNet(\n  (a): Linear(4, 16)\n  (b): Linear(8, 1)\n"
        "  forward(x) = b(tanh(parts[0]) * parts[1]) where parts = chunk(a(x), 2, dim=-1)\n)\n",
        training());
    std::map<std::string, std::int64_t> kept;
    for (std::size_t kind = 0; kind < passed.play.kept_by.size(); ++kind)
        if (passed.play.kept_by[kind] > 0) kept[passed.memory.tape().kinds[kind]] = passed.play.kept_by[kind];
    // Of both factors one is a part of a's output; both layers keep their inputs.
    const std::map<std::string, std::int64_t> expected = {
        {"*", 2 * kOne}, {"Linear", 2 * 4 * 4 + kOne}, {"tanh", kOne}};
    EXPECT_EQ(kept, expected);
}

TEST(PassMemory, KeepsAFactorForTheGradientOfTheOtherAlone) {
    // The input has no gradient: of the product it is kept, and exists anyway; a's output is not.
    EXPECT_EQ(kept("input = (2, 8)\nNet(\n  (a): Linear(8, 8)\n  forward(x) = a(x) * x\n)\n"), 0);
}

TEST(PassMemory, AModuleThatIsCalledTwiceHasTheShapesOfEachCall) {
    // Of each pooling 8 bytes an output, and its input once: 64 numbers, of 16, of 4.
    EXPECT_EQ(kept("input = (1, 1, 8, 8)\nNet(\n  (a): Conv2d(1, 1, kernel_size=(1, 1))\n"
                   "  (p): MaxPool2d(kernel_size=2, stride=2)\n  forward(x) = p(p(a(x)))\n)\n"),
              (64 + 16) * 4 + (16 + 4) * 8);
}

TEST(PassMemory, KeepsWhatAViewIsAViewOf) {
    EXPECT_EQ(kept("input = (2, 4)\nNet(\n  (a): Linear(4, 16)\n  (b): Linear(8, 1)\n"
                   "  forward(x) = b(chunk(a(x), 2, dim=-1)[0])\n)\n"),
              2 * kOne);
}

TEST(PassMemory, KeepsWhatRepeatsPassOn) {
    // The first reads the model's input; the outputs of the others but the last are inputs.
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (0-*): n x Linear(8, 8)\n)\n"), 4 * kOne);
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (0-*): n x Linear(8, 8)\n  (h): Tanh()\n)\n"),
              5 * kOne);
    // The first input is kept by what made it, too.
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (h): Linear(8, 8)\n  (t): Tanh()\n"
                   "  (0-*): n x Linear(8, 8)\n)\n"),
              5 * kOne);
}

TEST(PassMemory, NormsOfOtherLibrariesComputeInFloat32) {
    const std::string text =
        "input = (2, 4)\nSequential(\n  (0): Linear(4, 8)\n  (1): LlamaRMSNorm((8,), eps=1e-06)\n"
        "  (2): Linear(8, 1)\n)\n";
    const std::int64_t rows = 2 * 4;
    EXPECT_EQ(kept(text),
              3 * kOne + rows);  // the input, what is normalized, and the output for the next layer
    // The input once in float32, the others in bfloat16.
    EXPECT_EQ(kept(text, 2), kOne + 2 * kOne / 2 + rows);
    // The product with the weight in float32, too; the mean is subtracted twice.
    const auto of = [](const std::string& norm) { return kept(between(norm + "((8,), eps=1e-06)"), 2); };
    EXPECT_EQ(of("GemmaRMSNorm"), 2 * kOne + kOne / 2 + rows);
    EXPECT_EQ(of("CohereLayerNorm"), 3 * kOne + kOne / 2 + rows);
    EXPECT_EQ(of("NemotronLayerNorm1P"), kOne + 2 * rows);
    EXPECT_EQ(kept(between("OlmoLayerNorm()"), 2), kOne + kOne / 2 + 2 * rows);
    EXPECT_EQ(kept(between("ReLUSquaredActivation()")), 2 * kOne);
}

/// One sequence of 2 tokens of width 8, with keys and values of `keys`.
std::string attention(int keys, const std::string& beside = "", const std::string& more = "") {
    const std::string width = std::to_string(keys);
    return beside + "input = (1, 2, 8)\nNet(\n  (q): Linear(8, 8)\n  (k): Linear(8, " + width +
           ")\n  (v): Linear(8, " + width +
           ")\n  (o): Linear(8, 8)\n  forward(x) = o(attention(q(x), k(x), v(x)" + more + "))\n)\n";
}

TEST(PassMemory, AttentionKeepsWhatItsKernelNeeds) {
    const std::string heads = "n_head = 4\n";
    // Query, key, value and output, and a number for each row of the scores.
    EXPECT_EQ(kept(attention(8, heads)), 4 * kOne + 4 * 2 * 4);
    EXPECT_EQ(kept(attention(4, heads), 2), kOne / 2 * 3 + 4 * 2 * 4);
    // Grouped heads in float32 have no fused kernel: keys and values for each head, and scores.
    EXPECT_EQ(kept(attention(4, heads)), 4 * kOne + 4 * 2 * 2 * 4);
    EXPECT_EQ(kept(attention(4)), -1);  // how many heads?
    TapeOptions eager = training();
    eager.types.attention = AttentionKernel::Eager;
    EXPECT_EQ(Passed(attention(8, heads), eager).kept(), 4 * kOne + 4 * 2 * 2 * 4);
}

TEST(PassMemory, CallsOfAttentionSayWhatElseDiffers) {
    constexpr std::int64_t kScores = 4 * 2 * 2, kHalf = kOne / 2;
    const auto of = [](const TapeOptions& options, const std::string& more) {
        return Passed(attention(8, "n_head = 4\n", more), options).kept();
    };
    TapeOptions fused = training(2), eager = fused;
    eager.types.attention = AttentionKernel::Eager;
    EXPECT_EQ(of(eager, ""), 4 * kHalf + kScores * (4 + 2));
    EXPECT_EQ(of(eager, ", float32=False"), 4 * kHalf + kScores * 2);
    eager.types.autocast = true;  // has a softmax in float32, whatever the code says
    EXPECT_EQ(of(eager, ", float32=False"), of(eager, ""));
    // The output is copied to have its heads side by side, but for float32 on a GPU.
    EXPECT_EQ(of(fused, ", joined=True") - of(fused, ""), kHalf);
    EXPECT_EQ(of(training(), ", joined=True"), of(training(), ""));
    EXPECT_EQ(of(fused, ", masked=True") - of(fused, ""), 2 * 2 * 2);
    EXPECT_EQ(kept(attention(4, "n_head = 4\n", ", repeated=True")), of(training(), ""));
}

TEST(PassMemory, EagerAttentionSaysWhatItComputesInFloat32) {
    constexpr std::int64_t kScores = 4 * 2 * 2, kHalf = kOne / 2;
    TapeOptions eager = training(2);
    eager.types.attention = AttentionKernel::Eager;
    const auto of = [&](const std::string& more) {
        return Passed(attention(8, "n_head = 4\n", more), eager).kept();
    };
    EXPECT_EQ(of(", wide=True"), 2 * kOne + 2 * kHalf + kScores * (4 + 2));
    EXPECT_EQ(of(", capped=True") - of(""), kScores * 2);
}

TEST(PassMemory, ACpuHasNoKernelForDropoutOfScores) {
    constexpr std::int64_t kScores = 4 * 2 * 2;
    TapeOptions options = training(2);
    options.types.on_cpu = true;
    // In float32 query, key, value, softmax, factors of dropout and what they leave.
    EXPECT_EQ(Passed(attention(8, "n_head = 4\n", ", dropout=0.1"), options).kept(),
              3 * kOne + kOne / 2 + 3 * kScores * 4);
}

TEST(PassMemory, WeightsOfAttentionAreScoresInMemory) {
    TapeOptions options = training();
    options.types.on_cpu = true;
    const auto of = [&](const std::string& more) {
        return Passed("input = (8, 32, 64)\nNet(\n  forward(x) = y + m(y, y, y" + more +
                          ")[0] where y = a(x)\n  (a): Linear(64, 64)\n"
                          "  (m): MultiheadAttention(embed_dim=64, num_heads=8, batch_first=True)\n)\n",
                      options)
            .kept();
    };
    // As PyTorch 2.14 keeps them.
    EXPECT_EQ(of(""), 335'872);
    EXPECT_EQ(of(", need_weights=True"), 655'360);
}

TEST(PassMemory, LayersOfTransformersDropScoresAsTheyDropAllElse) {
    constexpr std::int64_t kTokens = std::int64_t{4} * 128 * 4, kHidden = std::int64_t{4} * 16 * 4,
                           kScores = std::int64_t{8} * 4 * 4 * 4, kStatistics = std::int64_t{2} * 4 * 4;
    TapeOptions options = training();
    options.types.on_cpu = true;
    const std::int64_t all = 12 * kTokens + 3 * kHidden + 3 * kScores + 2 * kStatistics;
    const Passed written("input = (1, 4, 128)\nTransformerEncoderLayer(128, 8, 16)\n", options);
    EXPECT_EQ(written.kept(), all);
    EXPECT_TRUE(written.memory.tape().doubts.empty());
    const Passed printed(
        "input = (1, 4, 128)\n"
        "TransformerEncoderLayer(\n"
        "  (self_attn): MultiheadAttention(\n"
        "    (out_proj): NonDynamicallyQuantizableLinear(in_features=128, out_features=128, bias=True)\n"
        "  )\n"
        "  (linear1): Linear(in_features=128, out_features=16, bias=True)\n"
        "  (dropout): Dropout(p=0.1, inplace=False)\n"
        "  (linear2): Linear(in_features=16, out_features=128, bias=True)\n"
        "  (norm1): LayerNorm((128,), eps=1e-05, elementwise_affine=True)\n"
        "  (norm2): LayerNorm((128,), eps=1e-05, elementwise_affine=True)\n"
        "  (dropout1): Dropout(p=0.1, inplace=False)\n"
        "  (dropout2): Dropout(p=0.1, inplace=False)\n"
        ")\n",
        options);
    EXPECT_EQ(printed.kept(), all);  // eight heads
    ASSERT_EQ(printed.memory.tape().doubts.size(), 1u);
    EXPECT_EQ(printed.memory.tape().doubts[0].function, "norm_first");
}

TEST(PassMemory, KernelsOfACpuMayCopyNumbersOf16Bits) {
    const auto doubts_of = [](bool on_cpu, std::uint8_t bytes) {
        TapeOptions options = training();
        options.types.on_cpu = on_cpu;
        options.types.value_bytes = bytes;
        return Passed("input = (1, 4, 128)\nLinear(128, 8)\n", options).memory.tape().doubts.size();
    };
    EXPECT_EQ(doubts_of(true, 2), 1u);
    EXPECT_EQ(doubts_of(true, 4), 0u);
    EXPECT_EQ(doubts_of(false, 2), 0u);
}

TEST(PassMemory, WhatIsDetachedKeepsNothing) {
    constexpr std::int64_t kTensor = std::int64_t{4} * 8 * 4;
    const std::string layers = "input = (4, 8)\nNet(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n";
    EXPECT_EQ(kept(layers + "  forward(x) = b(a(a(x)))\n)\n"), 2 * kTensor);
    EXPECT_EQ(kept(layers + "  forward(x) = b(detach(a(a(x))))\n)\n"), kTensor);
}

TEST(PassMemory, ExpertsTakeCopiesOfTokens) {
    constexpr std::int64_t kTokens = std::int64_t{4} * 8 * 4;
    EXPECT_EQ(kept("input = (1, 4, 8)\nNet(\n  (gate): Linear(8, 4)\n"
                   "  (experts): ModuleList(\n    (0-3): 4 x Linear(8, 8)\n  )\n"
                   "  forward(x) = route(experts, x, gate(x), k=2)\n)\n"),
              2 * kTokens + 2 * kTokens);  // what they take, and what is weighted
}

TEST(PassMemory, ADenseLayerCopiesRowsThatDoNotFollowOneAnother) {
    const auto of = [](const std::string& view, int width) {
        return kept("input = (2, 3, 4)\nNet(\n  (a): Linear(4, 8)\n  (b): Linear(" + std::to_string(width) +
                    ", 1)\n  forward(x) = b(" + view + ") where y = softmax(a(x))\n)\n");
    };
    constexpr std::int64_t kAll = std::int64_t{2} * 3 * 8 * 4;
    EXPECT_EQ(of("y", 8), kAll);
    EXPECT_EQ(of("slice(y, dim=2, end=4)", 4), kAll);          // a view
    EXPECT_EQ(of("slice(y, dim=1, end=2)", 8), kAll * 5 / 3);  // and a copy of two of three
    EXPECT_EQ(of("transpose(y, 1, 2)", 3), 2 * kAll);
}

TEST(PassMemory, WhatLiesInMemoryAsAStepNeedsItIsNotCopied) {
    const auto of = [](const std::string& line) {
        return kept("input = (2, 3, 4)\nNet(\n  (a): Linear(4, 8)\n  (b): Linear(8, 1)\n  forward(x) = " +
                    line + " where y = softmax(a(x))\n)\n");
    };
    constexpr std::int64_t kAll = std::int64_t{2} * 3 * 8 * 4, kAPart = kAll / 3;
    const std::string turned = "transpose(reshape(y, 2, 3, 4, 2), 1, 2)";
    EXPECT_EQ(of("b(resize(y, size=(2, 1, 8), step=(1, 3, 1)))"), kAll);  // of every third row, a view
    EXPECT_EQ(of("b(resize(y, size=(2, 2, 8)))"), kAll + 2 * kAPart);
    EXPECT_EQ(of("b(resize(y, size=(3, 8), dims=(1, 2)))"), kAll);  // y[0]
    EXPECT_EQ(of("b(transpose(transpose(y, 1, 2), 1, 2))"), kAll);
    EXPECT_EQ(of("b(reshape(transpose(" + turned + ", 1, 2), 2, 3, 8))"), kAll);
    EXPECT_EQ(of("b(reshape(" + turned + ", 2, 3, 8))"), 2 * kAll);
    EXPECT_EQ(of("b(transpose(contiguous(transpose(y, 0, 1)), 0, 1))"), 2 * kAll);
    EXPECT_EQ(of("b(contiguous(y))"), kAll);
}

TEST(PassMemory, PartsHaveGradientsOfTheirOwn) {
    const auto peak = [](const std::string& line) {
        return Passed("input = (100, 8)\nforward: traced\nNet(\n  (a): Linear(8, 8)\n  forward(x) = " + line +
                          "\n)\n",
                      training())
            .peak();
    };
    constexpr std::int64_t kAll = std::int64_t{100} * 8 * 4, kHalf = kAll / 2, kLoss = 4;
    // The input, the difference, its gradient, which is that of the first part, and its negative; one
    // operation has made both parts, whose gradients become one.
    EXPECT_EQ(peak("c[0] - c[1] where c = chunk(a(x), 2, dim=0)"), kAll + 3 * kHalf + kAll + kLoss);
    // Each part by itself has a gradient of the whole size; the first part's own is gone by then.
    EXPECT_EQ(peak("resize(y, size=(50, 8)) - resize(y, size=(50, 8)) where y = a(x)"),
              kAll + 2 * kHalf + 2 * kAll + kLoss);
}

TEST(PassMemory, InferenceHoldsWhatIsStillNeeded) {
    // The input is there to the end; of the others two that follow one another.
    EXPECT_EQ(Passed(between("Tanh()")).peak(), 32 + 2 * kOne);
    // An argument is there until the call returns: what comes before and after the activation, and what went
    // in.
    EXPECT_EQ(Passed("input = (2, 8)\nNet(\n  (a): Linear(8, 8)\n  (b): Sequential(\n    (0): Linear(8, 8)\n"
                     "    (1): Tanh()\n  )\n  forward(x) = b(a(x))\n)\n")
                  .peak(),
              kOne + 3 * kOne);
    // A residual connection holds its input, too.
    EXPECT_EQ(Passed("input = (2, 8)\nNet(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n  (c): Linear(8, 8)\n"
                     "  forward(x) = y + c(b(y)) where y = a(x)\n)\n")
                  .peak(),
              kOne + 3 * kOne);
}

TEST(PassMemory, TrainingHasGradientsOfWhatIsLeft) {
    // At the backward pass of the first layer: the gradients of both weights, input and output, and the
    // gradient of what is between them.
    constexpr std::int64_t kWeight = std::int64_t{8} * 8 * 4;
    EXPECT_EQ(Passed("input = (2, 8)\nSequential(\n  (0): Linear(8, 8, bias=False)\n"
                     "  (1): Linear(8, 8, bias=False)\n)\n",
                     training())
                  .peak(),
              2 * kWeight + 3 * kOne + 4);  // and the loss
}

TEST(PassMemory, RecomputationHasOneBlockAtATime) {
    constexpr std::int64_t kRows = 1000 * 8 * 4;
    const auto pass = [](int blocks, bool recomputes) {
        return Passed("n = " + std::to_string(blocks) +
                          "\ninput = (1000, 8)\nNet(\n  (blocks): Sequential(\n    (0-*): n x Sequential(\n"
                          "      (a): Linear(8, 8)\n      (t): Tanh()\n      (b): Linear(8, 8)\n      (u): "
                          "Tanh()\n    )\n"
                          "  )\n  forward(x) = blocks(x)\n)\n",
                      training(), recomputes);
    };
    EXPECT_EQ(pass(5, false).kept() - pass(4, false).kept(), 2 * kRows);  // the outputs of both activations
    EXPECT_EQ(pass(5, true).kept() - pass(4, true).kept(), kRows);        // what goes into a block
    // 20 inputs of blocks and what one keeps instead of what 20 keep.
    EXPECT_LT(pass(20, true).peak(), pass(20, false).peak() * 2 / 3);
    // All gradients of weights are made either way.
    const auto gradients = [&](bool recomputes) {
        const Passed passed = pass(3, recomputes);
        return bytes_after(passed.play,
                           passed.play.events.size())[static_cast<std::size_t>(TensorUse::Gradient)];
    };
    EXPECT_EQ(gradients(true), 3 * 2 * (8 * 8 + 8) * 4);
    EXPECT_EQ(gradients(false), gradients(true));
}

TEST(PassMemory, AutocastKeepsCopiesIn16Bits) {
    TapeOptions options = training();
    options.types.autocast = true;
    // The input, the activation's output, which the second layer reads, and the weights of that in 16 bits:
    // biases, and weights of what has no gradient for its input, are not needed any more.
    EXPECT_EQ(
        Passed("input = (2, 4)\nSequential(\n  (0): Linear(4, 8)\n  (1): Tanh()\n  (2): Linear(8, 1)\n)\n",
               options)
            .kept(),
        2 * (2 * 4 + 2 * 8 + 8));
}

TEST(PassMemory, AutocastComputesInFloat32WhatItsListSays) {
    TapeOptions options = training();
    options.types.autocast = true;
    // Of a(x) in 16 bits, (2, 8): kept besides the input and the weight and the input of b, in 16 bits.
    const std::pair<const char*, std::int64_t> cases[] = {
        {"gelu(y)", kOne / 2},                              // the input as it is
        {"exp(y)", kOne},                                   // the output
        {"pow(y)", kOne},                                   // a copy of the input
        {"cumsum(y, dim=1)", 0},                            // nothing
        {"sum(y, dim=1, keepdim=True) * y", kOne / 2 + 8},  // a sum in float32
        {"pow(chunk(y, 2, dim=1)[0])", kOne / 2},           // a copy of the part alone
    };
    for (const auto& [line, expected] : cases) {
        const std::string text =
            "input = (2, 4)\nforward: traced\nNet(\n  (a): Linear(4, 8)\n  forward(x) = " +
            std::string(line) + " where y = a(x)\n)\n";
        EXPECT_EQ(Passed(text, options).kept() - 2 * (2 * 4), expected) << line;
    }
}

TEST(PassMemory, WhatACheckpointDoesAgainKeepsWhatItTakesAlone) {
    const auto of = [](const std::string& line) {
        const std::string layers =
            "    (0): Linear(8, 8)\n    (1): Tanh()\n    (2): Linear(8, 8)\n    (3): Tanh()\n  )\n";
        return kept("input = (2, 4)\nNet(\n  (a): Linear(4, 8)\n  (f): Sequential(\n" + layers +
                    "  (g): ModuleList(\n    (0): Linear(8, 8)\n    (1): Linear(8, 8)\n  )\n"
                    "  (b): Linear(8, 1)\n  forward(x) = b(" +
                    line + ")\n)\n");
    };
    const std::pair<const char*, std::int64_t> cases[] = {
        {"f(a(x))", 3 * kOne},                  // what goes into f and into b, and an output of f
        {"f(a(x), recompute=True)", 2 * kOne},  // what goes into f and into b
        {"each(g, tanh(a(x)))", 3 * kOne},      // dense layers keep what they take either way
        {"each(g, tanh(a(x)), recompute_each=True)", 3 * kOne},
        {"f(f(a(x), recompute=True), recompute=True)", 3 * kOne},
    };
    for (const auto& [line, expected] : cases) EXPECT_EQ(of(line), expected) << line;
}

TEST(PassMemory, AdaptersKeepTheirInputAndASmallOne) {
    TapeOptions options = training();
    options.adapters.rank = 2;
    // Frozen layers keep no input. The first adapter reads the model's input; both keep 2 numbers a row.
    EXPECT_EQ(
        Passed("input = (2, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1): Linear(8, 8)\n)\n", options).kept(),
        kOne + 2 * 2 * 2 * 4);
}

/// b(...) of a(x), (2, 4) through layers of 8 outputs, in 16 bits.
std::int64_t kept_in_half(const std::string& between) {
    return kept("input = (2, 4)\nNet(\n  (a): Linear(4, 8)\n  (b): Linear(8, 1)\n  forward(x) = b(" +
                    between + ") where y = a(x)\n)\n",
                2);
}

TEST(PassMemory, FollowsConversionsOfForwardLines) {
    constexpr std::int64_t kHalf = kOne / 2;
    EXPECT_EQ(kept_in_half("tanh(y)"), kHalf);
    EXPECT_EQ(kept_in_half("like_weights(tanh(float32(y)))"), kOne + kHalf);
    EXPECT_EQ(kept_in_half("like_weights(y)"), kHalf);  // as it is
}

TEST(PassMemory, ADropoutThatAlwaysDropsMakesATensorInInference) {
    const auto peak = [](const std::string& drop) {
        return Passed("input = (4, 8)\nNet(\n  (a): Linear(8, 8)\n  forward(x) = y + " + drop +
                      " where y = a(x)\n)\n")
            .peak();
    };
    constexpr std::int64_t kTensor = std::int64_t{4} * 8 * 4;
    EXPECT_EQ(peak("dropout(y, p=0.5)"), 3 * kTensor);
    EXPECT_EQ(peak("dropout(y, p=0.5, training=True)"), 4 * kTensor);
}

TEST(PassMemory, ADropoutOfNothingKeepsNothing) {
    EXPECT_EQ(kept_in_half("dropout(y, p=0.1)"), kOne / 2 + 2 * 8);
    EXPECT_EQ(kept_in_half("dropout(y)"), kOne / 2 + 2 * 8);
    EXPECT_EQ(kept_in_half("dropout(y, p=0)"), kOne / 2);
}

TEST(PassMemory, AProductWithANumberIsATensorOfItsOwn) {
    EXPECT_EQ(kept_in_half("tanh(y) * 3"), 2 * kOne / 2);  // the output of tanh, the input of the next layer
    EXPECT_EQ(kept_in_half("tanh(y)"), kOne / 2);
}

TEST(PassMemory, KeepsTheFlagsOfAMask) {
    EXPECT_EQ(kept_in_half("masked_fill(y, y)"), kOne / 2 + 2 * 8);
    EXPECT_EQ(kept_in_half("where(y, y, y)"), kOne / 2 + 2 * 8);
    EXPECT_EQ(kept_in_half("masked_fill(y, compare(y))"), kOne / 2 + 2 * 8);
    EXPECT_EQ(kept_in_half("compare(y) * y"), kOne / 2 + 2 * 8);  // no gradient goes through a comparison
}

TEST(PassMemory, WhatWorksInPlaceOnAViewCopiesItsGradient) {
    // The output of a dense layer is a view where it has more than two dimensions.
    const auto peak = [](const std::string& input) {
        return Passed("input = " + input +
                          "\nSequential(\n  (0): Linear(4, 8)\n  (1): ReLU(inplace=True)\n"
                          "  (2): Linear(8, 1)\n)\n",
                      training())
            .peak();
    };
    EXPECT_EQ(peak("(2, 3, 4)") - peak("(6, 4)"), 2 * 6 * 8 * 4);
}

TEST(PassMemory, ABlockHasTheScoresOfItsEagerAttention) {
    const auto peak = [](AttentionKernel kernel) {
        TapeOptions options;
        options.types.attention = kernel;
        return Passed(
                   "n_head = 2\ninput = (1, 8, 16)\nNet(\n  (layers): ModuleList(\n    (0): Block(\n"
                   "      (a): Self(\n        (q): Linear(16, 16)\n"
                   "        forward(x) = attention(q(x), q(x), q(x))\n      )\n"
                   "      (up): Linear(16, 512)\n      (down): Linear(512, 16)\n"
                   "      forward(x) = down(up(a(x)))\n    )\n  )\n  forward(x) = each(layers, x)\n)\n",
                   options)
            .peak();
    };
    EXPECT_EQ(peak(AttentionKernel::Eager) - peak(AttentionKernel::Fused), 2 * 8 * 8 * 4);
}

TEST(PassMemory, ACpuHasTheGatesOfAllSteps) {
    TapeOptions options;
    options.types.on_cpu = true;
    constexpr std::int64_t kSteps = std::int64_t{3} * 4 * 8 * 4;  // of the input, and of the output
    // Three gates, and the outputs step by step.
    EXPECT_EQ(Passed("input = (3, 4, 8)\nGRU(8, 8)\n", options).peak(), 2 * kSteps + 4 * kSteps);
    EXPECT_EQ(Passed("input = (3, 4, 8)\nRNN(8, 8)\n", options).peak(), 2 * kSteps + 2 * kSteps);
}

TEST(PassMemory, AProductOfHeadsCopiesAPartOfAnother) {
    const auto product = [](int batch) {
        return kept("input = (" + std::to_string(batch) +
                    ", 2, 3, 4)\nNet(\n  (a): Linear(4, 8)\n"
                    "  forward(x) = parts[0] @ transpose(parts[1], -1, -2) where parts = chunk(a(x), 2, "
                    "dim=-1)\n)\n");
    };
    EXPECT_EQ(product(1), 2 * 3 * 8 * 4);
    EXPECT_EQ(product(5), 5 * 2 * 3 * 8 * 4);
}

TEST(PassMemory, ACpuKeepsFactorsOfDropout) {
    TapeOptions options = training();
    options.types.on_cpu = true;
    EXPECT_EQ(Passed(between("Dropout(p=0.1, inplace=False)"), options).kept(), 2 * kOne);
    EXPECT_EQ(Passed(between("LogSigmoid()"), options).kept(), 3 * kOne);
}

TEST(PassMemory, CrossEntropyIsInFloat32) {
    TapeOptions mean = training(2), options = mean;
    options.loss = Loss::CrossEntropy;
    const std::string text = "input = (2, 8)\nLinear(8, 100)\n";
    EXPECT_EQ(Passed(text, options).kept() - Passed(text, mean).kept(), 2 * 100 * 4);  // the logarithms
}

/// A table, a dense layer and the output layer of 100 words.
constexpr const char* kWords =
    "input = (1, 4)\nNet(\n  (table): Embedding(100, 8)\n  (a): Linear(8, 16, bias=False)\n"
    "  (head): Linear(16, 100, bias=False)\n  forward(x) = head(a(table(x)))\n)\n";

TEST(PassMemory, AFusedCrossEntropyHasNoScoresOfAllTokens) {
    TapeOptions options = training(2);
    options.loss = Loss::FusedCrossEntropy;
    const Passed passed(kWords, options);
    for (const PlayedTensor& tensor : passed.play.tensors)
        EXPECT_TRUE(tensor.use == TensorUse::Gradient || tensor.bytes < 2 * 4 * 100);
    // The input of the dense layer, and the gradient of the output layer's.
    EXPECT_EQ(passed.kept(), 2 * 4 * (8 + 16));
}

TEST(PassMemory, TheOutputLayerIsNotUnpacked) {
    TapeOptions options;
    options.unpacks_weights = true;
    std::vector<std::int64_t> workspaces;
    for (const PlayedTensor& tensor : Passed(kWords, options).play.tensors)
        if (tensor.use == TensorUse::Workspace) workspaces.push_back(tensor.bytes);
    EXPECT_EQ(workspaces, std::vector<std::int64_t>{4 * 8 * 16});
}

TEST(PassMemory, CopiesOfModulesKeepTheirInput) {
    const auto kept = [](const AdapterOptions& adapters) {
        TapeOptions options = training();
        options.adapters = adapters;
        return Passed(kWords, options).kept();
    };
    const std::int64_t rows = 4, number = 4;
    EXPECT_EQ(kept({2, "a", ""}), rows * (8 + 2) * number);  // the input of the adapter, and 2 numbers a row
    EXPECT_EQ(kept({2, "a", "head"}), rows * (8 + 2 + 16) * number);
}

TEST(PassMemory, RecomputedAttentionKeepsNoScores) {
    constexpr std::int64_t kTokens = 32, kWidth = 8, kNumber = 4;
    const auto pass = [](AttentionKernel kernel, bool recomputes) {
        TapeOptions options = training();
        options.types.attention = kernel;
        const Report report = count_text(
            "num_heads = 2\ninput = (1, 32, 8)\nMine(\n  (q): Linear(8, 8)\n  (k): Linear(8, 8)\n"
            "  (v): Linear(8, 8)\n  (o): Linear(8, 8)\n  forward(x) = o(attention(q(x), k(x), v(x)))\n)\n");
        PlayOptions play{true};
        play.recomputes_attention = recomputes;
        const PassMemory memory(report, options, play);
        const Play played = memory.play(values_of(report));
        const BytesByUse left = bytes_after(played, played.events.size());
        EXPECT_EQ(left[static_cast<std::size_t>(TensorUse::Kept)], 0);
        EXPECT_EQ(left[static_cast<std::size_t>(TensorUse::Gradient)], 4 * 72 * kNumber);
        return bytes_after(played, played.backward)[static_cast<std::size_t>(TensorUse::Kept)];
    };
    // Query, key, value, and what the last layer takes; besides the softmax of two heads.
    const std::int64_t values = 4 * kTokens * kWidth * kNumber;
    EXPECT_EQ(pass(AttentionKernel::Eager, true), values);
    EXPECT_EQ(pass(AttentionKernel::Eager, false), values + 2 * kTokens * kTokens * kNumber);
    EXPECT_EQ(pass(AttentionKernel::Fused, true), pass(AttentionKernel::Fused, false));
}

TEST(PassMemory, TheFirstStageOfAPipelineKeepsAsMuchAsAllBlocks) {
    const auto peak = [](Integer stages, const std::string& words) {
        const Report report = count_text(
            "input = (1, 64)\nNet(\n  (table): Embedding(100, 16)\n  (layers): Sequential(\n"
            "    (0-7): 8 x Layer(\n      (a): Linear(16, 16)\n      (b): Tanh()\n"
            "      forward(x) = b(a(x))\n    )\n  )\n  (head): Linear(16, " +
            words + ")\n  forward(x) = head(layers(table(x)))\n)\n");
        PlayOptions options{true};
        options.has_gradients = true;
        return PassMemory(report, training(), options, divide_modules(report, stages, 1))
            .peak(values_of(report));
    };
    const auto kept = [](const PassPeak& pass) {
        return pass.formulas[static_cast<std::size_t>(TensorUse::Kept)].whole();
    };
    // The table's output and those of blocks; at the first stage the last block is in its backward pass.
    constexpr std::int64_t kOutput = 64 * 16 * 4;
    EXPECT_EQ(kept(peak(1, "1")), 9 * kOutput);
    EXPECT_EQ(kept(peak(4, "1")), 8 * kOutput);
    // Scores make the last stage the larger one, which has a fourth of the blocks, and not the table.
    EXPECT_EQ(kept(peak(4, "100000")), 8 * kOutput / 4);
}

TEST(PassMemory, FollowsAsManyStepsAsItMay) {
    EXPECT_FALSE(
        Passed("n = 1000000\ninput = (2, 8)\nSequential(\n  (0-*): n x Linear(8, 8)\n)\n", training())
            .play.is_whole);
    EXPECT_FALSE(Passed("n = 2000000000000000\ninput = (n, 8)\nLinear(8, 8)\n").play.is_whole);
    EXPECT_TRUE(Passed("Sequential(\n  (0): Linear(4, 8)\n)\n", training()).play.events.empty());
}

TEST(PassMemory, TheAllocatorGivesWholeBlocks) {
    constexpr std::int64_t kMega = 1 << 20;
    EXPECT_EQ(allocated_bytes(1), 512);
    EXPECT_EQ(allocated_bytes(512), 512);
    EXPECT_EQ(allocated_bytes(9 * kMega + 1), 9 * kMega + 512);
    EXPECT_EQ(allocated_bytes(11 * kMega), 12 * kMega);              // 1 MiB would be left over
    EXPECT_EQ(allocated_bytes(11 * kMega - 512), 11 * kMega - 512);  // more than that
}

}  // namespace THIS_FILE
}  // namespace paramscope
