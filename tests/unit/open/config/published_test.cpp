// Totals that are published of models, from the keys of their configs that differ from the library's
// defaults.
#include <gtest/gtest.h>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Published {
    std::string_view name;
    std::string_view type;
    std::string_view class_name;
    std::string_view keys;
    std::string_view total;
};

constexpr Published kPublished[] = {
    {"BERT base", "bert", "BertModel", "", "109482240"},
    {"RoBERTa base", "roberta", "RobertaForMaskedLM",
     R"("max_position_embeddings": 514, "type_vocab_size": 1)", "124697433"},
    {"XLM-RoBERTa base", "xlm-roberta", "XLMRobertaForMaskedLM",
     R"("vocab_size": 250002, "max_position_embeddings": 514, "type_vocab_size": 1)", "278295186"},
    {"ALBERT base v2", "albert", "AlbertModel",
     R"("hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072)", "11683584"},
    {"ELECTRA base", "electra", "ElectraModel",
     R"("embedding_size": 768, "hidden_size": 768, "intermediate_size": 3072)", "108891648"},
    {"GPT-2 XL", "gpt2", "GPT2LMHeadModel", R"("n_embd": 1600, "n_layer": 48, "n_head": 25)", "1557611200"},
    {"GPT-Neo 1.3B", "gpt_neo", "GPTNeoForCausalLM", "", "1315575808"},
    {"GPT-J 6B", "gptj", "GPTJForCausalLM", "", "6050882784"},
    {"CodeGen 350M", "codegen", "CodeGenForCausalLM",
     R"("n_embd": 1024, "n_layer": 20, "n_head": 16, "vocab_size": 51200)", "356712448"},
    {"BLOOM 560M", "bloom", "BloomForCausalLM", R"("hidden_size": 1024, "n_layer": 24, "n_head": 16)",
     "559214592"},
    {"OPT 350M", "opt", "OPTForCausalLM",
     R"("hidden_size": 1024, "word_embed_proj_dim": 512, "num_hidden_layers": 24, "ffn_dim": 4096, "do_layer_norm_before": false)",
     "331196416"},
    {"Mixtral 8x7B", "mixtral", "MixtralForCausalLM", "", "46702792704"},
    {"OLMoE 1B-7B", "olmoe", "OlmoeForCausalLM", R"("intermediate_size": 1024)", "6919161856"},
    {"OLMo 7B", "olmo", "OlmoForCausalLM", "", "6888095744"},
    {"StarCoder2 3B", "starcoder2", "Starcoder2ForCausalLM", "", "3030371328"},
    {"SmolLM3 3B", "smollm3", "SmolLM3ForCausalLM", "", "3075098624"},
    {"GLM-4 9B", "glm4", "Glm4ForCausalLM", R"("attention_bias": true)", "9400279040"},
    {"Command R", "cohere", "CohereForCausalLM", "", "34980831232"},
    {"Mamba 2 130M", "mamba2", "Mamba2ForCausalLM",
     R"("hidden_size": 768, "num_heads": 24, "n_groups": 1, "num_hidden_layers": 24, "vocab_size": 50288, "tie_word_embeddings": true)",
     "128989632"},
    {"mT5 small", "mt5", "MT5ForConditionalGeneration", "", "300176768"},
    {"mBART large 50", "mbart", "MBartForConditionalGeneration", R"("vocab_size": 250054)", "610879488"},
    {"PEGASUS large", "pegasus", "PegasusForConditionalGeneration",
     R"("vocab_size": 96103, "encoder_layers": 16, "decoder_layers": 16)", "570797056"},
    {"ViT base", "vit", "ViTModel", "", "86389248"},
    {"DINOv2 base", "dinov2", "Dinov2Model", R"("image_size": 518)", "86580480"},
    {"CLIP ViT-B/32", "clip", "CLIPModel", R"("text_config": {}, "vision_config": {})", "151277313"},
    {"SigLIP base", "siglip", "SiglipModel", R"("text_config": {}, "vision_config": {})", "203155970"},
    {"wav2vec 2.0 base", "wav2vec2", "Wav2Vec2ForCTC", "", "94396320"},
    {"Qwen2.5-VL 7B", "qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration",
     R"("vision_config": {"hidden_size": 1280}, "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4)",
     "8292166656"},
};

/// Of a thousand classes, as ImageNet has.
constexpr Published kClassifiers[] = {
    {"DeiT base distilled", "deit", "DeiTForImageClassificationWithTeacher", "", "87338192"},
    {"BEiT base", "beit", "BeitForImageClassification", R"("use_relative_position_bias": true)", "86530984"},
    {"Swin tiny", "swin", "SwinForImageClassification", "", "28288354"},
    {"ConvNeXt tiny", "convnext", "ConvNextForImageClassification", "", "28589128"},
    {"ResNet-50", "resnet", "ResNetForImageClassification", "", "25557032"},
    {"ResNet-18", "resnet", "ResNetForImageClassification",
     R"("layer_type": "basic", "hidden_sizes": [64, 128, 256, 512], "depths": [2, 2, 2, 2])", "11689512"},
};

void expect_total(const Published& model, std::string keys) {
    if (!model.keys.empty()) keys += ", " + std::string(model.keys);
    const std::string json = R"({"model_type": ")" + std::string(model.type) + R"(", "architectures": [")" +
                             std::string(model.class_name) + "\"]" + keys + "}";
    MemorySource source(json);
    const Opened opened = open_model(source, "");
    const Report report = count_text(opened.text(), {});
    ASSERT_NE(report.root(), nullptr) << model.name;
    // A config that states no sizes is an estimate, although these are right.
    const bool states_sizes = opened.text().find("basis: approximate") == std::string::npos;
    EXPECT_EQ(states_sizes, model.keys.find("hidden_size") != std::string_view::npos ||
                                model.keys.find("layer") != std::string_view::npos ||
                                model.keys.find("intermediate") != std::string_view::npos)
        << model.name;
    EXPECT_EQ(report.root()->facts->parameters.is_complete(), states_sizes) << model.name;
    EXPECT_EQ(to_string(report.root()->facts->parameters.value.value_or(0)), model.total) << model.name;
}

TEST(Config, PublishedTotalsComeOut) {
    for (const Published& model : kPublished) expect_total(model, "");
}

TEST(Config, PublishedTotalsOfClassifiersComeOut) {
    std::string labels = R"(, "id2label": {"0": "", "0": "twice")";
    for (int i = 1; i < 1000; ++i) labels += ", \"" + std::to_string(i) + "\": \"\"";
    for (const Published& model : kClassifiers) expect_total(model, labels + "}");
}

}  // namespace
}  // namespace paramscope::open
