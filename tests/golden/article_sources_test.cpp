// Every figure that the articles state, from code written as the articles write it.
#include <gtest/gtest.h>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// One figure: the source, what is built of it ("" for what the code suggests), the module's path ("" for the
/// root), and its formula in the code's own names where the article gives one ("" is not compared).
struct Figure {
    const char* source;
    const char* build;
    const char* path;
    const char* value;
    const char* formula = "";
};

Report count_source(const Figure& figure) {
    const std::string path = golden_folder() + "/source/articles/" + figure.source + ".py";
    const std::string code = read_file(path).value_or("");
    open::MemorySource source(code);
    return count_text(open::open_model(source, path, nullptr, figure.build).text(), {});
}

constexpr Figure kParameters[] = {
    // The Transformer in PyTorch.
    {"pytorch_transformer", "nn.Conv2d(3, 64, 3)", "", "1792"},
    {"pytorch_transformer", "nn.Linear(64, 10)", "", "650"},
    {"pytorch_transformer", "MultiHeadedAttention(h=8, d_model=512)", "", "1050624",
     "4*d_model^2 + 4*d_model"},
    {"pytorch_transformer", "FeedForward(d_model=512, d_ff=2048)", "", "2099712",
     "(d_model + 1)*d_ff + (d_ff + 1)*d_model"},
    {"pytorch_transformer", "AddAndNorm(d_model=512)", "", "1024", "2*d_model"},
    {"pytorch_transformer", "EncoderLayer(512, 8, 2048)", "", "3152384"},
    {"pytorch_transformer", "DecoderLayer(512, 8, 2048)", "", "4204032"},
    {"pytorch_transformer", "", "", "59508496",
     "d_model*(V_src + 2*V_tgt) + V_tgt + l*(12*d_model^2 + 24*d_model + 4*d_model*d_ff + 2*d_ff)"},
    {"pytorch_transformer", "", "src_embed.0.lut", "5120000", "V_src*d_model"},
    {"pytorch_transformer", "", "src_embed.1", "0"},
    {"pytorch_transformer", "", "generator", "5130000", "(d_model + 1)*V_tgt"},
    // GPT-2 by the article's formula.
    {"gpt2", "", "token_embedding", "38400000", "V*d_model"},
    {"gpt2", "", "position_embedding", "393216", "L*d_model"},
    {"gpt2", "", "layers.0.attention", "2359296"},
    {"gpt2", "", "layers.0.attention.fc", "589824", "(d_v*n_heads)*d_model"},
    {"gpt2", "", "layers.0.ffn.fc", "4722432", "2*d_model*d_ffn + d_ffn + d_model"},
    {"gpt2", "", "layers.0.ffn.norm", "1536", "2*d_model"},
    {"gpt2", "DecoderLayer()", "", "7083264"},
    {"gpt2", "", "output", "38400000", "d_model*V"},
    {"gpt2", "", "", "162192384"},
    {"gpt2", "GPT2(tie=True)", "", "123792384"},
    {"gpt2", "GPT2(tie=True)", "output", "0"},
    // LLaMA-2.
    {"llama2", "", "", "6738415616", "2*V*H + H + L*(4*H*heads*floor(H/heads) + 3*H*H_ff + 2*H)"},
    {"llama2", "", "embed_tokens", "131072000", "V*H"},
    {"llama2", "", "layers.0.self_attn", "67108864", "4*H*heads*floor(H/heads)"},
    {"llama2", "", "layers.0.mlp", "135266304", "3*H*H_ff"},
    {"llama2", "", "layers.0.mlp.down_proj", "45088768", "H*H_ff"},
    {"llama2", "", "layers.0.input_layernorm", "4096", "H"},
    {"llama2", "", "norm", "4096", "H"},
    {"llama2", "", "lm_head", "131072000", "V*H"},
    // The general estimate for GPT-3 with the embedding and the output of 50,257 words, and AlexNet's first
    // layer.
    {"torch_layers", "gpt3", "", "175196626944"},
    {"torch_layers", "conv1", "", "34944"},
    // Learned positions.
    {"learned_positions", "", "encoder", "18914304", "12*N*d^2 + 13*N*d"},
    {"learned_positions", "", "decoder", "25224192", "16*N*d^2 + 19*N*d"},
    {"learned_positions", "", "encoder.0.attn", "1050624", "4*d^2 + 4*d"},
    {"learned_positions", "", "encoder.0.mlp", "2099712", "8*d^2 + 5*d"},
    {"learned_positions", "", "encoder.0.norm1", "1024", "2*d"},
    {"learned_positions", "", "src_embed.tokens", "5120000", "src_vocab*d"},
    {"learned_positions", "", "src_embed.positions", "131072", "src_max_len*d"},
    {"learned_positions", "", "output", "5120000", "d*tgt_vocab"},
    {"learned_positions", "Transformer(tgt_vocab=256)", "output", "131072", "d*tgt_vocab"},
    // torch.nn's own layers.
    {"torch_layers", "encoder_layer", "", "3152384",
     "4*(d_model^2 + d_model) + 2*d_model*d_ff + d_model + d_ff + 4*d_model"},
    {"torch_layers", "encoder_layer", "self_attn", "1050624", "4*(d_model^2 + d_model)"},
    {"torch_layers", "decoder_layer", "", "4204032",
     "8*(d_model^2 + d_model) + 2*d_model*d_ff + d_model + d_ff + 6*d_model"},
};

void expect_figures(std::span<const Figure> figures, Quantity ModuleFacts::*quantity) {
    for (const Figure& figure : figures) {
        SCOPED_TRACE(std::string(figure.source) + " " + figure.build + " " + figure.path);
        const Report report = count_source(figure);
        const NodeReport* row = find_row(report, figure.path);
        EXPECT_NE(row, nullptr);
        if (row == nullptr) continue;
        EXPECT_EQ(shown(((*row->facts).*quantity).value), figure.value);
        EXPECT_EQ(((*row->facts).*quantity).basis, Basis::Exact);
        if (std::string_view(figure.formula).empty()) continue;
        const Result<Polynomial> formula = parse_expression(figure.formula);
        ASSERT_TRUE(formula);
        EXPECT_EQ(print(((*row->facts).*quantity).formula, Notation::Plain),
                  print(*formula, Notation::Plain));
    }
}

TEST(ArticleSources, Parameters) {
    expect_figures(kParameters, &ModuleFacts::parameters);
}

constexpr Figure kBuffers[] = {
    {"pytorch_transformer", "", "src_embed.1", "2560000"},
    {"pytorch_transformer", "", "tgt_embed.1", "2560000"},
};

TEST(ArticleSources, Buffers) {
    expect_figures(kBuffers, &ModuleFacts::buffers);
}

}  // namespace
}  // namespace paramscope::golden
