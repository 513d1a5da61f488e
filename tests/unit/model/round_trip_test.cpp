// Reading what was written gives the same model; reading what PyTorch printed and writing it gives the same
// text.
#include "model/write.h"
#include "unit/model/model_testing.h"
#include "unit/model/random_model.h"

namespace paramscope {
namespace THIS_FILE {

TEST(RoundTrip, RandomModels) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        const Model model = RandomModels(seed).model();
        const std::string text = write_model_text(model);
        const Model again = read_clean(text);
        ASSERT_EQ(dump(again), dump(model)) << "seed " << seed << "\n" << text;
        ASSERT_EQ(write_model_text(again), text) << "seed " << seed;
    }
}

TEST(RoundTrip, Prints) {
    for (const std::string text : {
             "Linear(in_features=4, out_features=2, bias=True)\n",
             "ReLU()\n",
             "Net(\n  (conv): Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=same)\n  (act): "
             "GELU(approximate='none')\n)\n",
             "Net(\n  (layers): ModuleList(\n    (0-31): 32 x Block(\n      (a): ReLU(inplace=True)\n    )\n "
             " )\n)\n",
             "LayerNorm((768,), eps=1e-05, elementwise_affine=True)\n",
             "Hardtanh(min_val=-1.0, max_val=inf)\n",
             "ParametrizedLinear(\n  in_features=8, out_features=4, bias=True\n  (p): ModuleDict(\n    "
             "(weight): A()\n  )\n)\n",
             "ParameterList(\n    (0): Parameter containing: [torch.float32 of size 3x4]\n"
             "    (1): Parameter containing: [torch.float16 of size 5 (cuda:0)]\n)\n",
             "A(\n  (p): ParameterDict(  (default): Parameter containing: [torch.FloatTensor of size 8x1 "
             "(GPU 0)])\n)\n",
             "Two(\n  first line of text\n  second line of text\n)\n",
             "Two(\n  a=1, b=2\n  c=3\n  (d): E()\n)\n",
             "Free(10 -> 20)\n",
             "Net(\n  (gone): None\n  (f): F(act=<function relu at 0x7f3a>)\n)\n",
             "Net(\n  (w): F(\n    t=tensor([[1., 2.],\n            [3., 4.]])\n    (g): G()\n  )\n)\n",
             "Rearrange('b (h w) -> b c', h=4)\n",
             "Data(root=C:\\data\\)\n",
         }) {
        EXPECT_EQ(write_model_text(read_clean(text)), text);
    }
}

/// Texts that are written in another form than they were read in.
TEST(RoundTrip, SecondRoundTripChangesNothing) {
    for (const char* text : {
             "A(\\\r)",
             "A(\n  w=C:\\\n)",
             "A(b=\\\n  (c): C(\\\n))",
             "A((e): a**b x B())",
             "#a(\x1B)",
             "A(\n  (#b): c\x1B, 1)",
             "A(\n  (d): < #>()\n)",
             "A((n): None()  # gone\n)",
             "A(\n  (n): None  # x c(\n)",
             "A((0-1): 2 x None())",
             "A(l(\n[):))",
             "A(l(\n'):'))",
         }) {
        const std::string written = write_model_text(read_clean(text));
        EXPECT_EQ(write_model_text(read_clean(written)), written) << text;
    }
}

/// Texts of which a part is left out.
TEST(RoundTrip, SecondRoundTripOfBrokenTextsChangesNothing) {
    for (const char* text : {
             "A(b, B(\n  c[0d): C(3)))",
             // Further lines of a value are as long as the longest line, or begin with a comment's sign.
             "Net(\n  some words] and\n(  (a)...: ReLU()\n),A\n x  (b): c(d): e\n  f)\n=\n)",
             "Net(\n  word  (  (a)rd\n#  (  (a): ReL)\n),A\n  (b): BBBBBBBBBBBBB()\n)",
             // A text that stands for omitted modules already has a module for them.
             "Net(\n  words (  (a)...: ReLU()\n),A\n  (b): c:d\n  f)\nReLU())\n)",
             "Net(\n  (a): A()\n  (omitted): Omitted()\n  (b): B(\n",
             // What is read as a value on one line is omitted before the other modules on its own line.
             "Sequential((0): Linear(4, !5) (1):(5, 2))",
             "# a note\n#    \n#   more\nA()",
             // What is left of a child on the line of its module.
             "A((0): B((c) D0), (1): E())",
             // Characters that become blanks, at the beginning of a comment.
             "# \1\6 a note\n#\1\nA()  # \1\nb = 3  # \2 c",
         }) {
        Diagnostics diagnostics;
        const std::string written = write_model_text(read_model_text(text, &diagnostics));
        EXPECT_EQ(write_model_text(read_model_text(written, &diagnostics)), written) << text;
    }
}

TEST(RoundTrip, OurOwnText) {
    const std::string text =
        "# a note\n#\n# another\n"
        "d = 512  # width\nn = 2*d//3\n"
        "input = (batch, tokens), (1, 3)\n"
        "dtype = float16\n"
        "tie: head.weight = embed.weight\n"
        "freeze: embed\n"
        "\n"
        "Net(\n"
        "  forward(x) = head(layers(embed(x)))\n"
        "  (w): Parameter(d, 4*d, requires_grad=False)\n"
        "  (embed): Embedding(vocab, d)\n"
        "  (layers): ModuleList(\n"
        "    (0-*): layers x Layer(d, heads=8  # one of them\n"
        "      (pe): Buffer(5000, d, dtype=int8)\n"
        "    )\n"
        "  )\n"
        "  (head): Linear(d, vocab, bias=False) @ (batch, tokens, d)  # tied\n"
        ")\n";
    EXPECT_EQ(write_model_text(read_clean(text)), text);
}

}  // namespace
}  // namespace paramscope
