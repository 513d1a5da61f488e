// adapter_config.json of PEFT: what is refused, and what makes a total "about".
#include <gtest/gtest.h>

#include "base/concat.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The first remark on an adapter for a small well-known model, and whether its total is exact.
std::string remark_on(std::string_view settings, std::string_view base = "openai-community/gpt2") {
    const std::string config = concat(
        "{\"peft_type\": \"LORA\", \"task_type\": \"CAUSAL_LM\", \"r\": 4, \"base_model_name_or_path\": \"",
        base, "\"", settings, "}");
    MemorySource file(config);
    const Opened opened = open_model(file, "adapter_config.json");
    const bool is_exact =
        opened.text().find("basis: approximate") == std::string::npos && !opened.model.is_empty();
    return concat(is_exact ? "exact: " : "", opened.diagnostics.front().message.id());
}

TEST(Adapters, AreExactOnlyWhereAllIsKnown) {
    struct Case {
        std::string_view settings, base, remark;
    };
    constexpr std::string_view kGpt2 = "openai-community/gpt2";
    const Case cases[] = {
        {R"(, "target_modules": ["c_attn"])", kGpt2, "exact: adapter.trained"},
        {R"(, "target_modules": ["c_attn"], "lora_alpha": 16, "bias": "none", "layers_to_transform": null)",
         kGpt2, "exact: adapter.trained"},
        {R"(, "target_modules": ["c_attn"], "bias": "all")", kGpt2, "adapter.unread_keys"},
        {R"(, "target_modules": ["c_attn"], "layers_to_transform": [0, 1])", kGpt2, "adapter.unread_keys"},
        {R"(, "target_modules": ["c_attn", "q_proj"])", kGpt2, "adapter.no_such_modules"},
        {R"(, "target_modules": ["c_attn"])", "someone/gpt2-unsloth-bnb-4bit", "adapter.namesake"},
        {R"(, "target_modules": ["q_proj"])", "someone/Llama-3-8B-bnb-4bit", "adapter.namesake"},
        {R"(, "target_modules": ["c_attn"])", "someone/unheard-of", "adapter.unknown_base"},
        {R"(, "target_modules": ["c_attn"])", "", "adapter.no_base"},
        {R"(, "target_modules": ["h.3.attn.c_attn"])", kGpt2, "adapter.targets"},
        {R"(, "target_modules": ".*attn")", kGpt2, "adapter.targets"},
        {R"(, "target_modules": ["c_attn"], "exclude_modules": ".*\\.0\\..*")", kGpt2, "adapter.unread_keys"},
        {R"(, "target_modules": ["attn"])", kGpt2, "adapter.settings"},
        {R"(, "target_modules": ["c_attn"], "modules_to_save": ["h.0.mlp"])", kGpt2, "adapter.targets"},
        {R"(, "target_modules": ["c_attn"], "modules_to_save": ["lm_head"])", kGpt2,
         "exact: adapter.trained"},
        {R"(, "target_modules": ["query"], "modules_to_save": ["embeddings"])",
         "google-bert/bert-base-uncased", "adapter.settings"},
        {R"(, "target_modules": ["c_attn"], "rank_pattern": {"h.\\d.c_attn": 8})", kGpt2, "adapter.settings"},
        {R"(, "target_modules": ["c_attn"], "peft_type": "LORA_OF_TOMORROW")", kGpt2,
         "adapter.unknown_method"},
    };
    for (const auto& [settings, base, remark] : cases)
        EXPECT_EQ(remark_on(settings, base), remark) << settings;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
