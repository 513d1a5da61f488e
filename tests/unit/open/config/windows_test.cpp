// Which layers of a config have a window of tokens.
#include <gtest/gtest.h>

#include "base/source.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The settings of the model text about windows, without comments: "sliding_window = 8, full_attention_every
/// = 2".
std::string settings_of(const std::string& keys) {
    const std::string json = "{\"num_hidden_layers\": 4, " + keys + "}";
    MemorySource source(json);
    const std::string text(open_model(source, "").text());
    std::string found;
    for (const std::string name : {"sliding_window", "full_attention_every", "first_full_attention"}) {
        const std::size_t at = text.find("\n" + name + " = ");
        if (at != std::string::npos)
            found += (found.empty() ? "" : ", ") + text.substr(at + 1, text.find("  #", at) - at - 1);
    }
    return found;
}

TEST(Windows, AreReadFromListsPatternsAndTypes) {
    const std::string sliding = "\"sliding_attention\"", full = "\"full_attention\"";
    const auto types = [](const std::string& list) {
        return R"("model_type": "gemma3_text", "sliding_window": 8, "layer_types": [)" + list + "]";
    };
    const struct {
        std::string keys;
        const char* settings;
    } cases[] = {
        {types(sliding + "," + full + "," + sliding + "," + full),
         "sliding_window = 8, full_attention_every = 2"},
        {types(full + "," + sliding + "," + sliding + "," + full),
         "sliding_window = 8, full_attention_every = 3, first_full_attention = 1"},
        {types(sliding + "," + sliding + "," + sliding + "," + sliding),
         "sliding_window = 8, full_attention_every = 0"},
        {types(full + "," + full + "," + full + "," + full), "sliding_window = 8, full_attention_every = 1"},
        {types(full + "," + full + "," + sliding + "," + full), "sliding_window = 8"},  // no such rule
        {types(sliding + ",\"linear_attention\""), "sliding_window = 8"},
        {R"("model_type": "cohere2", "sliding_window": 8, "sliding_window_pattern": 3)",
         "sliding_window = 8, full_attention_every = 3"},
        {R"("model_type": "exaone4", "sliding_window": 8, "sliding_window_pattern": "LLLG")",
         "sliding_window = 8, full_attention_every = 4"},
        // What the library does where the config says nothing.
        {R"("model_type": "gemma3_text", "sliding_window": 8)",
         "sliding_window = 8, full_attention_every = 6"},
        {R"("model_type": "gemma2", "sliding_window": 8)", "sliding_window = 8, full_attention_every = 2"},
        {R"("model_type": "gpt_oss", "sliding_window": 8)", "sliding_window = 8, full_attention_every = 2"},
        {R"("model_type": "mistral", "sliding_window": 8)", "sliding_window = 8, full_attention_every = 0"},
        {R"("model_type": "mistral", "sliding_window": null)", ""},
        {R"("model_type": "qwen2", "sliding_window": 8, "use_sliding_window": false, "max_window_layers": 2)",
         ""},
        {R"("model_type": "qwen2", "sliding_window": 8, "use_sliding_window": true, "max_window_layers": 2)",
         "sliding_window = 8"},
        {R"("model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "sliding_window": 8})",
         "sliding_window = 8, full_attention_every = 6"},
        {R"("model_type": "no_such", "hidden_size": 8, "text_config": {"sliding_window": 8})",
         "sliding_window = 8"},
    };
    for (const auto& c : cases) EXPECT_EQ(settings_of(c.keys), c.settings) << c.keys;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
