#include "open/tensors/tensors.h"

#include <gtest/gtest.h>

#include "count/count.h"
#include "model/write.h"

namespace paramscope::open {
namespace THIS_FILE {

std::string tree_text(const TensorSet& set, std::string_view root_type) {
    return write_model_text(tensor_model(set, root_type));
}

TensorSet set_of(std::vector<NamedTensor> tensors) {
    TensorSet set;
    set.tensors = std::move(tensors);
    return set;
}

struct Case {
    const char* what;
    std::vector<NamedTensor> tensors;
    const char* text;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

class TensorTrees : public testing::TestWithParam<Case> {};

TEST_P(TensorTrees, AreWrittenAsModelText) {
    const Case& c = GetParam();
    const std::string text = tree_text(set_of(c.tensors), "Net");
    EXPECT_EQ(text, std::string(c.text) + "\n");
    const Report report = count_text(text);
    EXPECT_FALSE(has_errors(report.diagnostics)) << text;
    Integer elements = 0;
    for (const NamedTensor& tensor : c.tensors) {
        Integer count = 1;
        for (const std::uint64_t size : tensor.shape) count = count * Integer(size);
        elements = elements + count;
    }
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value + *report.root()->facts->buffers.value),
              to_string(elements));
}

const Case kCases[] = {
    {"nothing", {}, "Net()"},
    {"raw tensors",
     {{"w", {4, 5}}, {"s", {}}, {"a.b", {7}}},
     "Net(\n  (w): Parameter(4, 5)\n  (s): Parameter()\n  (a): Module(\n    (b): Parameter(7)\n  )\n)"},
    {"modules with buffers only, named as a part of ResNet",
     {{"ema.0.weight", {5, 4}, "", true}, {"ema.1.weight", {5}, "", true}},
     "Net(\n"
     "  (ema): ModuleList(\n"
     "    (0): Module(\n      (weight): Buffer(5, 4)\n    )\n"
     "    (1): Module(\n      (weight): Buffer(5)\n    )\n"
     "  )\n"
     ")"},
    {"buffers of PyTorch's wrappers and of a noise schedule, beside parameters of such names",
     {{"a.weight_orig", {4, 3}},
      {"a.weight_u", {4}},
      {"a.weight_mask", {4, 3}},
      {"b.weight_u", {4}},
      {"b.betas", {9}},
      {"c.betas", {9}},
      {"c.alphas_cumprod", {9}},
      {"c.posterior_variance", {9}},
      {"d.pe", {1, 8, 4}}},
     "Net(\n"
     "  (a): Module(\n    (weight_orig): Parameter(4, 3)\n    (weight_u): Buffer(4)\n    (weight_mask): "
     "Buffer(4, 3)\n  )\n"
     "  (b): Module(\n    (weight_u): Parameter(4)\n    (betas): Parameter(9)\n  )\n"
     "  (c): Module(\n    (betas): Buffer(9)\n    (alphas_cumprod): Buffer(9)\n    (posterior_variance): "
     "Buffer(9)\n  )\n"
     "  (d): Module(\n    (pe): Parameter(1, 8, 4)\n  )\n"
     ")"},
    {"many children whose numbers come in any order and again",
     {{"h.9.weight", {4, 3}},
      {"h.10.weight", {4, 3}},
      {"h.11.weight", {4, 3}},
      {"h.12.weight", {4, 3}},
      {"h.13.weight", {4, 3}},
      {"h.14.weight", {4, 3}},
      {"h.15.weight", {4, 3}},
      {"h.16.weight", {4, 3}},
      {"h.17.weight", {4, 3}},
      {"h.10.bias", {4}},
      {"h.1.weight", {4, 3}},
      {"h.a.weight", {4, 3}},
      {"h.17.bias", {4}},
      {"h.1.bias", {4}},
      {"h.01.weight", {5, 3}}},
     "Net(\n"
     "  (h): Module(\n"
     "    (1): Linear(in_features=3, out_features=4, bias=True)\n"
     "    (9): Linear(in_features=3, out_features=4, bias=False)\n"
     "    (10): Linear(in_features=3, out_features=4, bias=True)\n"
     "    (11-16): 6 x Linear(in_features=3, out_features=4, bias=False)\n"
     "    (17): Linear(in_features=3, out_features=4, bias=True)\n"
     "    (a): Linear(in_features=3, out_features=4, bias=False)\n"
     "    (01): Linear(in_features=3, out_features=5, bias=False)\n"
     "  )\n"
     ")"},
    {"equal layers, one of them part of an attention",
     {{"h.0.in_proj_weight", {24, 8}},
      {"h.0.out_proj.weight", {8, 8}},
      {"h.1.out_proj.weight", {8, 8}},
      {"h.2.in_proj_weight", {24, 8}},
      {"h.2.out_proj.weight", {8, 8}}},
     "Net(\n"
     "  (h): ModuleList(\n"
     "    (0): MultiheadAttention(embed_dim=8, bias=False\n"
     "      (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=False)\n"
     "    )\n"
     "    (1): Module(\n"
     "      (out_proj): Linear(in_features=8, out_features=8, bias=False)\n"
     "    )\n"
     "    (2): MultiheadAttention(embed_dim=8, bias=False\n"
     "      (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=False)\n"
     "    )\n"
     "  )\n"
     ")"},
    {"tensors of a module at several places",
     {{"a.w", {2}}, {"b.w", {3}}, {"a.v", {4}}},
     "Net(\n"
     "  (a): Module(\n    (w): Parameter(2)\n    (v): Parameter(4)\n  )\n"
     "  (b): Module(\n    (w): Parameter(3)\n  )\n"
     ")"},
    {"more children than are looked through, at several places",
     {{"1.w", {1}},
      {"2.w", {2}},
      {"3.w", {3}},
      {"4.w", {4}},
      {"5.w", {5}},
      {"6.w", {6}},
      {"7.w", {7}},
      {"8.w", {8}},
      {"9.w", {9}},
      {"2.v", {1}},
      {"9.v", {1}}},
     "Net(\n"
     "  (1): Module(\n    (w): Parameter(1)\n  )\n"
     "  (2): Module(\n    (w): Parameter(2)\n    (v): Parameter(1)\n  )\n"
     "  (3): Module(\n    (w): Parameter(3)\n  )\n"
     "  (4): Module(\n    (w): Parameter(4)\n  )\n"
     "  (5): Module(\n    (w): Parameter(5)\n  )\n"
     "  (6): Module(\n    (w): Parameter(6)\n  )\n"
     "  (7): Module(\n    (w): Parameter(7)\n  )\n"
     "  (8): Module(\n    (w): Parameter(8)\n  )\n"
     "  (9): Module(\n    (w): Parameter(9)\n    (v): Parameter(1)\n  )\n"
     ")"},
    {"layers by name and shape",
     {{"fc.weight", {5, 4}},
      {"fc.bias", {5}},
      {"ln_1.weight", {4}},
      {"ln_1.bias", {4}},
      {"norm.weight", {4}},
      {"embed.weight", {9, 4}},
      {"c.weight", {8, 3, 7, 7}},
      {"s.weight", {8, 4, 3}},
      {"s.bias", {8}}},
     "Net(\n"
     "  (fc): Linear(in_features=4, out_features=5, bias=True)\n"
     "  (ln_1): LayerNorm((4,))\n"
     "  (norm): RMSNorm((4,))\n"
     "  (embed): Embedding(9, 4)\n"
     "  (c): Conv2d(3, 8, kernel_size=(7, 7), bias=False)\n"
     "  (s): Conv1d(4, 8, kernel_size=(3,))\n"
     ")"},
    {"a matrix kept the other way round",
     {{"c.weight", {4, 12}}, {"c.bias", {12}}},
     "Net(\n  (c): Conv1D(nf=12, nx=4)\n)"},
    {"a transposed convolution",
     {{"up.weight", {8, 4, 2, 2}}, {"up.bias", {4}}},
     "Net(\n  (up): ConvTranspose2d(8, 4, kernel_size=(2, 2))\n)"},
    {"batch norm",
     {{"conv.weight", {8, 3, 1, 1}},
      {"bn.weight", {8}},
      {"bn.bias", {8}},
      {"bn.running_mean", {8}},
      {"bn.running_var", {8}},
      {"bn.num_batches_tracked", {}, "int64"}},
     "Net(\n"
     "  (conv): Conv2d(3, 8, kernel_size=(1, 1), bias=False)\n"
     "  (bn): BatchNorm2d(8)\n"
     ")"},
    {"batch norm of old files",
     {{"fc.weight", {8, 3}},
      {"bn.weight", {8}},
      {"bn.bias", {8}},
      {"bn.running_mean", {8}},
      {"bn.running_var", {8}}},
     "Net(\n"
     "  (fc): Linear(in_features=3, out_features=8, bias=False)\n"
     "  (bn): BatchNorm1d(8, track_running_stats=False\n"
     "    (running_mean): Buffer(8)\n"
     "    (running_var): Buffer(8)\n"
     "  )\n"
     ")"},
    {"a recurrent layer at the root",
     {{"weight_ih_l0", {15, 4}}, {"weight_hh_l0", {15, 5}}, {"bias_ih_l0", {15}}, {"bias_hh_l0", {15}}},
     "GRU(4, 5)"},
    {"both directions, two layers, no bias",
     {{"r.weight_ih_l0", {20, 4}},
      {"r.weight_hh_l0", {20, 5}},
      {"r.weight_ih_l0_reverse", {20, 4}},
      {"r.weight_hh_l0_reverse", {20, 5}},
      {"r.weight_ih_l1", {20, 10}},
      {"r.weight_hh_l1", {20, 5}},
      {"r.weight_ih_l1_reverse", {20, 10}},
      {"r.weight_hh_l1_reverse", {20, 5}}},
     "Net(\n  (r): LSTM(4, 5, num_layers=2, bias=False, bidirectional=True)\n)"},
    {"equal neighbours folded, in the order of their numbers",
     {{"h.0.weight", {4, 4}},
      {"h.10.weight", {4, 4}},
      {"h.9.weight", {4, 4}},
      {"h.1.weight", {4, 4}},
      {"h.2.weight", {5, 4}}},
     "Net(\n  (h): ModuleList(\n"
     "    (0-1): 2 x Linear(in_features=4, out_features=4, bias=False)\n"
     "    (2): Linear(in_features=4, out_features=5, bias=False)\n"
     "    (9-10): 2 x Linear(in_features=4, out_features=4, bias=False)\n  )\n)"},
    {"wrappers left out",
     {{"module._orig_mod.fc.weight", {5, 4}}},
     "# the prefix 'module.' of a wrapper is left out of every name\n"
     "# the prefix '_orig_mod.' of a wrapper is left out of every name\n\n"
     "Net(\n  (fc): Linear(in_features=4, out_features=5, bias=False)\n)"},
    {"types that differ have lines of their own",
     {{"fc.weight", {5, 4}, "float16"}, {"norm.weight", {5}, "float32"}},
     "dtype = float16\n\n"
     "Net(\n  (fc): Linear(in_features=4, out_features=5, bias=False)\n"
     "  (norm): RMSNorm((5,)\n    (weight): Parameter(5, dtype=float32)\n  )\n)"},
    {"what a layer does not have by itself",
     {{"fc.weight", {5, 4}}, {"fc.weight_scale", {5}}},
     "Net(\n  (fc): Linear(in_features=4, out_features=5, bias=False\n    (weight_scale): Parameter(5)\n  "
     ")\n)"},
    {"shapes that fit no layer",
     {{"fc.weight", {5, 4}}, {"fc.bias", {7}}},
     "Net(\n  (fc): Module(\n    (weight): Parameter(5, 4)\n    (bias): Parameter(7)\n  )\n)"},
    {"names that would break a line",
     {{"a\n)(.w", {2}}},
     "Net(\n  (a___): Module(\n    (w): Parameter(2)\n  )\n)"},
    {"names with HTML's escapes, which the reader replaces",
     {{"a<br/>.w<br>", {2}}, {"b&lt;", {3}}, {"c<d>&e", {4}}},
     "Net(\n  (b_lt_): Parameter(3)\n  (c<d>&e): Parameter(4)\n  (a_br/_): Module(\n    (w_br_): "
     "Parameter(2)\n  )\n)"},
};

INSTANTIATE_TEST_SUITE_P(Table, TensorTrees, testing::ValuesIn(kCases));

TEST(TensorTree, KnowsAFamilyByItsChildren) {
    std::vector<NamedTensor> tensors = {{"transformer.wte.weight", {100, 8}},
                                        {"transformer.wpe.weight", {16, 8}}};
    for (const std::string layer : {"transformer.h.1.", "transformer.h.0."}) {
        for (const char* norm : {"ln_1", "ln_2"}) {
            tensors.push_back({layer + norm + ".bias", {8}});
            tensors.push_back({layer + norm + ".weight", {8}});
        }
        tensors.push_back({layer + "mlp.c_fc.weight", {8, 32}});
        tensors.push_back({layer + "mlp.c_fc.bias", {32}});
        tensors.push_back({layer + "mlp.c_proj.weight", {32, 8}});
        tensors.push_back({layer + "mlp.c_proj.bias", {8}});
        tensors.push_back({layer + "attn.bias", {1, 1, 16, 16}});
        tensors.push_back({layer + "attn.c_attn.weight", {8, 24}});
        tensors.push_back({layer + "attn.c_attn.bias", {24}});
        tensors.push_back({layer + "attn.c_proj.weight", {8, 8}});
        tensors.push_back({layer + "attn.c_proj.bias", {8}});
    }
    tensors.push_back({"transformer.ln_f.weight", {8}});
    tensors.push_back({"transformer.ln_f.bias", {8}});
    EXPECT_EQ(tree_text(set_of(std::move(tensors)), "Model"),
              R"(# lm_head.weight is not in the file: it is assumed to be transformer.wte.weight
input = (batch, tokens)
tie: lm_head.weight = transformer.wte.weight

GPT2LMHeadModel(
  (transformer): GPT2Model(
    (wte): Embedding(100, 8)
    (wpe): Embedding(16, 8)
    (drop): Dropout()
    (h): ModuleList(
      (0-1): 2 x GPT2Block(
        (ln_1): LayerNorm((8,))
        (attn): GPT2Attention(
          (bias): Buffer(1, 1, 16, 16)
          (c_attn): Conv1D(nf=24, nx=8)
          (c_proj): Conv1D(nf=8, nx=8)
          (attn_dropout): Dropout()
          (resid_dropout): Dropout()
        )
        (ln_2): LayerNorm((8,))
        (mlp): GPT2MLP(
          (c_fc): Conv1D(nf=32, nx=8)
          (c_proj): Conv1D(nf=8, nx=32)
          (act): NewGELUActivation()
          (dropout): Dropout()
        )
      )
    )
    (ln_f): LayerNorm((8,))
  )
  (lm_head): Linear(in_features=8, out_features=100, bias=False)
)
)");
}

TEST(TensorTree, CarriesTheFlowThatAPatternTells) {
    std::vector<NamedTensor> tensors = {
        {"token_embd.weight", {100, 8}}, {"output_norm.weight", {8}}, {"output.weight", {100, 8}}};
    for (const std::string block : {"blk.0.", "blk.1."}) {
        for (const char* norm : {"attn_norm.weight", "ffn_norm.weight"})
            tensors.push_back({block + norm, {8}});
        for (const char* matrix : {"attn_q.weight", "attn_k.weight", "attn_v.weight", "attn_output.weight"})
            tensors.push_back({block + matrix, {8, 8}});
        for (const char* matrix : {"ffn_gate.weight", "ffn_up.weight"})
            tensors.push_back({block + matrix, {16, 8}});
        tensors.push_back({block + "ffn_down.weight", {8, 16}});
    }
    const Report report = count_text(tree_text(set_of(std::move(tensors)), "Model"));
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(report.root()->type, "GGUFModel");
    EXPECT_TRUE(report.root()->facts->macs.is_complete());
    // 128 tokens: the matrices of both blocks and of the output, and attention's two products.
    EXPECT_EQ(to_string(*report.root()->facts->macs.value),
              std::to_string(128 * (2 * (4 * 64 + 3 * 128) + 800) + 2 * 2 * 128 * 128 * 8));
}

TEST(TensorTree, KnowsAPieceOfAFamily) {
    const std::string text = tree_text(set_of({{"enc.attn.c_attn.weight", {8, 24}},
                                               {"enc.attn.c_attn.bias", {24}},
                                               {"enc.attn.c_proj.weight", {8, 8}},
                                               {"enc.attn.c_proj.bias", {8}},
                                               {"enc.extra.weight", {4, 8}}}),
                                       "Model");
    EXPECT_NE(text.find("(attn): GPT2Attention("), std::string::npos) << text;
    EXPECT_NE(text.find("(extra): Linear(in_features=8, out_features=4, bias=False)"), std::string::npos)
        << text;
}

TEST(TensorTree, ReadsTheInputProjectionOfAttention) {
    EXPECT_EQ(tree_text(set_of({{"a.in_proj_weight", {24, 8}},
                                {"a.in_proj_bias", {24}},
                                {"a.out_proj.weight", {8, 8}},
                                {"a.out_proj.bias", {8}}}),
                        "Net"),
              "Net(\n  (a): MultiheadAttention(embed_dim=8\n    (out_proj): "
              "NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)\n  )\n)\n");
}

TEST(TensorTree, CountsSharedTensorsOnce) {
    TensorSet set = set_of({{"module.embed.weight", {9, 4}}, {"module.head.weight", {9, 4}}});
    set.shared = {{"module.head.weight", "module.embed.weight"}};
    const std::string text = tree_text(set, "Net");
    EXPECT_NE(text.find("tie: head.weight = embed.weight\n"), std::string::npos) << text;
    const Report report = count_text(text);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "36");
}

TEST(TensorTree, KeepsLongNamesReadable) {
    const std::string name = std::string(5000, 'a') + "." + std::string(5000, 'b');
    const Report report = count_text(tree_text(set_of({{name, {3}}}), "Net"));
    EXPECT_FALSE(has_errors(report.diagnostics));
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "3");
}

/// Characters that pass for spaces, and what is a range to the reader.
TEST(TensorTree, KeepsOddNamesReadable) {
    const Report report = count_text(
        tree_text(set_of({{"a.\u3000.weight", {3}}, {"a.\u00a0", {3}}, {"a.2-*.weight", {3}}}), "Net"));
    EXPECT_FALSE(has_errors(report.diagnostics));
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "9");
}

TEST(TensorTree, KeepsDeepNamesReadable) {
    std::string name = "w";
    for (int i = 0; i < 500; ++i) name = "a." + name;
    const Report report = count_text(tree_text(set_of({{name, {3}}}), "Net"));
    EXPECT_FALSE(has_errors(report.diagnostics));
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "3");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
