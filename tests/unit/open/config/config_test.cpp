#include <gtest/gtest.h>

#include "base/source.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace {

Opened open_text(std::string_view json) {
    MemorySource source(json);
    return open_model(source, "");
}

TEST(Config, KeysBecomeHyperParameters) {
    const Opened opened =
        open_text(R"({"model_type": "llama", "architectures": ["LlamaModel"], "vocab_size": 10,
        "hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "torch_dtype": "float16"})");
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened.text.substr(0, opened.text.find("\n\n")), "# LlamaModel by its config.json (llama)");
    for (const std::string_view line :
         {"dtype = float16", "hidden_size = 8", "head_dim = hidden_size/num_attention_heads",
          "input = (batch, tokens)", "num_key_value_heads = num_attention_heads",
          "      (0-*): num_hidden_layers x LlamaDecoderLayer("})
        EXPECT_NE(opened.text.find(line.substr(line.find_first_not_of(' '))), std::string::npos) << line;
    EXPECT_EQ(to_string(*count_text(opened.text, {}).root()->parameters.value), "1400");
}

TEST(Config, LayersThatDifferAreWrittenApart) {
    const Opened opened =
        open_text(R"({"model_type": "qwen2_moe", "num_hidden_layers": 5, "mlp_only_layers": [0, 1, 3]})");
    for (const std::string_view line : {"(0-1): 2 x Qwen2MoeDecoderLayer(", "(2): Qwen2MoeDecoderLayer(",
                                        "(3): Qwen2MoeDecoderLayer(", "(4): Qwen2MoeDecoderLayer("})
        EXPECT_NE(opened.text.find(line), std::string::npos) << line;
}

TEST(Config, UnknownTypesAreSaidToBe) {
    const Opened opened = open_text(R"({"model_type": "no_such", "hidden_size": 8, "vocab_size": 10})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(opened.diagnostics.front().severity, Severity::Warning);
    EXPECT_NE(opened.diagnostics.front().message.english().find("no_such"), std::string::npos);
    EXPECT_NE(opened.diagnostics.front().message.english().find("vocab_size, hidden_size"), std::string::npos);
    EXPECT_FALSE(count_text(opened.text, {}).root()->parameters.complete);
}

TEST(Config, UnknownClassesAreSaidToBe) {
    const Opened opened = open_text(R"({"model_type": "llama", "architectures": ["LlamaForDreams"]})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(
        opened.diagnostics.front().message.english(),
        "the class LlamaForDreams is not known: counted as LlamaForCausalLM, without what it has besides");
    const Quantity parameters = count_text(opened.text, {}).root()->parameters;
    EXPECT_FALSE(parameters.complete);
    EXPECT_EQ(to_string(*parameters.value), "6738415616");
}

struct Hostile {
    std::string_view json;
    std::string_view message;
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

TEST(Config, HostileValuesAreOneSentenceWithAPlace) {
    const Hostile cases[] = {
        {R"({"model_type": "llama", "num_hidden_layers": 1e30})",
         "num_hidden_layers: expected a whole number of layers, found 1e30", 1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": -3})",
         "num_hidden_layers: expected a whole number of layers, found -3", 1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": 2.5})",
         "num_hidden_layers: expected a whole number, found 2.5", 1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": 5000})",
         "num_hidden_layers: no more than 4096 layers are written one by one", 1, 46},
        {"{\"model_type\": \"llama\",\n \"hidden_size\": \"big\"}",
         "hidden_size: expected a whole number, found a text", 2, 17},
        {R"({"model_type": "llama", "hidden_size": -1})",
         "hidden_size: expected a number from 0 to 10^12, found -1", 1, 40},
        {R"({"model_type": "llama", "hidden_size": 1e40})",
         "hidden_size: expected a number from 0 to 10^12, found 1e40", 1, 40},
        {R"({"model_type": "llama", "hidden_size": null})", "hidden_size: expected a number, found nothing",
         1, 40},
        {R"({"model_type": "llama", "hidden_size": {"a": 1}})",
         "hidden_size: expected a whole number, found an object", 1, 40},
        {R"({"model_type": "llama", "num_attention_heads": 0})", "num_attention_heads: 4096 / 0 has no value",
         1, 48},
        {R"({"model_type": "llama", "hidden_size": 2.5})", "hidden_size: expected a whole number, found 2.5",
         1, 40},
        {R"({"model_type": "llama", "attention_bias": "x"})",
         "attention_bias: expected true or false, found a text", 1, 43},
        {"{\"model_type\": \"llama\",\n \"hidden_size\" 4}", "expected ':' after the name", 2, 16},
        {R"({"model_type": "llama", "hidden_size": 4)", "the JSON ends too early: expected ',' or '}'", 1,
         41},
    };
    for (const Hostile& each : cases) {
        SCOPED_TRACE(each.json);
        const Opened opened = open_text(each.json);
        EXPECT_EQ(opened.text, "");
        ASSERT_EQ(opened.diagnostics.size(), 1u);
        EXPECT_EQ(opened.diagnostics.front().message.english(), each.message);
        const Position place = position_at(opened.source_text, opened.diagnostics.front().span.begin);
        EXPECT_EQ(place, (Position{each.line, each.column}));
    }
}

TEST(Config, SizesForEachDimensionMayBeEqual) {
    const Opened opened =
        open_text(R"({"model_type": "vit", "image_size": [224, 224], "patch_size": [16, 16]})");
    EXPECT_EQ(to_string(*count_text(opened.text, {}).root()->parameters.value), "86389248");
    const Opened other = open_text(R"({"model_type": "vit", "image_size": [224, 112]})");
    ASSERT_EQ(other.diagnostics.size(), 1u);
    EXPECT_EQ(other.diagnostics.front().message.english(), "image_size: expected a number, found a list");
}

TEST(Config, BitsAndBytesReplaceLinearLayers) {
    const Opened opened =
        open_text(R"({"model_type": "llama", "quantization_config": {"quant_method": "bitsandbytes",
        "load_in_4bit": true, "llm_int8_skip_modules": ["down_proj"]}})");
    EXPECT_NE(opened.text.find("(q_proj): Linear4bit("), std::string::npos);
    EXPECT_NE(opened.text.find("(down_proj): Linear("), std::string::npos);
    EXPECT_NE(opened.text.find("(lm_head): Linear("), std::string::npos);
}

TEST(Config, OfExpertsThoseThatATokenGoesToAreActive) {
    const Opened opened =
        open_text(R"({"model_type": "mixtral", "vocab_size": 10, "hidden_size": 8, "intermediate_size": 16,
        "num_hidden_layers": 3, "num_attention_heads": 2, "num_key_value_heads": 2, "num_local_experts": 5})");
    const Report report = count_text(opened.text, {});
    // An expert has 3*8*16 parameters; two of five work on a token.
    EXPECT_EQ(*report.root()->parameters.value - *report.root()->active.value, Integer{3 * 3 * 3 * 8 * 16});
}

TEST(Config, TextsOfAConfigCannotEndALine) {
    const Opened opened = open_text(
        R"({"model_type": "llama", "hidden_act": "x)\n(evil): Linear(9, 9", "torch_dtype": "a\nb"})");
    EXPECT_EQ(opened.text.find("evil):"), std::string::npos);
    EXPECT_EQ(opened.text.find("dtype"), std::string::npos);
}

TEST(Config, DepthIsBounded) {
    const std::string deep = R"({"model_type": "llama", "a": )" + std::string(1'000'000, '[');
    EXPECT_EQ(open_text(deep).diagnostics.front().message.english(), "objects and arrays nest too deep");
}

}  // namespace
}  // namespace paramscope::open
