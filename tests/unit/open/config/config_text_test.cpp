// Configs in texts: what print(model.config) shows, logs, dicts of Python, Markdown, YAML, arguments of
// classes.
#include "open/config/config_text.h"

#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "base/source.h"
#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kJson =
    "{\n  \"architectures\": [\n    \"Qwen3ForCausalLM\"\n  ],\n  \"head_dim\": 16,\n  \"hidden_size\": 64,\n"
    "  \"intermediate_size\": 128,\n  \"model_type\": \"qwen3\",\n  \"num_attention_heads\": 4,\n"
    "  \"num_hidden_layers\": 2,\n  \"num_key_value_heads\": 2,\n  \"rope_scaling\": null,\n"
    "  \"tie_word_embeddings\": false,\n  \"vocab_size\": 1000\n}";
const std::string kDict =
    "{'architectures': ['Qwen3ForCausalLM'], 'head_dim': 16, 'hidden_size': 64, 'intermediate_size': 128, "
    "'model_type': 'qwen3', 'num_attention_heads': 4, 'num_hidden_layers': 2, 'num_key_value_heads': 2, "
    "'rope_scaling': None, 'tie_word_embeddings': False, 'dtype': torch.bfloat16, 'vocab_size': 1000,}";

/// "202112 exact", by what text: the format, the number of parameters and its basis.
std::string counted(const std::string& text) {
    MemorySource file(text);
    const Opened opened = open_model(file, "");
    if (opened.format != "huggingface-config") return std::string(opened.format);
    const Report report = count_text(opened.text());
    if (report.root() == nullptr) return "nothing";
    const Quantity& all = report.root()->facts->parameters;
    return concat(all.value ? to_string(*all.value) : "?", " ", to_string(all.basis));
}

TEST(ConfigText, AreFoundInWhatPeoplePaste) {
    const std::string texts[] = {
        kJson,
        concat("Qwen3Config ", kJson, "\n"),
        concat(">>> print(model.config)\nQwen3Config ", kJson, "\n>>> "),
        concat("loading configuration file config.json from cache\nModel config Qwen3Config ", kJson,
               "\n\nloading weights file {x}\n"),
        concat("# A model\n\nIt has {many} layers.\n\n```json\n", kJson, "\n```\n"),
        concat("// the config\n", kJson),
        kDict,
        concat("config = ", kDict),
        "Qwen3Config(architectures=['Qwen3ForCausalLM'], head_dim=16, hidden_size=64, intermediate_size=128, "
        "model_type='qwen3', num_attention_heads=4, num_hidden_layers=2, num_key_value_heads=2, "
        "tie_word_embeddings=False, vocab_size=1000)",
        "architectures: [\"Qwen3ForCausalLM\"]\nhead_dim: 16\nhidden_size: 64\nintermediate_size: 128\n"
        "model_type: qwen3\nnum_attention_heads: 4\nnum_hidden_layers: 2\nnum_key_value_heads: 2\n"
        "tie_word_embeddings: false\nvocab_size: 1000\n",
    };
    for (const std::string& text : texts) EXPECT_EQ(counted(text), "202112 exact") << text;
}

TEST(ConfigText, AreThoseOfOtherToolsByTheirKeys) {
    const struct {
        const char* text;
        const char* counted;
    } rows[] = {
        // Meta's Llama 3 8B and Llama 2 7B, Mistral's 7B and Mixtral 8x7B, whose totals are published.
        {R"({"dim": 4096, "n_layers": 32, "n_heads": 32, "n_kv_heads": 8, "vocab_size": 128256,
             "ffn_dim_multiplier": 1.3, "multiple_of": 1024, "norm_eps": 1e-05, "rope_theta": 500000.0})",
         "8030261248 exact"},
        {R"({"dim": 4096, "multiple_of": 256, "n_heads": 32, "n_layers": 32, "norm_eps": 1e-06, "vocab_size": -1})",
         "6738415616 exact"},
        {R"({"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8,
             "norm_eps": 1e-05, "vocab_size": 32000})",
         "7241732096 exact"},
        {R"({"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8,
             "norm_eps": 1e-05, "vocab_size": 32000, "moe": {"num_experts_per_tok": 2, "num_experts": 8}})",
         "46702792704 exact"},
        {"ModelArgs(dim=4096, n_layers=32, n_heads=32, n_kv_heads=8, vocab_size=128256, multiple_of=1024, "
         "ffn_dim_multiplier=1.3, norm_eps=1e-05, rope_theta=500000.0, max_batch_size=4, max_seq_len=512)",
         "8030261248 exact"},
        {"attn_bias: false\nbias: false\nblock_size: 131072\nhead_size: 128\nhf_config:\n  name: "
         "Llama-3.1-8B\n"
         "intermediate_size: 14336\nlm_head_bias: false\nmlp_class_name: LLaMAMLP\nn_embd: 4096\nn_head: 32\n"
         "n_layer: 32\nn_query_groups: 8\nnorm_class_name: RMSNorm\npadded_vocab_size: 128256\n"
         "parallel_residual: false\nvocab_size: 128000\n",
         "8030261248 exact"},
        // Whisper large v3 turbo, whose total is published.
        {"whisper_model_load: loading model\nwhisper_model_load: n_vocab       = 51866\n"
         "whisper_model_load: n_audio_ctx   = 1500\nwhisper_model_load: n_audio_state = 1280\n"
         "whisper_model_load: n_audio_head  = 20\nwhisper_model_load: n_audio_layer = 32\n"
         "whisper_model_load: n_text_ctx    = 448\nwhisper_model_load: n_text_state  = 1280\n"
         "whisper_model_load: n_text_head   = 20\nwhisper_model_load: n_text_layer  = 4\n"
         "whisper_model_load: n_mels        = 128\nwhisper_model_load: type          = 5 (large v3)\n",
         "808878080 exact"},
        {"ModelDimensions(n_mels=80, n_audio_ctx=1500, n_audio_state=384, n_audio_head=6, n_audio_layer=4, "
         "n_vocab=51865, n_text_ctx=448, n_text_state=384, n_text_head=6, n_text_layer=4)",
         "37760640 exact"},
        // Metadata of GGUF do not tell whether the output layer has weights of its own.
        {R"({"general.architecture": "llama", "general.name": "x", "llama.block_count": 32,
             "llama.context_length": 8192, "llama.embedding_length": 4096, "llama.vocab_size": 128256,
             "llama.feed_forward_length": 14336, "llama.attention.head_count": 32,
             "llama.attention.head_count_kv": 8})",
         "8030261248 range"},
    };
    for (const auto& [text, expected] : rows) EXPECT_EQ(counted(text), expected) << text;
}

TEST(ConfigText, ConfigsOfSeveralModelsAreNamed) {
    const std::string text = R"({"a-7b": {"model_type": "llama"}, "b-1.5b": {"model_type": "qwen2"}})";
    MemorySource file(text);
    const Opened opened = open_model(file, "");
    ASSERT_EQ(opened.diagnostics.size(), 1U);
    EXPECT_EQ(testing_support::describe(opened.diagnostics.front().message),
              "config.several(count: 2, names: a-7b, b-1.5b)");
}

TEST(ConfigText, OtherTextsHoldNone) {
    for (const std::string text :
         {"", "{", "Config(", "Config(a=", "{'model_type': 'qwen3'", "{'model_type: 3}",
          "Namespace(lr=0.1, vocab_size=3)", "{\"a\": 1} and {\"b\": [1, 2}",
          "model_type is a word, hidden_size: big", "vocab_size: 10\n",
          "{\"weight_map\": {\"hidden_size\": \"a\"}, \"vocab_size\": 3}"})
        EXPECT_EQ(find_config(text), "") << text;
}

TEST(ConfigText, HostileTextsTakeBoundedTime) {
    const std::string deep = concat("Config(model_type=", std::string(100'000, '['));
    const std::string many = [] {
        std::string text = "model_type ";
        for (int i = 0; i < 200'000; ++i) text += "{'a': {";
        return text;
    }();
    EXPECT_EQ(find_config(deep), "");
    EXPECT_EQ(find_config(many), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
