#include <gtest/gtest.h>

#include "base/ranges.h"
#include "base/source.h"
#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

using testing_support::describe;

Opened open_text(std::string_view json) {
    MemorySource source(json);
    return open_model(source, "");
}

TEST(Config, KeysBecomeHyperParameters) {
    const Opened opened =
        open_text(R"({"model_type": "llama", "architectures": ["LlamaModel"], "vocab_size": 10,
        "hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "torch_dtype": "float16"})");
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened.text().substr(0, opened.text().find("\n\n")), "# LlamaModel by its config.json (llama)");
    for (const std::string_view line :
         {"dtype = float16", "hidden_size = 8", "head_dim = hidden_size/num_attention_heads",
          "input = (batch, tokens)", "num_key_value_heads = num_attention_heads",
          "      (0-*): num_hidden_layers x LlamaDecoderLayer("})
        EXPECT_NE(opened.text().find(line.substr(line.find_first_not_of(' '))), std::string::npos) << line;
    EXPECT_EQ(to_string(*count_text(opened.text(), {}).root()->facts->parameters.value), "1400");
}

TEST(Config, LayersThatDifferAreWrittenApart) {
    const Opened opened =
        open_text(R"({"model_type": "qwen2_moe", "num_hidden_layers": 5, "mlp_only_layers": [0, 1, 3]})");
    for (const std::string_view line : {"(0-1): 2 x Qwen2MoeDecoderLayer(", "(2): Qwen2MoeDecoderLayer(",
                                        "(3): Qwen2MoeDecoderLayer(", "(4): Qwen2MoeDecoderLayer("})
        EXPECT_NE(opened.text().find(line), std::string::npos) << line;
}

TEST(Config, UnknownTypesAreAWarning) {
    const Opened opened = open_text(R"({"model_type": "no_such", "hidden_size": 8, "vocab_size": 10})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(opened.diagnostics.front().severity, Severity::Warning);
    EXPECT_EQ(describe(opened.diagnostics.front().message),
              "config.unknown_model_type(type: no_such, keys: vocab_size, hidden_size)");
    EXPECT_FALSE(count_text(opened.text(), {}).root()->facts->parameters.is_complete());
}

TEST(Config, NothingIsCountedOfAConfigWithoutAKnownKey) {
    const Opened opened = open_text(R"({"model_type": "no_such", "colour": 8})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(describe(opened.diagnostics.front().message), "config.no_known_key");
    EXPECT_EQ(count_text(opened.text(), {}).root()->facts->parameters.value, Integer{0});
}

TEST(Config, WithoutSizesIsAnEstimate) {
    for (
        const char* json :
        {R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"]})",
         R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 100, "bos_token_id": 1})",
         R"({"model_type": "bert", "architectures": ["BertModel"], "id2label": {"0": "a"}, "hidden_act": "gelu"})"}) {
        const Opened opened = open_text(json);
        ASSERT_EQ(opened.diagnostics.size(), 1u) << json;
        EXPECT_EQ(describe(opened.diagnostics.front().message), "config.no_sizes");
        EXPECT_EQ(count_text(opened.text(), {}).root()->facts->parameters.basis, Basis::Approximate) << json;
    }
    const Opened nested = open_text(
        R"({"model_type": "clip", "architectures": ["CLIPModel"], "text_config": {"hidden_size": 64},
            "vision_config": {"model_type": "clip_vision_model"}})");
    EXPECT_TRUE(nested.diagnostics.empty());
}

TEST(Config, UnknownClassesAreAWarning) {
    const Opened opened = open_text(R"({"model_type": "llama", "architectures": ["LlamaForDreams"]})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(describe(opened.diagnostics.front().message),
              "config.unknown_class(class: LlamaForDreams, known_class: LlamaModel, type: llama)");
    const Quantity parameters = count_text(opened.text(), {}).root()->facts->parameters;
    EXPECT_FALSE(parameters.is_complete());
    EXPECT_EQ(parameters.basis, Basis::Partial);
    EXPECT_EQ(to_string(*parameters.value), "6607343616");
}

/// The basis of the total of a config, and what is said of it.
std::string basis_of(std::string_view json) {
    const Opened opened = open_text(json);
    std::string text(to_string(count_text(opened.text(), {}).root()->facts->parameters.basis));
    for (const Diagnostic& each : opened.diagnostics) text += " " + describe(each.message);
    return text;
}

TEST(Config, IsExactOnlyIfEveryKeyIsUnderstood) {
    const std::string llama =
        R"({"model_type": "llama", "architectures": ["LlamaModel"], "vocab_size": 10, "hidden_size": 8,
        "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2)";
    EXPECT_EQ(basis_of(llama + R"(, "rope_theta": 5.0, "my_token_id": 3, "_note": "x"})"), "exact");
    EXPECT_EQ(basis_of(llama + R"(, "second_attention": false, "extra": null, "list": []})"), "exact");
    EXPECT_EQ(basis_of(llama + R"(, "second_attention": true})"),
              "approximate config.unread_keys(keys: second_attention)");
    for (const std::string part :
         {"\"num_experts\": 8", "\"add_cross_attention\": true", "\"image\": {\"width\": 64}"})
        EXPECT_EQ(basis_of(llama + ", " + part + "}").substr(0, 28), "partial config.unread_parts(") << part;
    EXPECT_EQ(basis_of(llama + R"(, "moe_frequency": 1})"),
              "approximate config.unread_keys(keys: moe_frequency)");
    // MPT's template knows no other value of no_bias.
    const std::string mpt = R"({"model_type": "mpt", "architectures": ["MptModel"], "d_model": 64)";
    EXPECT_EQ(basis_of(mpt + R"(, "no_bias": true})"), "exact");
    EXPECT_EQ(basis_of(mpt + R"(, "no_bias": false})"), "approximate config.unread_keys(keys: no_bias)");
}

TEST(Config, OfAnotherTypesSizesIsNotCounted) {
    const struct {
        std::string_view config, error;
    } cases[] = {
        {R"({"model_type": "mamba", "dim": 4096, "n_layers": 64, "vocab_size": 32768})",
         "config.foreign_size(key: dim, name: hidden_size)"},
        {R"({"model_type": "bert", "hidden_size": 64, "n_layers": 3})",
         "config.foreign_size(key: n_layers, name: num_hidden_layers)"},
        {R"({"model_type": "bert", "hidden_size": 64, "num_hidden_layers": 2, "ffn_dim": 32})",
         "config.foreign_size(key: ffn_dim, name: intermediate_size)"},
        {R"({"model_type": "bert", "hidden_size": 64, "num_hidden_layers": 2, "n_vocab": 99})",
         "config.foreign_size(key: n_vocab, name: vocab_size)"},
        {R"({"model_type": "bert", "hidden_size": 64, "dim": 3, "num_hidden_layers": 2})", ""},
        {R"({"model_type": "distilbert", "dim": 96, "n_heads": 2, "n_layers": 3})", ""},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(each.config);
        const Opened opened = open_text(each.config);
        const Diagnostic* error = find_by(opened.diagnostics, &Diagnostic::severity, Severity::Error);
        EXPECT_EQ(error == nullptr ? "" : describe(error->message), each.error);
    }
}

TEST(Config, WithoutAPartIsAnEstimate) {
    const std::string clip =
        R"({"model_type": "clip", "architectures": ["CLIPModel"], "text_config": {"hidden_size": 64})";
    const std::string estimate = "approximate config.missing_part(key: vision_config)";
    for (const char* part : {"}", R"(, "vision_config": {}})", R"(, "vision_config": null})"})
        EXPECT_EQ(basis_of(clip + part), estimate) << part;
}

TEST(Config, HasKeysOfOtherNames) {
    const struct {
        std::string type, own, renamed,
            both;  // `renamed` is the same config by the other name, which wins in `both`
    } cases[] = {
        {"bart", R"("d_model": 64)", R"("hidden_size": 64)", R"("hidden_size": 64, "d_model": 32)"},
        {"gpt2", R"("n_embd": 96, "n_layer": 3)", R"("hidden_size": 96, "num_hidden_layers": 3)",
         R"("n_layer": 5, "num_hidden_layers": 3, "n_embd": 96)"},
        {"qwen3_moe", R"("num_hidden_layers": 1, "num_experts": 4)",
         R"("num_hidden_layers": 1, "num_local_experts": 4)",
         R"("num_hidden_layers": 1, "num_local_experts": 4, "num_experts": 8)"},
        {"mixtral", R"("num_hidden_layers": 1, "num_local_experts": 2)",
         R"("num_hidden_layers": 1, "num_experts": 2)",
         R"("num_hidden_layers": 1, "num_local_experts": 4, "num_experts": 2)"},
        // Of a type without such names the keys are what they are.
        {"llama", R"("hidden_size": 64, "num_hidden_layers": 2)",
         R"("hidden_size": 64, "num_hidden_layers": 2)", R"("hidden_size": 64, "num_hidden_layers": 2)"},
    };
    const auto total = [](const std::string& type, const std::string& keys) {
        const Opened opened = open_text(R"({"model_type": ")" + type + R"(", )" + keys + "}");
        return to_string(*count_text(opened.text(), {}).root()->facts->parameters.value);
    };
    for (const auto& [type, own, renamed, both] : cases) {
        EXPECT_EQ(total(type, renamed), total(type, own)) << type;
        EXPECT_EQ(total(type, both), total(type, own)) << type;
    }
    EXPECT_NE(total("gpt2", cases[1].own), total("gpt2", R"("n_layer": 3)"));
}

TEST(Config, OfHeadsThatDoNotDivideTheWidthIsAnEstimate) {
    const std::string uneven = " config.uneven_heads(key: ";
    const struct {
        std::string config, basis;
    } cases[] = {
        {R"({"model_type": "vit", "architectures": ["ViTModel"], "hidden_size": 768, "num_attention_heads": 12})",
         "exact"},
        {R"({"model_type": "vit", "architectures": ["ViTModel"], "hidden_size": 768, "num_attention_heads": 13})",
         "approximate" + uneven + "num_attention_heads)"},
        {R"({"model_type": "gpt2", "architectures": ["GPT2Model"], "n_embd": 768, "n_head": 7})",
         "approximate" + uneven + "n_head)"},
        // The width of a head is stated, or the same in all models of the kind.
        {R"({"model_type": "qwen3", "architectures": ["Qwen3Model"], "hidden_size": 1000, "head_dim": 128,
             "num_attention_heads": 12})",
         "exact"},
        {R"({"model_type": "glm4_moe", "architectures": ["Glm4MoeModel"], "hidden_size": 4096,
             "num_attention_heads": 96})",
         "exact"},
    };
    for (const auto& [config, basis] : cases) EXPECT_EQ(basis_of(config), basis) << config;
}

TEST(Config, OfAWholeYieldsToThatOfItsPart) {
    // The library reads the text model's size, of which the whole may have an old copy.
    const auto parameters_of = [](const std::string& whole) {
        const std::string config =
            R"({"model_type": "voxtral", "architectures": ["VoxtralForConditionalGeneration"],
            "text_config": {"model_type": "llama", "hidden_size": 1536}, "hidden_size": )" +
            whole + "}";
        return count_text(open_text(config).text(), {}).root()->facts->parameters.value;
    };
    EXPECT_EQ(parameters_of("1536"), parameters_of("3072"));
}

TEST(Config, AClassThatIsNotNamedIsAGuess) {
    EXPECT_EQ(basis_of(R"({"model_type": "bert", "hidden_size": 64, "num_hidden_layers": 2})"),
              "approximate config.guessed_class(known_class: BertModel, type: bert)");
}

TEST(Config, OfATypeWithMuchSmallerClassesHasAtLeastWhatTheSmallestHas) {
    EXPECT_EQ(basis_of(R"({"model_type": "t5", "d_model": 64, "num_layers": 2})"),
              "partial config.smallest_class(known_class: T5EncoderModel, type: t5, class: "
              "T5ForConditionalGeneration, total: 3,892,480)");
}

TEST(Config, OfAnUnknownClassHasAtLeastWhatTheSmallestOfItsTypeHas) {
    // BertModel has a pooler, which a class of questions and answers lacks.
    EXPECT_EQ(
        basis_of(R"({"model_type": "bert", "num_hidden_layers": 2, "architectures": ["BertForDreams"]})"),
        "partial config.unknown_class(class: BertForDreams, known_class: BertForQuestionAnswering, type: "
        "bert)");
}

TEST(Config, PartsOfAnUnknownWholeHaveAtLeastWhatTheirSmallestClassHas) {
    const auto parameters_of = [](const std::string& config) {
        return count_text(open_text(config).text(), {}).root()->facts->parameters;
    };
    const std::string t5 = R"({"model_type": "t5", "d_model": 64, "num_layers": 2)";
    const Quantity encoder = parameters_of(t5 + R"(, "architectures": ["T5EncoderModel"]})");
    const Quantity part = parameters_of(R"({"model_type": "painter", "text_encoder": )" + t5 + "}}");
    EXPECT_EQ(part.value, encoder.value);
    EXPECT_EQ(part.basis, Basis::Partial);
    // A part with one class is that, whatever other classes its whole has.
    const std::string tower = R"({"model_type": "clip_text_model", "hidden_size": 64)";
    EXPECT_EQ(parameters_of(R"({"model_type": "painter", "tower": )" + tower + "}}").value,
              parameters_of(tower + R"(, "architectures": ["CLIPTextModel"]})").value);
}

TEST(Config, OfFlashLinearAttentionLayersMayHaveAttention) {
    const std::string sizes =
        R"("hidden_size": 8, "num_heads": 2, "num_hidden_layers": 2, "intermediate_size": 16,
        "vocab_size": 10, "architectures": ["DeltaNetForCausalLM"])";
    const auto counted = [&](const std::string& keys) {
        const Report report = count_text(open_text("{" + sizes + keys + "}").text(), {});
        return report.root()->facts->parameters;
    };
    // Norms, an MLP of 3 * 8 * 16, and four matrices of 8 * 8 a layer; a delta rule has 16 more weights for
    // its strength, three convolutions of 8 * 4 and a norm.
    EXPECT_EQ(counted(R"(, "model_type": "delta_net")").value,
              Integer{2 * 80 + 8 + 2 * (16 + 384 + 256 + 116)});
    EXPECT_EQ(
        counted(R"(, "model_type": "delta_net", "attn": {"layers": [1], "num_heads": 2}, "fuse_norm": true)")
            .value,
        Integer{2 * 80 + 8 + 2 * (16 + 384 + 256) + 116});
    EXPECT_EQ(counted(R"(, "model_type": "delta_net", "use_gate": true)").basis, Basis::Exact);
}

TEST(Config, OfAnUnknownModelItsKnownPartsAreCounted) {
    const Opened opened =
        open_text(R"({"model_type": "no_such", "text_config": {"model_type": "llama", "vocab_size": 10,
        "hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}, "vision_config": {"width": 7}})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(describe(opened.diagnostics.front().message),
              "config.known_parts(type: no_such, keys: text_config)");
    const Report report = count_text(opened.text(), {});
    const Quantity& parameters = report.root()->facts->parameters;
    EXPECT_EQ(parameters.basis, Basis::Partial);
    EXPECT_EQ(parameters.value, Integer{1400});
    // A text goes through the part that is a language model: 128 tokens, 1312 weights and scores of 2 layers.
    const Quantity& flops = report.root()->facts->flops;
    EXPECT_EQ(flops.basis, Basis::Partial);
    EXPECT_EQ(flops.value, Integer{2 * 2 * (128 * 640 + 2 * 128 * 128 * 8)});
}

TEST(Config, OfAChosenAttentionTheRestIsCounted) {
    const Opened opened =
        open_text(R"({"model_type": "deepseek_v4", "architectures": ["DeepseekV4ForCausalLM"],
        "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2, "head_dim": 128, "vocab_size": 100,
        "num_local_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32})");
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(report.root()->facts->flops.basis, Basis::Partial);
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact);
    const Quantity active = report.root()->facts->active(), parameters = report.root()->facts->parameters;
    ASSERT_TRUE(active.value && parameters.value);
    EXPECT_EQ(*parameters.value - *active.value, Integer{2 * 6 * 3 * 64 * 32});
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
         "config.at_key(key: num_hidden_layers, problem: config.not_a_layer_count(found: 1e30))", 1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": -3})",
         "config.at_key(key: num_hidden_layers, problem: config.not_a_layer_count(found: -3))", 1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": 2.5})",
         "config.at_key(key: num_hidden_layers, problem: config.unexpected_value(expected: "
         "kind.whole_number, found: 2.5))",
         1, 46},
        {R"({"model_type": "llama", "num_hidden_layers": 5000})",
         "config.at_key(key: num_hidden_layers, problem: config.too_many_layers(most: 512))", 1, 46},
        {"{\"model_type\": \"llama\",\n \"hidden_size\": \"big\"}",
         "config.at_key(key: hidden_size, problem: config.unexpected_kind(expected: kind.whole_number, "
         "found: kind.text))",
         2, 17},
        {R"({"model_type": "llama", "hidden_size": -1})",
         "config.at_key(key: hidden_size, problem: config.out_of_range(found: -1))", 1, 40},
        {R"({"model_type": "llama", "hidden_size": 1e40})",
         "config.at_key(key: hidden_size, problem: config.out_of_range(found: 1e40))", 1, 40},
        {R"({"model_type": "llama", "hidden_size": null})",
         "config.at_key(key: hidden_size, problem: config.unexpected_kind(expected: kind.number, found: "
         "kind.none))",
         1, 40},
        {R"({"model_type": "llama", "hidden_size": {"a": 1}})",
         "config.at_key(key: hidden_size, problem: config.unexpected_kind(expected: kind.whole_number, "
         "found: kind.object))",
         1, 40},
        {R"({"model_type": "llama", "num_attention_heads": 0})",
         "config.at_key(key: num_attention_heads, problem: config.no_result(left: 4096, operator: /, right: "
         "0))",
         1, 48},
        {R"({"model_type": "llama", "hidden_size": 2.5})",
         "config.at_key(key: hidden_size, problem: config.unexpected_value(expected: kind.whole_number, "
         "found: 2.5))",
         1, 40},
        {R"({"model_type": "llama", "attention_bias": "x"})",
         "config.at_key(key: attention_bias, problem: config.unexpected_kind(expected: kind.boolean, found: "
         "kind.text))",
         1, 43},
        {"{\"model_type\": \"llama\",\n \"hidden_size\" 4}", "json.colon", 2, 16},
        {R"({"model_type": "llama", "hidden_size": 4)", "json.ends_early(problem: json.comma_or_brace)", 1,
         41},
    };
    for (const Hostile& each : cases) {
        SCOPED_TRACE(each.json);
        const Opened opened = open_text(each.json);
        EXPECT_EQ(opened.text(), "");
        ASSERT_EQ(opened.diagnostics.size(), 1u);
        EXPECT_EQ(describe(opened.diagnostics.front().message), each.message);
        const Position place = position_at(opened.source_text, opened.diagnostics.front().span.begin);
        EXPECT_EQ(place, (Position{each.line, each.column}));
    }
}

TEST(Config, SizesForEachDimensionMayBeEqual) {
    const Opened opened =
        open_text(R"({"model_type": "vit", "image_size": [224, 224], "patch_size": [16, 16]})");
    EXPECT_EQ(to_string(*count_text(opened.text(), {}).root()->facts->parameters.value), "86389248");
    const Opened other = open_text(R"({"model_type": "vit", "hidden_size": 8, "image_size": [224, 112]})");
    ASSERT_EQ(other.diagnostics.size(), 1u);
    EXPECT_EQ(describe(other.diagnostics.front().message),
              "config.at_key(key: image_size, problem: config.unexpected_kind(expected: kind.number, found: "
              "kind.list))");
}

TEST(Config, RemarksOfTemplatesAreMessages) {
    const Opened opened = open_text(
        R"({"model_type": "wav2vec2", "architectures": ["Wav2Vec2Model"], "hidden_size": 768, "add_adapter": true})");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(describe(opened.diagnostics.front().message), "remark.adapter");
    EXPECT_EQ(opened.diagnostics.front().severity, Severity::Warning);
}

TEST(Config, NestedProblemsAreOneSentence) {
    const Opened opened =
        open_text(R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": "big"})");
    EXPECT_EQ(opened.diagnostics.front().message.english(),
              "hidden_size: expected a whole number but found a text");
}

TEST(Config, OtherQuantizationIsANote) {
    const auto note = [](std::string_view method) {
        const Opened opened =
            open_text(R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64,
                       "quantization_config": {)" +
                      std::string(method) + "}}");
        return describe(opened.diagnostics.front().message);
    };
    EXPECT_EQ(note(""), "config.quantized");
    EXPECT_EQ(note(R"("quant_method": "gptq")"), "config.quantized_by(method: gptq)");
}

TEST(Config, BitsAndBytesReplaceLinearLayers) {
    const Opened opened =
        open_text(R"({"model_type": "llama", "quantization_config": {"quant_method": "bitsandbytes",
        "load_in_4bit": true, "llm_int8_skip_modules": ["down_proj"]}})");
    EXPECT_NE(opened.text().find("(q_proj): Linear4bit("), std::string::npos);
    EXPECT_NE(opened.text().find("(down_proj): Linear("), std::string::npos);
    EXPECT_NE(opened.text().find("(lm_head): Linear("), std::string::npos);
}

TEST(Config, OfExpertsThoseThatATokenGoesToAreActive) {
    const Opened opened =
        open_text(R"({"model_type": "mixtral", "vocab_size": 10, "hidden_size": 8, "intermediate_size": 16,
        "num_hidden_layers": 3, "num_attention_heads": 2, "num_key_value_heads": 2, "num_local_experts": 5})");
    const Report report = count_text(opened.text(), {});
    // An expert has 3*8*16 parameters; two of five work on a token.
    EXPECT_EQ(*report.root()->facts->parameters.value - *report.root()->facts->active().value,
              Integer{3 * 3 * 3 * 8 * 16});
}

TEST(Config, TextsOfAConfigCannotEndALine) {
    const Opened opened = open_text(
        R"({"model_type": "llama", "hidden_act": "x)\n(evil): Linear(9, 9", "torch_dtype": "a\nb"})");
    EXPECT_EQ(opened.text().find("evil):"), std::string::npos);
    EXPECT_EQ(opened.text().find("dtype"), std::string::npos);
}

TEST(Config, DepthIsBounded) {
    const std::string deep = R"({"model_type": "llama", "a": )" + std::string(1'000'000, '[');
    EXPECT_EQ(describe(open_text(deep).diagnostics.front().message), "json.too_deep");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
