// The sizes that are shipped of well-known models give the totals that are published with their checkpoints.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "golden/support.h"
#include "open/config/known/known_configs.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// Published totals by the names of models.
std::map<std::string, Integer, std::less<>> published_totals() {
    std::map<std::string, Integer, std::less<>> totals;
    std::istringstream lines(read_file(golden_folder() + "/known_configs.txt").value_or(""));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string total;
        words >> total;
        if (total == "#") continue;
        for (std::string name; words >> name;) totals[name] = parse_integer(total).value_or(0);
    }
    return totals;
}

TEST(KnownConfigs, GiveThePublishedTotals) {
    const auto published = published_totals();
    EXPECT_GE(published.size(), 200u);
    std::map<std::string_view, Integer> counted;  // by config: names share them
    for (const open::KnownConfig& known : open::known_configs()) {
        const auto expected = published.find(known.name);
        ASSERT_NE(expected, published.end()) << known.name;
        if (!counted.contains(known.json)) {
            open::MemorySource file(known.json);
            const open::Opened opened = open::open_model(file, "config.json");
            EXPECT_TRUE(opened.diagnostics.empty())
                << known.name << ": " << opened.diagnostics.front().message.english();
            const Report report = count_text(opened.text(), {});
            ASSERT_NE(report.root(), nullptr) << known.name;
            const Quantity& parameters = report.root()->facts->parameters;
            EXPECT_TRUE(parameters.is_complete()) << known.name;
            counted[known.json] = parameters.value.value_or(0);
        }
        EXPECT_EQ(to_string(counted[known.json]), to_string(expected->second)) << known.name;
    }
    EXPECT_EQ(open::known_configs().size(), published.size());
}

TEST(KnownConfigs, AreFoundByNameAndAddress) {
    for (const char* source :
         {"openai-community/gpt2", "hf:openai-community/gpt2", "hf://openai-community/gpt2",
          "https://huggingface.co/openai-community/gpt2/", "hf:gpt2", "HF:gpt2"}) {
        const open::KnownConfig* found = open::find_known_config(source);
        ASSERT_NE(found, nullptr) << source;
        EXPECT_EQ(found->name, "openai-community/gpt2");
    }
    for (const char* source :
         {"", "hf:", "hf:/gpt2", "hf:gpt2@main", "hf:org/gpt2", "hf:openai-community/gpt2/model.safetensors",
          "https://example.org/openai-community/gpt2", "gpt"})
        EXPECT_EQ(open::find_known_config(source), nullptr) << source;
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
