// The weights of quantised configs as they are stored: bytes of a model whose sizes are small.
#include <gtest/gtest.h>

#include "base/source.h"
#include "count/cost/memory_plan.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

// Two layers of 4·64·64 + 3·64·128 weights in seven matrices, 64·100 of words, 64·100 of scores, 5·64 of
// norms.
constexpr Integer kMatrices = Integer{2} * (4 * 64 * 64 + 3 * 64 * 128), kTable = 100 * 64, kNorms = 5 * 64;
constexpr Integer kRest = 2 * (2 * kTable + kNorms);  ///< bytes of what is not quantised
/// Rows of all matrices: groups of 32 inputs.
constexpr Integer kGroups = kMatrices / 32, kRows = Integer{2} * (4 * 64 + 2 * 128 + 64);

Report counted(const std::string& quantization) {
    const std::string json =
        R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 100, "hidden_size": 64,
        "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 4,
        "tie_word_embeddings": false, "torch_dtype": "bfloat16", "quantization_config": )" +
        quantization + "}";
    MemorySource source(json);
    return count_text(open_model(source, "").text(), {});
}

Quantity weights_of(const std::string& quantization) {
    const Report report = counted(quantization);
    EXPECT_EQ(report.root()->facts->parameters.value, OptionalInteger(kMatrices + 2 * kTable + kNorms))
        << quantization;
    return plan_memory(report, {}).parts.front().bytes;
}

TEST(Quantization, StoresScalesAndZeroPointsAndLeavesOutModules) {
    const struct {
        const char* quantization;
        Integer bytes;  ///< 0: at least
    } cases[] = {
        {R"({"quant_method": "awq", "bits": 4, "group_size": 32, "zero_point": true})",
         kRest + kMatrices / 2 + kGroups * 2 + kGroups / 2},
        {R"({"quant_method": "awq", "bits": 4, "group_size": 32, "zero_point": false, "modules_to_not_convert": ["down_proj"]})",
         kRest + (kMatrices - 2 * 64 * 128) / 2 + 2 * 2 * 64 * 128 + (kGroups - 2 * 64 * 4) * 2},
        {R"({"quant_method": "gptq", "bits": 8, "group_size": 32})",
         kRest + kMatrices + kGroups * 3 + 4 * 2 * (6 * 64 + 128)},
        {R"({"quant_method": "fp8", "weight_block_size": [64, 64]})",
         kRest + kMatrices + 4 * kMatrices / 64 / 64},
        {R"({"quant_method": "fp8", "weight_block_size": [128, 128]})", kRest + kMatrices + 4 * 2 * 7},
        {R"({"quant_method": "compressed-tensors", "ignore": ["lm_head"], "config_groups": {"group_0": {"targets": ["Linear"],
            "weights": {"num_bits": 4, "type": "int", "group_size": 32, "symmetric": true}}}})",
         kRest + kMatrices / 2 + kGroups * 2},
        {R"({"quant_method": "compressed-tensors", "format": "pack-quantized", "ignore": ["lm_head"], "config_groups": {"group_0": {"targets": ["Linear"],
            "weights": {"num_bits": 4, "type": "int", "group_size": 32, "symmetric": true}}}})",
         kRest + kMatrices / 2 + kGroups * 2 + 14 * 2 * 8},
        {R"({"quant_method": "compressed-tensors", "ignore": ["lm_head"], "config_groups": {"group_0": {"targets": ["Linear"],
            "weights": {"num_bits": 8, "type": "float", "strategy": "channel"}}}})",
         kRest + kMatrices + kRows * 2},
        {R"({"quant_method": "modelopt", "ignore": ["lm_head"], "config_groups": {"group_0": {
            "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}})",
         kRest + kMatrices * 9 / 16 + 14 * 4},
        {R"({"bits": 4, "group_size": 32})",
         2 * kNorms + (kMatrices + 2 * kTable) / 2 + (kMatrices + 2 * kTable) / 32 * 4},
        // All layers, by their numbers, or by patterns.
        {R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.0.self_attn.q_proj", "model.layers.1.self_attn.q_proj"]})",
         kRest + kMatrices + 2 * 64 * 64 + 2 * 6 * 4},
        {R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.*.self_attn"]})",
         kRest + kMatrices + 2 * 4 * 64 * 64 + 2 * 3 * 4},
        // One layer of those that are one line of the tree, a regular expression, and methods that are not
        // known.
        {R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.0.self_attn.q_proj"]})", 0},
        {R"({"quant_method": "compressed-tensors", "ignore": ["re:.*head"], "config_groups": {"group_0": {"weights": {"num_bits": 8, "type": "float"}}}})",
         0},
        {R"({"quant_method": "aqlm", "nbits_per_codebook": 16})", 0},
        {R"({"quant_method": "exl3", "bits": 4.0})", 0},
        // Of experts alone, and the model has none.
        {R"({"quant_method": "mxfp4"})", 0},
    };
    for (const auto& c : cases) {
        const Quantity bytes = weights_of(c.quantization);
        EXPECT_EQ(bytes.basis == Basis::Partial, c.bytes == 0) << c.quantization;
        if (c.bytes != 0) {
            EXPECT_EQ(to_string(bytes.value.value_or(0)), to_string(c.bytes)) << c.quantization;
        }
    }
}

TEST(Quantization, FreezesWhatIsStoredAsIntegers) {
    const struct {
        const char* quantization;
        Integer trainable;
    } cases[] = {
        {R"({"quant_method": "awq", "bits": 4, "group_size": 32})", 2 * kTable + kNorms},
        {R"({"bits": 4, "group_size": 32})", kNorms},
        {R"({"quant_method": "fp8"})", kMatrices + 2 * kTable + kNorms},
    };
    for (const auto& c : cases)
        EXPECT_EQ(counted(c.quantization).root()->facts->trainable(), OptionalInteger(c.trainable))
            << c.quantization;
}

TEST(Quantization, OfExpertsOnlyLeavesTheRest) {
    const std::string json =
        R"({"model_type": "gpt_oss", "architectures": ["GptOssForCausalLM"], "vocab_size": 100, "hidden_size": 64, "intermediate_size": 32,
        "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16, "num_local_experts": 4,
        "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn", "lm_head"]}})";
    MemorySource source(json);
    const Report report = count_text(open_model(source, "").text(), {});
    const Integer experts = Integer{2} * 4 * 3 * 64 * 32;
    EXPECT_EQ(report.bytes,
              std::optional(2 * (*report.root()->facts->parameters.value - experts) + experts * 17 / 32));
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
