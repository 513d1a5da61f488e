// What autograd keeps of a forward pass: bytes that PyTorch keeps of the same model, by its nodes' saved
// tensors.
#include "count/cost/kept.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

Quantity kept(const std::string& text, std::string_view dtype = "float32") {
    return kept_bytes(count_text(text), dtype);
}

/// (2, 4) through Linear(4, 8), a layer, and Linear(n, 1), in float32: the first input is the model's, which
/// exists anyway.
std::string between(const std::string& layer, int outputs = 8) {
    return "input = (2, 4)\nSequential(\n  (0): Linear(4, 8)\n  (1): " + layer + "\n  (2): Linear(" +
           std::to_string(outputs) + ", 1)\n)\n";
}
constexpr Integer kOne = Integer{2} * 8 * 4;  // bytes of the first layer's output

TEST(Kept, OfALayerBetweenTwoOthers) {
    const struct {
        const char* layer;
        Integer bytes;
    } cases[] = {
        {"ReLU()", kOne},  // its output, which the next layer has as its input
        {"ReLU(inplace=True)", kOne},
        {"GELU(approximate='none')", 2 * kOne},  // its input, and its output for the next layer
        {"SiLU(inplace=True)", 2 * kOne},        // a copy of its input
        {"Tanh()", kOne},
        {"Identity()", kOne},
        {"Dropout(p=0.1, inplace=False)", kOne + 2 * 8},  // a byte of mask for each number
        {"Dropout(p=0.0, inplace=False)", kOne},
        {"LayerNorm((8,), eps=1e-05, elementwise_affine=True)", 2 * kOne + 2 * 2 * 4},
        {"BatchNorm1d(8, eps=1e-05)", 2 * kOne + 2 * 8 * 4},
    };
    for (const auto& c : cases) {
        const Quantity bytes = kept(between(c.layer));
        EXPECT_EQ(bytes.value, c.bytes) << c.layer;
        EXPECT_EQ(bytes.basis, Basis::Exact) << c.layer;
    }
}

TEST(Kept, OfImages) {
    // A convolution keeps its input, pooling its input and an index for each output.
    const Quantity bytes = kept(
        "input = (1, 3, 8, 8)\nSequential(\n  (0): Conv2d(3, 4, kernel_size=(3, 3), padding=(1, 1))\n"
        "  (1): MaxPool2d(kernel_size=2, stride=2)\n  (2): Conv2d(4, 2, kernel_size=(1, 1))\n)\n");
    EXPECT_EQ(bytes.value, Integer{4 * 8 * 8 * 4 + 4 * 4 * 4 * 8 + 4 * 4 * 4 * 4});
}

TEST(Kept, ATensorThatTwoNeedIsKeptOnce) {
    const char* text =
        "input = (2, 4)\nNet(\n  (a): Linear(4, 8)\n  (b): Linear(8, 8)\n  (c): Linear(8, 8)\n"
        "  forward(x) = b(y) * c(y) where y = a(x)\n)\n";
    // a's output once, and both factors.
    EXPECT_EQ(kept(text).value, 3 * kOne);
}

TEST(Kept, AViewKeepsWhatItIsAViewOf) {
    const char* text =
        "input = (2, 4)\nNet(\n  (a): Linear(4, 16)\n  (b): Linear(8, 1)\n"
        "  forward(x) = b(chunk(a(x), 2, dim=-1)[0])\n)\n";
    EXPECT_EQ(kept(text).value, 2 * kOne);
}

TEST(Kept, RepeatsKeepWhatTheyPassOn) {
    // The first reads the model's input; the outputs of the others but the last are inputs.
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (0-*): n x Linear(8, 8)\n)\n").value, 4 * kOne);
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (0-*): n x Linear(8, 8)\n  (h): Tanh()\n)\n").value,
              5 * kOne);
    // The first input is kept by what made it, too.
    EXPECT_EQ(kept("n = 5\ninput = (2, 8)\nSequential(\n  (h): Linear(8, 8)\n  (t): Tanh()\n  (0-*): n x "
                   "Linear(8, 8)\n)\n")
                  .value,
              5 * kOne);
}

TEST(Kept, NormsOfOtherLibrariesComputeInFloat32) {
    const std::string text =
        "input = (2, 4)\nSequential(\n  (0): Linear(4, 8)\n  (1): LlamaRMSNorm((8,), eps=1e-06)\n  (2): "
        "Linear(8, 1)\n)\n";
    const Integer rows = 2 * 4;
    EXPECT_EQ(kept(text).value,
              3 * kOne + rows);  // the input, what is normalized, and the output for the next layer
    // The input once in float32, the others in bfloat16.
    EXPECT_EQ(kept(text, "bfloat16").value, kOne + 2 * kOne / 2 + rows);
}

TEST(Kept, WhereSomethingIsNotKnown) {
    const std::string attention =
        "Net(\n  (q): Linear(8, 8)\n  (k): Linear(8, 4)\n  (v): Linear(8, 4)\n  (o): Linear(8, 8)\n"
        "  forward(x) = o(attention(q(x), k(x), v(x)))\n)\n";
    EXPECT_EQ(kept("input = (1, 2, 8)\n" + attention).basis, Basis::Partial);  // grouped heads in float32
    EXPECT_EQ(kept("input = (1, 2, 8)\n" + attention, "bfloat16").basis, Basis::Approximate);
    EXPECT_EQ(kept(between("Mystery()")).basis, Basis::Partial);
    EXPECT_EQ(kept("Sequential(\n  (0): Linear(4, 8)\n)\n").value, std::nullopt);
}

}  // namespace THIS_FILE
}  // namespace paramscope
