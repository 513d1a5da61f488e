// Every figure that the articles state, from the preset that models it.
#include <gtest/gtest.h>

#include "algebra/parse.h"
#include "count/explain/explain.h"
#include "golden/support.h"
#include "presets/presets.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// One figure: where it comes out, and its formula where the article gives one. "" is not compared.
struct Figure {
    const char* preset;
    const char* set;   ///< "name=expression", or "" for the preset as it is
    const char* path;  ///< of the node; "" is the root
    const char* value;
    const char* formula = "";
};

/// The report of a preset with one hyper-parameter set; fails the test when there is an error in it.
Report count_preset(const char* name, std::string_view set = "") {
    const Preset* preset = find_preset(name);
    if (preset == nullptr) {
        ADD_FAILURE() << "no preset " << name;
        return {};
    }
    CountOptions options;
    if (!set.empty()) {
        const std::size_t equals = set.find('=');
        const Result<Polynomial> value = parse_expression(set.substr(equals + 1));
        options.overrides.emplace_back(set.substr(0, equals), value ? *value : Polynomial());
    }
    Report report = count_text(preset->text, options);
    EXPECT_FALSE(has_errors(report.diagnostics)) << problems(report);
    return report;
}

std::string trace(const Figure& figure) {
    return std::string(figure.preset) + " " + figure.set + " " + figure.path;
}

void expect_figure(const Figure& figure, const Quantity& quantity) {
    EXPECT_EQ(shown(quantity.value), figure.value);
    EXPECT_TRUE(quantity.is_complete());
    if (std::string_view(figure.formula).empty()) return;
    const Result<Polynomial> formula = parse_expression(figure.formula);
    ASSERT_TRUE(formula);
    EXPECT_EQ(print(quantity.formula, Notation::Plain), print(*formula, Notation::Plain));
}

/// Compares one quantity of each figure's node.
void expect_figures(std::span<const Figure> figures, Quantity ModuleFacts::*quantity) {
    for (const Figure& figure : figures) {
        SCOPED_TRACE(trace(figure));
        const Report report = count_preset(figure.preset, figure.set);
        const NodeReport* row = find_row(report, figure.path);
        ASSERT_NE(row, nullptr);
        expect_figure(figure, (*row->facts).*quantity);
    }
}

constexpr Figure kParameters[] = {
    // S0: the Transformer in PyTorch.
    {"s0-conv2d", "", "", "1792", "(k_h*k_w*c_in + 1)*c_out"},
    {"s0-linear", "", "", "650", "(n_in + 1)*n_out"},
    {"s0-encoder-layer", "", "", "3152384", "12*d_model^2 + 13*d_model"},
    {"s0-encoder-layer", "", "attn", "1050624", "4*d_model^2 + 4*d_model"},
    {"s0-encoder-layer", "", "ff", "2099712", "8*d_model^2 + 5*d_model"},
    {"s0-encoder-layer", "d_ff=2048", "ff", "2099712", "(d_model + 1)*d_ff + (d_ff + 1)*d_model"},
    {"s0-encoder-layer", "", "sublayer.0", "1024", "2*d_model"},
    {"s0-decoder-layer", "", "", "4204032", "16*d_model^2 + 19*d_model"},
    {"s0-transformer", "", "", "59508496",
     "d_model*(V_src + 2*V_tgt) + V_tgt + l*(28*d_model^2 + 32*d_model)"},
    {"s0-transformer", "", "src_embed.0.lut", "5120000", "V_src*d_model"},
    {"s0-transformer", "", "src_embed.1", "0"},
    {"s0-transformer", "", "generator", "5130000", "(d_model + 1)*V_tgt"},
    {"s0-transformer", "l=1", "encoder", "3152384"},
    {"s0-transformer", "l=1", "decoder", "4204032"},
    // S1: GPT-2 by the article's formula.
    {"s1-gpt2", "", "token_embedding", "38400000", "V*d_model"},
    {"s1-gpt2", "", "position_embedding", "393216", "L*d_model"},
    {"s1-gpt2", "", "layers.0.attention.projections", "1769472", "3*d_model*(d_k*n_heads)"},
    {"s1-gpt2", "", "layers.0.attention.fc", "589824", "(d_k*n_heads)*d_model"},
    {"s1-gpt2", "", "layers.0.attention", "2359296"},
    {"s1-gpt2", "", "layers.0.ffn", "4722432", "2*d_model*d_ffn + d_ffn + d_model"},
    {"s1-gpt2", "", "layers.0.norm", "1536", "2*d_model"},
    {"s1-gpt2", "n_layers=1", "layers", "7083264"},
    {"s1-gpt2", "", "output", "38400000", "d_model*V"},
    {"s1-gpt2", "", "", "162192384"},
    {"s1-gpt2-tied", "", "output", "0"},
    {"s1-gpt2-tied", "", "", "123792384"},
    {"gpt2", "", "", "124439808", "V*d + n_ctx*d + layers*(12*d^2 + 13*d) + 2*d"},
    // S2: LLaMA-2, the general estimate, and a convolution.
    {"llama-2-7b", "", "", "6738415616", "2*V*H + H + L*(4*H^2 + 3*H*F + 2*H)"},
    {"llama-2-7b", "", "model.embed_tokens", "131072000", "V*H"},
    {"llama-2-7b", "", "model.layers.0.self_attn", "67108864", "4*H^2"},
    {"llama-2-7b", "", "model.layers.0.mlp", "135266304", "3*H*F"},
    {"llama-2-7b", "", "model.layers.0.mlp.down_proj", "45088768", "H*F"},
    {"llama-2-7b", "", "model.layers.0.input_layernorm", "4096", "H"},
    {"llama-2-7b", "", "model.norm", "4096", "H"},
    {"llama-2-7b", "", "lm_head", "131072000", "V*H"},
    {"s2-gpt3-estimate", "", "", "175196626944", "2*V*h + l*(12*h^2 + 13*h)"},
    {"s2-alexnet-conv1", "", "", "34944", "(K_h*K_w*C_in + 1)*C_out"},
    // S3: learned positions.
    {"s3-transformer", "", "encoder", "18914304", "12*N*d^2 + 13*N*d"},
    {"s3-transformer", "", "decoder", "25224192", "16*N*d^2 + 19*N*d"},
    {"s3-transformer", "", "encoder.0.attn", "1050624", "4*d^2 + 4*d"},
    {"s3-transformer", "", "encoder.0.mlp", "2099712", "8*d^2 + 5*d"},
    {"s3-transformer", "", "encoder.0.norm1", "1024", "2*d"},
    {"s3-transformer", "", "src_embed.tokens", "5120000", "src_vocab*d"},
    {"s3-transformer", "", "src_embed.positions", "131072", "src_max_len*d"},
    {"s3-transformer", "", "output", "131072", "d*tgt_max_len"},
    {"s3-transformer-vocab", "", "output", "5120000", "d*tgt_vocab"},
    // S4: torch.nn's own layers.
    {"s4-encoder-layer", "", "", "3152384", "4*(d^2 + d) + 2*d*d_ff + d + d_ff + 4*d"},
    {"s4-encoder-layer", "d_ff=4*d", "", "3152384", "12*d^2 + 13*d"},
    {"s4-encoder-layer", "", "self_attn", "1050624", "4*(d^2 + d)"},
    {"s4-encoder-layer", "", "norm1", "1024", "2*d"},
    {"s4-encoder-layer", "", "dropout", "0"},
    {"s4-decoder-layer", "", "", "4204032", "8*(d^2 + d) + 2*d*d_ff + d + d_ff + 6*d"},
    {"s4-decoder-layer", "d_ff=4*d", "", "4204032", "16*d^2 + 19*d"},
    // Whole models at their published sizes.
    {"llama-3-8b", "", "", "8030261248", "2*V*H + H + L*(2*H^2 + 2*H*K + 3*H*F + 2*H)"},
    {"resnet-50", "", "", "25557032"},
    {"alexnet", "", "", "61100840"},
    {"vgg-16", "", "", "138357544"},
    {"mobilenet-v2", "", "", "3504872"},
    {"bert-base", "", "", "109514298"},
};

TEST(PresetFigures, Parameters) {
    expect_figures(kParameters, &ModuleFacts::parameters);
}

constexpr Figure kBuffers[] = {
    {"s0-transformer", "", "src_embed.1", "2560000", "max_len*d_model"},
    {"s0-transformer", "", "tgt_embed.1", "2560000", "max_len*d_model"},
    {"s0-conv2d", "", "", "0"},
    {"resnet-50", "", "", "53173"},
};

TEST(PresetFigures, Buffers) {
    expect_figures(kBuffers, &ModuleFacts::buffers);
}

constexpr Figure kMacs[] = {
    {"s2-alexnet-conv1", "", "", "105415200"}, {"resnet-50", "", "", "4089184256"},
    {"alexnet", "", "", "714188480"},          {"vgg-16", "", "", "15470264320"},
    {"mobilenet-v2", "", "", "300774272"},
};

TEST(PresetFigures, MultiplyAccumulates) {
    expect_figures(kMacs, &ModuleFacts::macs);
}

constexpr Figure kFlops[] = {
    {"s2-alexnet-conv1", "", "", "210830400",
     "2*C_in*C_out*K_h*K_w*(floor((H_i - K_h + 2*p)/s) + 1)*(floor((W_i - K_w + 2*p)/s) + 1)"},
    {"gpt2", "", "", "291648307200"},
    {"gpt2", "tokens=128", "", "32228179968"},
};

TEST(PresetFigures, Flops) {
    expect_figures(kFlops, &ModuleFacts::flops);
}

TEST(PresetFigures, NothingIsFrozen) {
    const Report report = count_preset("s0-conv2d");
    EXPECT_EQ(shown(report.root()->facts->trainable()), "1792");
    EXPECT_EQ(shown(report.root()->facts->frozen()), "0");
}

TEST(PresetFigures, BytesOfACheckpoint) {
    EXPECT_EQ(shown(count_preset("llama-2-7b").bytes), "13476831232");  // 12,852.51 MiB = 12.55 GiB
}

TEST(PresetFigures, AllWorkIsKnown) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        const Report report = count_preset(std::string(preset.name).c_str());
        ASSERT_NE(report.root(), nullptr);
        EXPECT_TRUE(report.root()->facts->parameters.is_complete()) << problems(report);
        EXPECT_TRUE(report.root()->facts->flops.is_complete()) << problems(report);
        EXPECT_TRUE(report.root()->facts->flops.value.has_value());
    }
}

/// A rule of thumb: what stays of a formula when only its leading terms are kept.
struct Approximation {
    const char* preset;
    const char* path;
    const char* formula;
    const char* value;
    double error;  ///< as the article rounds it; 0 is not compared
};

constexpr Approximation kApproximations[] = {
    {"s2-gpt3-estimate", "", "12*l*h^2", "173946175488", 0},
    {"s3-transformer", "encoder", "12*N*d^2", "18874368", 0},
    {"s4-encoder-layer", "", "4*d^2 + 2*d*d_ff", "3145728", 0.0021},
    {"s4-decoder-layer", "", "8*d^2 + 2*d*d_ff", "4194304", 0.0023},
};

TEST(PresetFigures, Approximations) {
    for (const Approximation& expected : kApproximations) {
        SCOPED_TRACE(std::string(expected.preset) + " " + expected.path);
        const Report report = count_preset(expected.preset);
        const NodeReport* row = find_row(report, expected.path);
        ASSERT_NE(row, nullptr);
        const auto index = static_cast<std::size_t>(row - report.nodes.data());
        const Explanation told = explain(report, index, Subject::Parameters);
        ASSERT_TRUE(told.approximation.has_value());
        EXPECT_EQ(told.approximation->formula, *parse_expression(expected.formula));
        EXPECT_EQ(shown(told.approximation->value), expected.value);
        if (expected.error > 0) {
            EXPECT_NEAR(told.approximation->relative_error, expected.error, 0.00005);
        }
    }
}

TEST(PresetFigures, HeadsMustDivideTheWidth) {
    CountOptions options;
    options.overrides.emplace_back("h", 7);
    const Report report = count_text(find_preset("s4-encoder-layer")->text, options);
    EXPECT_TRUE(has_errors(report.diagnostics));
}

}  // namespace
}  // namespace paramscope::golden
