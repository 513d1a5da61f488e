#include "layers/type_aliases.h"

#include "base/concat.h"

namespace paramscope {
namespace {

/// A type `prefix` + rest is a copy of the type `base_prefix` + rest.
struct PrefixAlias {
    std::string_view prefix;
    std::string_view base_prefix;
};

constexpr std::string_view kExperts = "Experts";

// transformers, by the folders under models/. The first match applies: longer prefixes come before their own
// prefixes.
constexpr PrefixAlias kAliases[] = {
    {"DeepseekV3NaiveMoe", "MixtralExperts"},
    {"DeepseekV32", "DeepseekV3"},
    {"DeepseekV3", "DeepseekV2"},
    {"DeepseekV2MoE", "DeepseekV2Moe"},
    {"DeepseekV2TopkRouter", "MixtralTopKRouter"},
    {"DeepseekV2Experts", "MixtralExperts"},
    {"DeepseekV2", "Llama"},
    {"Glm4Moe", "DeepseekV3"},
    {"Glm4MLP", "Phi3MLP"},
    {"Glm4", "Llama"},
    {"GlmMoeDsa", "DeepseekV32"},
    {"GlmMLP", "Phi3MLP"},
    {"Glm", "Llama"},
    {"GPTBigCode", "GPT2"},
    {"GPTNeo", "GPT2"},
    {"GptOss", "Mixtral"},
    {"GraniteMoeHybridParallelExperts", "GraniteMoeParallelExperts"},
    {"JetMoeParallelExperts", "GraniteMoeParallelExperts"},
    {"GraniteMoeShared", "GraniteMoe"},
    {"GraniteMoe", "Mixtral"},
    {"MiniMaxM2", "Qwen3Moe"},
    {"Olmoe", "Qwen3Moe"},
    {"Phimoe", "Mixtral"},
    {"Qwen2Moe", "Mixtral"},
    {"Qwen3Moe", "Mixtral"},
    {"Mixtral", "Llama"},
    {"Cohere2", "Llama"},
    {"Cohere", "Llama"},
    {"Gemma2", "Llama"},
    {"Gemma3Text", "Llama"},
    {"Gemma3", "Llama"},
    {"Gemma", "Llama"},
    {"Granite", "Llama"},
    {"Arcee", "Llama"},
    {"Baichuan", "Llama"},
    {"Ernie4_5", "Llama"},
    {"Exaone4", "Llama"},
    {"Helium", "Llama"},
    {"HunYuanDenseV1", "Llama"},
    {"InternLM", "Llama"},
    {"MiniCPMMoE", "MixtralSparseMoeBlock"},
    {"DeciLM", "Llama"},
    {"MiMo", "Llama"},
    {"MiniCPM", "Llama"},
    {"Ministral", "Llama"},
    {"QWen", "GPT2"},
    {"Mistral", "Llama"},
    {"NemotronHMamba2", "Mamba2"},
    {"Nemotron", "Llama"},
    {"Olmo2", "Llama"},
    {"Olmo3", "Llama"},
    {"Olmo", "Llama"},
    {"Lfm2", "Llama"},
    {"Phi3V", "Llama"},
    {"Phi3", "Llama"},
    {"PhiMoE", "Phimoe"},
    {"Phi", "Llama"},
    {"Qwen2VL", "Llama"},
    {"Qwen2_5_VL", "Llama"},
    {"Qwen2", "Llama"},
    {"Qwen3VLMoeText", "Qwen3Moe"},
    {"Qwen3VLText", "Llama"},
    {"Qwen3", "Llama"},
    {"SeedOss", "Llama"},
    {"SmolLM3", "Llama"},
    {"StableLm", "Llama"},
    {"Starcoder2MLP", "GPT2MLP"},
    {"Starcoder2", "Llama"},
    {"FalconMamba", "Mamba"},
    {"Zamba2RMSNormGated", "MambaRMSNormGated"},
    {"Mamba2", "Mamba"},
    {"BertGeneration", "Bert"},
    {"AlbertEmbeddings", "BertEmbeddings"},
    {"Camembert", "Roberta"},
    {"DebertaV2", "Bert"},
    {"Electra", "Bert"},
    {"EsmClassificationHead", "RobertaClassificationHead"},
    {"Esm", "Bert"},
    {"MPNet", "Bert"},
    {"XLMRoberta", "Roberta"},
    {"Roberta", "Bert"},
    {"Blenderbot", "Bart"},
    {"MBart", "Bart"},
    {"CodeGen", "GPTJ"},
    {"Marian", "Bart"},
    {"Pegasus", "Marian"},
    {"Whisper", "Bart"},
    {"Beit", "ViT"},
    {"ChineseCLIP", "CLIP"},
    {"DeiT", "ViT"},
    {"Dinov2", "ViT"},
    {"Hubert", "Wav2Vec2"},
    {"SEWD", "Wav2Vec2"},
    {"SEW", "Wav2Vec2"},
    {"UniSpeechSat", "Wav2Vec2"},
    {"UniSpeech", "Wav2Vec2"},
    {"Wav2Vec2Conformer", "Wav2Vec2"},
    {"WavLM", "Wav2Vec2"},
    {"MT5", "T5"},
    {"Siglip", "CLIP"},
    {"UMT5", "T5"},
    // peft: older versions named their layers like the layers they replace
    {"Linear4bit", "lora.Linear"},
    {"Linear8bitLt", "lora.Linear"},
    {"Linear", "lora.Linear"},
    {"lora.Linear4bit", "lora.Linear"},
    {"lora.Linear8bitLt", "lora.Linear"},
};

/// Names of attention implementations, inserted in a type's name; all do the same work.
struct Implementation {
    std::string_view name;
    std::string_view replacement;
};
constexpr Implementation kImplementations[] = {{"Sdpa", ""}, {"FlashAttention2", "Attention"}};

}  // namespace

std::string base_type_of(std::string_view type) {
    for (const Implementation& implementation : kImplementations) {
        const std::size_t at = type.find(implementation.name);
        if (at == std::string_view::npos || at == 0) continue;
        return concat(type.substr(0, at), implementation.replacement,
                      type.substr(at + implementation.name.size()));
    }
    for (const PrefixAlias& alias : kAliases) {
        if (type.starts_with(alias.prefix))
            return concat(alias.base_prefix, type.substr(alias.prefix.size()));
    }
    // Experts whose weights are one 3-D tensor print neither children nor sizes; all share the rule of
    // `Experts`.
    return type.ends_with(kExperts) && type != kExperts ? std::string(kExperts) : "";
}

bool derives_from(std::string_view type, std::string_view base) {
    std::string name(type);
    while (!name.empty() && name != base) name = base_type_of(name);
    return !name.empty();
}

}  // namespace paramscope
