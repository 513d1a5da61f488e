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

TEST(ConfigText, ArgumentsOfTrainingAreConfigs) {
    const std::string qwen =
        "--num-layers 28 --hidden-size 1024 --ffn-hidden-size 3072 --num-attention-heads 16 --kv-channels "
        "128 "
        "--group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm --qk-layernorm "
        "--position-embedding-type rope --disable-bias-linear ";
    const std::string gpt =
        "--num-layers 2 --hidden-size 8 --num-attention-heads 2 --seq-length 4 "
        "--max-position-embeddings 4 --vocab-size 10 ";
    const std::string log =
        "------------------------ arguments ------------------------\n  add_bias_linear ........ False\n"
        "  ffn_hidden_size ............ 14336\n  group_query_attention ........... True\n"
        "[default0]:  hidden_size ..................................... 4096\n  kv_channels ........ 128\n"
        "  num_attention_heads ............................. 32\n  num_layers .......... 32\n"
        "  num_query_groups ..... 8\n  padded_vocab_size ............................... 128256\n"
        "  swiglu ............ True\n  untie_embeddings_and_output_weights ............. True\n";
    const std::string whole = "  normalization ......... RMSNorm\n  position_embedding_type ........ rope\n";
    const std::string pythia =
        "{\n  # Pythia 6.9B\n  \"pipe-parallel-size\": 1,\n  \"model-parallel-size\": 2,\n  \"num-layers\": "
        "32,\n"
        "  \"hidden_size\": 4096, \"num_attention_heads\": 32, \"max_position_embeddings\": 2048,\n"
        "  \"pos-emb\": \"rotary\", \"no-weight-tying\": true, \"gpt_j_residual\": True,\n"
        "  \"attention_config\": [[[\"flash\"], 32]],\n  \"optimizer\": {\"type\": \"Adam\"},\n";
    const std::string nemo =
        "trainer:\n  devices: 8\nmodel:\n  mcore_gpt: true\n  encoder_seq_length: 2048\n"
        "  max_position_embeddings: ${.encoder_seq_length}\n  optim:\n    name: adam\n";
    const std::string llama_of_nemo =
        "  hidden_size: 4096\n  num_attention_heads: 32\n  normalization: rmsnorm\n  bias: false\n"
        "  activation: fast-swiglu\n  position_embedding_type: rope\n"
        "  share_embeddings_and_output_weights: false\n";
    const std::string maxtext =
        "base_emb_dim: 2048\nbase_num_query_heads: 16\nbase_num_kv_heads: 16\n"
        "base_num_decoder_layers: 27\nvocab_size: 102400\ndecoder_block: ";
    const struct {
        const char* what;
        std::string text, counted;
    } rows[] = {
        // Qwen3 0.6B has 596,049,920 parameters.
        {"a call",
         "python pretrain_gpt.py " + qwen + "--make-vocab-size-divisible-by 1 --vocab-size 151936\n",
         "596049920 exact"},
        {"a list of a script",
         "MODEL_ARGS=(\n  " + qwen +
             "\n)\nTP=1\nARGS=\"--tensor-model-parallel-size $TP\"\n"
             "DATA=(\"--vocab-size 151900\" # of the tokenizer\n)\n",
         "596049920 exact"},
        {"no vocabulary", qwen, "440467456 partial"},
        {"what a script does with an argument",
         "case $1 in\n  --num-layers)\n    LAYERS=$2 ;;\nesac\npython pretrain_gpt.py " + gpt, "2816 exact"},
        {"YAML names no program",
         "MODEL_ARGS:\n  --num-layers: 2\n  --hidden-size: 8\n  --num-attention-heads: 2\n"
         "  --max-position-embeddings: 4\n  --vocab-size: 10\n  --bf16: true\n",
         "2816 partial"},
        {"variables", "LAYERS=${LAYERS:-2}\n" + gpt + "\n", "2816 exact"},
        {"GPT with learned positions and biases", gpt, "2816 exact"},
        {"positions that turn, by the older argument", gpt + "--use-rotary-position-embeddings",
         "2784 exact"},
        {"the vocabulary of GPT-2",
         "--num-layers 0 --hidden-size 8 --num-attention-heads 2 --position-embedding-type "
         "rope --tokenizer-type GPT2BPETokenizer",
         "402448 exact"},
        {"experts", gpt + "--num-experts 8", "1712 partial"},
        {"another program", "torchrun pretrain_bert.py " + gpt, "2816 partial"},
        {"an argument that is not known", gpt + "--new-layers 3", "2816 approximate"},
        {"sizes of two models", gpt + "\n--num-layers 3\n", "pytorch-repr"},
        {"a log that is cut", log, "8030261248 partial"},
        {"a log", log + whole + "Traceback (most recent call last):\n", "8030261248 exact"},
        {"GPT-NeoX: the vocabulary is the tokenizer's", pythia + "}", "6444163072 partial"},
        {"GPT-NeoX", pythia + "\"vocab_size\": 50257}", "6857302016 exact"},
        {"layers of Mamba",
         "{\"num_layers\": 2, \"hidden_size\": 8, \"num_attention_heads\": 2, \"model_parallel_size\":"
         " 1, \"vocab_size\": 128, \"pos_emb\": \"none\", \"attention_config\": [[[\"mamba\"], 2]]}",
         "1104 partial"},
        // GPT-3's 126M; Llama 2 7B without its vocabulary; Mixtral 8x7B has 46,702,792,704 with one of
        // 32,000.
        {"NeMo",
         nemo +
             "  num_layers: 12\n  hidden_size: 768\n  num_attention_heads: 12\n"
             "  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n  tokenizer:\n    type: GPT2BPETokenizer\n",
         "125262336 exact"},
        {"NeMo, a reference to nothing",
         nemo + "  num_layers: 12\n  hidden_size: 768\n  num_attention_heads: 12\n"
                "  ffn_hidden_size: ${.width}\n",
         "nothing"},
        {"NeMo: the vocabulary is the tokenizer's",
         nemo + llama_of_nemo + "  num_layers: 32\n  ffn_hidden_size: 11008\n", "6476271616 partial"},
        {"NeMo with experts",
         nemo + llama_of_nemo +
             "  num_layers: 32\n  ffn_hidden_size: 14336\n"
             "  num_query_groups: 8\n  num_moe_experts: 8\n  moe_router_topk: 2\n  override_vocab_size: "
             "32000\n",
         "46702792704 exact"},
        {"NeMo, other layers", nemo + llama_of_nemo + "  num_layers: 2\n  mamba_ssm_ngroups: 8\n",
         "20480 partial"},
        {"Megatron's experts", qwen + "--num-experts 4 --moe-ffn-hidden-size 8 --vocab-size 128",
         "179224576 exact"},
        // torchtitan: Llama 3 8B by its name, and by its arguments without a vocabulary.
        {"torchtitan", "[job]\nname = \"x\"\n[model]\nname = \"llama3\"\nflavor = \"8B\"  # of three\n",
         "8030261248 exact"},
        {"torchtitan, a flavour of its own", "[model]\nname = \"llama3\"\nflavor = \"debugmodel\"\n",
         "pytorch-repr"},
        {"arguments of torchtitan",
         "TransformerModelArgs(dim=4096, n_layers=32, n_heads=32, n_kv_heads=8,\n"
         "    ffn_dim_multiplier=1.3, multiple_of=1024, rope_theta=500000)\n",
         "6979588096 partial"},
        {"arguments of torchtitan's Qwen3",
         "Qwen3ModelArgs(vocab_size=151936, head_dim=128, dim=1024, n_layers=28, n_heads=16,\n"
         "    n_kv_heads=8, qk_norm=True, hidden_dim=3072, enable_weight_tying=True)\n",
         "596049920 exact"},
        {"arguments in arguments",
         "DeepSeekV3ModelArgs(vocab_size=102400, dim=2048, inter_dim=10944, moe_inter_dim=1408,\n"
         "    n_layers=27, n_dense_layers=1, n_heads=16, q_lora_rank=0, kv_lora_rank=512, "
         "qk_nope_head_dim=128,\n"
         "    moe_args=MoEArgs(num_experts=64, num_shared_experts=2, top_k=6), qk_rope_head_dim=64, "
         "v_head_dim=128)\n",
         "15706484224 exact"},
        // litgpt's Pythia 14M and Mixtral.
        {"litgpt",
         "mlp_class_name: GptNeoxMLP\nnorm_class_name: LayerNorm\nn_embd: 128\nn_head: 4\nn_layer: 6\n"
         "padded_vocab_size: 50304\nbias: true\nparallel_residual: true\nhf_config:\n  name: pythia-14m\n",
         "14067712 exact"},
        // DeepSeek-V2-Lite has 15,706,484,224.
        {"MaxText",
         maxtext + "deepseek # of DeepSeek V2\nbase_mlp_dim: 10944\nbase_moe_mlp_dim: 1408\n"
                   "first_num_dense_layers: 1\nnum_experts: 64\nnum_experts_per_tok: 6\nshared_experts: "
                   "2\nq_lora_rank: 0\n"
                   "kv_lora_rank: 512\nqk_nope_head_dim: 128\nqk_rope_head_dim: 64\nv_head_dim: 128\n",
         "15706484224 exact"},
        {"MaxText, Mistral with experts",
         maxtext + "mistral\nbase_mlp_dim: 4096\nnum_experts: 8\nnum_experts_per_tok: 2\n",
         "6308788224 exact"},
        {"MaxText, an MLP without a gate",
         maxtext + "llama2\nbase_mlp_dim: 4096\nmlp_activations: [\"gelu\"]\n", "pytorch-repr"},
    };
    for (const auto& [what, text, expected] : rows) EXPECT_EQ(counted(text), expected) << what;
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
        // What Ollama's server says of a model has them below a key.
        {R"({"license": "x", "details": {"family": "llama", "parameter_size": "8.0B"}, "model_info": {
             "general.architecture": "llama", "general.parameter_count": 8030261248, "llama.block_count": 32,
             "llama.embedding_length": 4096, "llama.vocab_size": 128256, "llama.feed_forward_length": 14336,
             "llama.attention.head_count": 32, "llama.attention.head_count_kv": 8}})",
         "8030261248 range"},
        // What a DistilBERT and others have, too.
        {R"({"dim": 8, "hidden_dim": 32, "n_heads": 2, "n_layers": 1, "vocab_size": 10})", "144 partial"},
        {"model_type: an-rnn\nmodel:\n  dim: 8\n  n_layers: 1\n  n_heads: 2\n  n_kv_heads: 2\n",
         "pytorch-repr"},
    };
    for (const auto& [text, expected] : rows) EXPECT_EQ(counted(text), expected) << text;
}

TEST(ConfigText, ATotalOfMetadataIsTakenWhereTheirSizesAreNotKnown) {
    EXPECT_EQ(counted(R"({"details": {"family": "gemma3"}, "model_info": {"gemma3.block_count": 34,
                          "general.architecture": "gemma3", "general.parameter_count": 4299915632}})"),
              "stated-totals");
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
        EXPECT_EQ(find_config(text).json, "") << text;
}

TEST(ConfigText, HostileTextsTakeBoundedTime) {
    const std::string deep = concat("Config(model_type=", std::string(100'000, '['));
    const std::string many = [] {
        std::string text = "model_type ";
        for (int i = 0; i < 200'000; ++i) text += "{'a': {";
        return text;
    }();
    EXPECT_EQ(find_config(deep).json, "");
    EXPECT_EQ(find_config(many).json, "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
