// Basis: how far a total can be trusted, by what is known of the types on the way to it.
#include "model/basis.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "count/passes/activations.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace THIS_FILE {

struct BasisCase {
    std::string_view text, parameters;  ///< the total in words
    Basis basis;
};

void expect_total(const BasisCase& c) {
    const Report report = count_text(c.text);
    EXPECT_EQ(to_string(report.root()->facts->parameters.basis), to_string(c.basis)) << c.text;
    EXPECT_EQ(total_in_words(report), c.parameters) << c.text;
}

TEST(Basis, OfWorkThatIsEstimatedLeavesParametersExact) {
    struct Case {
        std::string_view header;
        std::string_view parameters, macs, of_layers, created;
    };
    const Case cases[] = {
        {"forward: traced", "exact", "exact", "exact", "exact"},
        {"parameters: estimated", "approximate", "exact", "exact", "exact"},
        {"forward: estimated cache", "exact", "exact", "exact", "exact"},
        {"forward: traced, estimated", "exact", "approximate", "approximate", "approximate"},
        {"forward: estimated", "exact", "approximate", "approximate", "approximate"},
        // Products are known: conventions that count elements are not exact.
        {"forward: estimated elements", "exact", "exact", "approximate", "approximate"},
        {"forward: estimated, estimated elements", "exact", "approximate", "approximate", "approximate"},
    };
    for (const Case& c : cases) {
        const std::string text = "d = 3\ninput = (b, d)\n" + std::string(c.header) +
                                 "\nbasis: exact\nSequential(\n  (0): Linear(d, 4)\n  (1): ReLU()\n)";
        CountOptions options;
        options.convention = "ptflops";
        const Report report = count_text(text, options);
        const ModuleFacts& facts = *report.root()->facts;
        EXPECT_EQ(to_string(facts.parameters.basis), c.parameters) << c.header;
        EXPECT_EQ(to_string(facts.macs.basis), c.macs) << c.header;
        EXPECT_EQ(to_string(facts.flops.basis), c.of_layers) << c.header;
        EXPECT_EQ(to_string(count_activations(report).basis), c.created) << c.header;
        EXPECT_EQ(facts.notes.empty(), c.header == "forward: traced") << c.header;
        EXPECT_EQ(report.nodes[2].facts->status, Status::Counted) << c.header;
    }
}

TEST(Basis, OfAClassThatTheTextDescribesIsNotThatOfALayerWithItsName) {
    // Of text that lists all tensors, as Python writes it: the name of a class says nothing more.
    const std::string_view modules[] = {
        "Conv1D(\n    (weight): Parameter(8, 24)\n    forward(x) = after(tensor(size=(5, 24)), "
        "matmul(tensor(size=(5, 8)), tensor(size=(8, 24))))\n  )",
        "Linear(\n    in_features=3, out_features=5\n    (weight): Parameter(8, 24)\n"
        "    forward(x) = F.linear(x, tensor(size=(24, 8)))\n  )",
        "MyLayerNorm(\n    (weight): Parameter(192)\n    forward(x) = after(x, matmul(tensor(size=(5, 8)), "
        "tensor(size=(8, 24))))\n  )",
    };
    for (const std::string_view module : modules) {
        const std::string text =
            "basis: exact\nforward: traced\ninput = (5, 8)\nNet(\n  (own): " + std::string(module) +
            "\n  forward(x) = own(x)\n)";
        const Report report = count_text(text);
        EXPECT_TRUE(report.diagnostics.empty()) << text;
        EXPECT_EQ(report.root()->facts->parameters.value, Integer{192}) << text;
        EXPECT_EQ(report.root()->facts->macs.value, Integer{5 * 8 * 24}) << text;
    }
}

TEST(Basis, OfALayerWithAForwardLineIsTheLayersWhereNobodyFollowedAPass) {
    const Report report = count_text("d = 8\ninput = (5, d)\nLinear(\n  d, 3*d\n  forward(x) = x\n)");
    EXPECT_EQ(report.root()->facts->parameters.value, Integer{8 * 24 + 24});
}

TEST(Basis, OfATotalIsTheWorstOfItsParts) {
    const BasisCase cases[] = {
        // PyTorch's own types, torchvision's and those of transformers that hold nothing else.
        {"Linear(3, 4)", "16", Basis::Exact},
        {"Sequential(\n  (0): Linear(3, 4)\n)", "16", Basis::Exact},
        {"LlamaMLP(\n  (up_proj): Linear(3, 4)\n)", "16", Basis::Exact},
        // A class of one's own may hold tensors that print() does not show.
        {"Net(\n  (fc): Linear(3, 4)\n)", "16, as printed", Basis::Printed},
        {"Sequential(\n  (0): Net(\n    (fc): Linear(3, 4)\n  )\n)", "16, as printed", Basis::Printed},
        // With arguments of its own it probably does.
        {"MyConv(\n  3, 32, kernel_size=(3, 3)\n  (pad): ZeroPad2d((0, 1, 0, 1))\n)", "unknown",
         Basis::Partial},
        {"Net(\n  (a): Scaled(\n    factor=2\n    (fc): Linear(3, 4)\n  )\n)", "at least 16", Basis::Partial},
        // A known type with an argument that it does not have is another class of its name.
        {"T5Model(\n  dim=8\n  (shared): Embedding(10, 8)\n)", "at least 80", Basis::Partial},
        {"TransformerEncoder(\n  num_layers=1\n  (layers): ModuleList(\n    (0): Linear(3, 4)\n  )\n)",
         "at least 16", Basis::Partial},
        {"Linear(in_features=3, out_features=4, bias=True, rank=8)", "about 16", Basis::Approximate},
        {"Sequential(\n  (0): LSTM(3, 4, cells=2)\n  (1): Linear(4, 4)\n)", "about 164", Basis::Approximate},
        {"Conv2d(3, 4, kernel_size=(1, 1), scale=2)", "about 16", Basis::Approximate},
        {"Conv2d(3, 4, kernel_size=(1, 1), scale=0.5, zero_point=3)", "16", Basis::Exact},
        {"MultiheadAttention(embed_dim=8, num_heads=2, depth=2)", "about 288", Basis::Approximate},
        {"Conv2d(3, 4, kernel_size=(1, 1), device=cpu)", "16", Basis::Exact},
        {"Sequential(\n  (0): Linear(3, 4)\n  (1): DropPath(drop_prob=0.1)\n)", "16", Basis::Exact},
        // What is printed inside a layer has to be what its arguments say.
        {"MultiheadAttention(\n  embed_dim=8, num_heads=2\n  (out_proj): "
         "NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n)",
         "288", Basis::Exact},
        {"MultiheadAttention(\n  embed_dim=8, num_heads=2\n  (out_proj): "
         "NonDynamicallyQuantizableLinear(in_features=16, out_features=16, bias=True)\n)",
         "at least 272", Basis::Partial},
        // A type that is known to hide tensors, and one of which all are known.
        {"XLNetRelativeAttention(\n  (layer_norm): LayerNorm((4,))\n)", "at least 8", Basis::Partial},
        // A type whose modules are not shown, and one that has none; classes of their names with arguments.
        {"Sequential(\n  (0): Linear(3, 4)\n  (1): T5Block()\n)", "at least 16", Basis::Partial},
        {"Sequential(\n  (0): Linear(3, 4)\n  (1): LlamaRotaryEmbedding()\n)", "16", Basis::Exact},
        {"Sequential(\n  (0): Linear(3, 4)\n  (1): ConvBNReLU(3, 8)\n)", "at least 16", Basis::Partial},
        // Types whose config decides about a tensor; of a layer that says it has a bias, it is counted.
        {"FocalNetLayer(\n  (norm1): LayerNorm((4,))\n)", "about 8", Basis::Approximate},
        {"Net(\n  (a): FocalNetLayer(\n    (norm1): LayerNorm((4,))\n  )\n  (odd): Mystery()\n)",
         "at least 8", Basis::Partial},
        {"Net(\n  (a): FalconLinear(in_features=3, out_features=4, bias=True)\n)", "16, as printed",
         Basis::Printed},
        // A text with hyper-parameters, or one that says so, lists all tensors.
        {"d = 3\nNet(\n  (fc): Linear(d, 4)\n)", "16", Basis::Exact},
        {"lr = 0.001\nNet(\n  (fc): Linear(3, 4)\n)", "16, as printed", Basis::Printed},
        {"b = 2\ninput = (b, 3)\nNet(\n  (l): 2 x Linear(3, 4)\n)", "32, as printed", Basis::Printed},
        {"n = 2\nNet(\n  (l): n x Linear(3, 4)\n)", "32", Basis::Exact},
        {"basis: exact\nNet(\n  (fc): Linear(3, 4)\n)", "16", Basis::Exact},
        {"basis: exact\nDinov2Embeddings(\n  (cls_token): Parameter(1, 1, 8)\n  (patch_embeddings): "
         "Dinov2PatchEmbeddings(\n    (projection): Conv2d(3, 8, kernel_size=(2, 2))\n  )\n)",
         "112", Basis::Exact},
        {"basis: partial\nLinear(3, 4)", "at least 16", Basis::Partial},
        {"basis: approximate\nLinear(3, 4)", "about 16", Basis::Approximate},
        {"basis: printed\nLinear(3, 4)", "16, as printed", Basis::Printed},
        // Paddle, torchao and graph libraries do not print the bias.
        {"Linear(in_features=3, out_features=4, dtype=float32)", "about 16", Basis::Approximate},
        {"Net(\n  (c): Conv2D(3, 4, kernel_size=[1, 1], data_format=NCHW)\n)", "about 16",
         Basis::Approximate},
        {"Linear(in_features=3, out_features=4, weight=AffineQuantizedTensor(shape=torch.Size([4, 3])))",
         "about 16", Basis::Approximate},
        {"Linear(in_features=3, out_features=4, bias=False, weight=Int8Tensor())", "12", Basis::Exact},
        {"GCNConv(1433, 16)", "about 22,944", Basis::Approximate},
        {"GATConv(1433, 8, heads=8)", "at least 91,840", Basis::Partial},
        {"GATv2Conv(1433, 8, heads=8)", "at least 91,776", Basis::Partial},
        {"TransformerConv(16, 32, heads=2)", "at least 3,072", Basis::Partial},
        // A total that the text states.
        {"Net(\n  (fc): Linear(3, 4)\n)\nTotal params: 16", "16, as printed", Basis::Printed},
        {"Net(\n  (fc): Linear(3, 4)\n)\nTotal params: 20", "at least 16", Basis::Partial},
        {"Net(\n  (fc): Linear(3, 4)\n)\nTotal params: 12", "about 16", Basis::Approximate},
        {"Net(\n  (fc): Linear(300, 4)\n)\nNumber of parameters: 1.2 k", "1,204, as printed", Basis::Printed},
        {"Net(\n  (fc): Linear(3, 4)\n)\nTotal params: 12\nTotal params: 20", "16, as printed",
         Basis::Printed},
        {"Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)\nTotal params: 800",
         "800 to 1,600", Basis::Range},
        {"Net(\n  (fc): Linear(3, 4)\n  (odd): Mystery()\n)", "at least 16", Basis::Partial},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

constexpr std::string_view kWeightNorm =
    "ParametrizedLinear(\n  in_features=8, out_features=4, bias=True\n  (parametrizations): ModuleDict(\n"
    "    (weight): ParametrizationList(\n      (0): _WeightNorm()\n    )\n  )\n)";

TEST(Basis, OfSizesThatPrintHidesIsNotExact) {
    const BasisCase cases[] = {
        // Keys and values of an attention may have other widths; the dimension of weight_norm may be another.
        {"MultiheadAttention(\n  (out_proj): NonDynamicallyQuantizableLinear(16, 16)\n)", "1,088, as printed",
         Basis::Printed},
        {"MultiheadAttention(16, 4)", "1,088", Basis::Exact},
        {kWeightNorm, "40, as printed", Basis::Printed},
        // A known type uses its layers as the library does.
        {"SiglipMultiheadAttentionPoolingHead(\n  (attention): MultiheadAttention(\n"
         "    (out_proj): NonDynamicallyQuantizableLinear(16, 16)\n  )\n  (probe): Parameter(1, 1, 16)\n)",
         "1,104", Basis::Exact},
        // The layer norms of some types have no bias, which older prints do not show.
        {"ModernBertEncoderLayer(\n  (mlp_norm): LayerNorm((8,), eps=1e-05, elementwise_affine=True)\n)", "8",
         Basis::Exact},
        {"ModernBertEncoderLayer(\n  (mlp_norm): LayerNorm((8,), eps=1e-05, elementwise_affine=True, "
         "bias=True)\n)",
         "16", Basis::Exact},
        // torchaudio has one length for each place of the kernel.
        {"ConvolutionalPositionalEmbedding(\n  (conv): ParametrizedConv1d(\n"
         "    8, 8, kernel_size=(4,), stride=(1,), padding=(2,), groups=2\n    (parametrizations): "
         "ModuleDict(\n"
         "      (weight): ParametrizationList(\n        (0): _WeightNorm()\n      )\n    )\n  )\n)",
         "140", Basis::Exact},
        // torchao prints the weight in place of the bias.
        {"Linear(in_features=8, out_features=4, weight=AffineQuantizedTensor(shape=torch.Size([4, 8])))",
         "about 36", Basis::Approximate},
        // A type that is known by its ending only.
        {"OwnLinear(in_features=8, out_features=4, bias=True)", "36, as printed", Basis::Printed},
        {"OwnRMSNorm((8,), eps=1e-06)", "about 8", Basis::Approximate},
        {"LlamaRMSNorm((8,), eps=1e-06)", "8", Basis::Exact},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, OfWhatIsAssumedBesideWhatIsMissingIsALowerBoundWithoutIt) {
    const BasisCase cases[] = {
        // The norm may have no weight, and the part may have anything.
        {"Net(\n  (n): OwnRMSNorm((8,), eps=1e-06)\n  (fc): Linear(3, 4)\n)", "about 24", Basis::Approximate},
        {"Net(\n  (n): OwnRMSNorm((8,), eps=1e-06)\n  (fc): Linear(3, 4)\n  (odd): Mystery()\n)",
         "at least 16", Basis::Partial},
        {"Net(\n  (0-1): 2 x Part(\n    (n): OwnRMSNorm((8,), eps=1e-06)\n    (fc): Linear(3, 4)\n  )\n  "
         "(odd): Mystery()\n)",
         "at least 32", Basis::Partial},
        {"Net(\n  (fc): Linear(in_features=8, out_features=4, "
         "weight=AffineQuantizedTensor(shape=torch.Size([4, 8])))\n"
         "  (odd): Mystery()\n)",
         "at least 32", Basis::Partial},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, OfATextWithTracesOfOtherLinesIsNotExact) {
    const BasisCase cases[] = {
        // A child that lacks its colon, with and without line breaks.
        {"Sequential(\n  (0): Linear(3, 4)\n  (1) Linear(4, 5)\n)", "at least 16", Basis::Partial},
        {"Sequential((0): Linear(3, 4) (1) Linear(4, 5))", "at least 16", Basis::Partial},
        {"Sequential(\n  (0): Linear(3, 4)\n  Linear(4, 5)\n)", "at least 16", Basis::Partial},
        // A doubled line: the model has the module once.
        {"Sequential(\n  (0): Linear(3, 4)\n  (0): Linear(3, 4)\n)", "about 32", Basis::Approximate},
        // Where lines are left out, the children of one name are of several modules.
        {"Sequential(\n  (0): Linear(3, 4)\n  ...\n  (0): Linear(3, 4)\n)", "at least 32", Basis::Partial},
        // Cut off before the first module ends.
        {"ParameterDict(\n  (a): Parameter containing: [torch.FloatTensor of size 5]\n", "at least 5",
         Basis::Partial},
        // Blanks before the colon, where a colour ended.
        {"Sequential(\n  (0)  : Linear(3, 4)\n  \x1B[32m(1)\x1B[0m: Linear(4, 5)\n)", "41", Basis::Exact},
        // One line of a print that other lines are parts of.
        {"> (a): Linear(3, 4)\n> (b): Linear(4, 5)", "at least 16", Basis::Partial},
        {"log (fc): Linear(3, 4)\nlog )", "at least 16", Basis::Partial},
        {"{'a': Linear(3, 4), 'b':\nLinear(4, 5,\nbias=True)}", "at least 25", Basis::Partial},
        // Other lines are prose.
        {"My layer: Linear(3, 4)\nIt has 16 parameters (see above)", "16", Basis::Exact},
        {"Sequential(\n  (0): Linear(3, 4)\n  loss 0.1 (mean)\n)", "16", Basis::Exact},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, OfTiesThatArePossibleIsARange) {
    const BasisCase cases[] = {
        {"Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)", "800 to 1,600",
         Basis::Range},
        {"Net(\n  (head): Linear(8, 100, bias=False)\n  (emb): Embedding(100, 8)\n)", "800 to 1,600",
         Basis::Range},
        {"Net(\n  (embed): Embedding(100, 8)\n  (odd): Mystery()\n  (head): Linear(8, 100, bias=False)\n)",
         "at least 800", Basis::Partial},
        {"tie: none\nNet(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)",
         "1,600, as printed", Basis::Printed},
        {"tie: head.weight = embed.weight\nNet(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, "
         "bias=False)\n)",
         "800, as printed", Basis::Printed},
        {"GPT2LMHeadModel(\n  (transformer): GPT2Model(\n    (wte): Embedding(100, 8)\n  )\n"
         "  (lm_head): Linear(in_features=8, out_features=100, bias=False)\n)",
         "800, or 1,600 without ties", Basis::Range},
        {"Net(\n  (wpe): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)", "1,600, as printed",
         Basis::Printed},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, HasOneNameForEachValue) {
    for (const Basis basis :
         {Basis::Exact, Basis::Printed, Basis::Range, Basis::Partial, Basis::Approximate}) {
        EXPECT_EQ(find_basis(to_string(basis)), basis);
    }
    EXPECT_EQ(find_basis("certain"), std::nullopt);
}

}  // namespace THIS_FILE
}  // namespace paramscope
