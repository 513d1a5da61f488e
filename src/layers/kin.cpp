#include "layers/kin.h"

#include "base/concat.h"

namespace paramscope {
namespace {

/// Types whose names start with `prefix` are as those that start with `pattern`.
struct Kin {
    std::string_view prefix;
    std::string_view pattern;
};

// transformers, by the folders under models/. A longer prefix stands before one it starts with.
constexpr Kin kKin[] = {
    {"Gemma2", "Llama"},
    {"Gemma3Text", "Llama"},
    {"Gemma3", "Llama"},
    {"Gemma", "Llama"},
    {"Granite", "Llama"},
    {"Ministral", "Llama"},
    {"Mistral", "Llama"},
    {"Olmo2", "Llama"},
    {"Olmo3", "Llama"},
    {"Olmo", "Llama"},
    {"Phi3", "Llama"},
    {"Qwen2", "Llama"},
    {"Qwen3", "Llama"},
    {"SmolLM3", "Llama"},
    {"StableLm", "Llama"},
    {"BertGeneration", "Bert"},
    {"Camembert", "Roberta"},
    {"XLMRoberta", "Roberta"},
    {"Roberta", "Bert"},
    {"MBart", "Bart"},
    {"Marian", "Bart"},
    {"MT5", "T5"},
    {"UMT5", "T5"},
};

}  // namespace

std::string pattern_of(std::string_view type) {
    for (const Kin& kin : kKin) {
        if (type.starts_with(kin.prefix)) return concat(kin.pattern, type.substr(kin.prefix.size()));
    }
    return "";
}

}  // namespace paramscope
