#include "presets/presets.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/read/read.h"
#include "model/write.h"

namespace paramscope {
namespace THIS_FILE {

TEST(Presets, HaveNamesTitlesAndNotes) {
    ASSERT_FALSE(presets().empty());
    std::set<std::string_view> names, titles;
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        EXPECT_TRUE(names.insert(preset.name).second) << "two presets have this name";
        EXPECT_TRUE(titles.insert(preset.title).second) << "two presets have this title";
        EXPECT_EQ(preset.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
                  std::string_view::npos);
        EXPECT_FALSE(preset.title.empty());
        EXPECT_NE(preset.title.front(), '#');
    }
}

TEST(Presets, AreInTheOrderOfTheGallery) {
    EXPECT_EQ(presets().front().name, "s0-transformer");
    bool models_began = false;
    for (const Preset& preset : presets()) {
        if (preset.group == "models") models_began = true;
        EXPECT_EQ(preset.group, models_began ? "models" : "articles") << preset.name;
    }
    EXPECT_TRUE(models_began);
}

TEST(Presets, AreCalledAsPeopleWriteTheirNames) {
    const struct {
        std::string_view words, name;
    } cases[] = {{"resnet50", "resnet-50"},
                 {"ResNet 50\n", "resnet-50"},
                 {"LLaMA-2 7B", "llama-2-7b"},
                 {"mobilenet_v2", "mobilenet-v2"},
                 {"GPT2", "gpt2"}};
    for (const auto& c : cases) {
        const Preset* const preset = preset_called(c.words);
        ASSERT_NE(preset, nullptr) << c.words;
        EXPECT_EQ(preset->name, c.name);
    }
    for (const std::string_view words : {"", "resnet", "resnet50(pretrained=True)", "-"})
        EXPECT_EQ(preset_called(words), nullptr) << words;
}

TEST(Presets, AreFoundByName) {
    const Preset* llama = find_preset("llama-2-7b");
    ASSERT_NE(llama, nullptr);
    EXPECT_EQ(llama->title, "LLaMA-2 7B");
    EXPECT_EQ(find_preset("no-such-model"), nullptr);
}

TEST(Presets, ReadWithoutDiagnostics) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        Diagnostics diagnostics;
        const Model model = read_model_text(preset.text, &diagnostics);
        for (const Diagnostic& diagnostic : diagnostics) {
            ADD_FAILURE() << format_diagnostic(diagnostic, preset.name, preset.text);
        }
        ASSERT_GE(model.notes.size(), 2u) << "a title and a note";
        EXPECT_EQ(model.notes.front(), preset.title);
        EXPECT_FALSE(model.inputs.empty());
    }
}

TEST(Presets, RoundTripThroughTheWriter) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        Diagnostics diagnostics;
        const std::string once = write_model_text(read_model_text(preset.text, &diagnostics));
        const std::string twice = write_model_text(read_model_text(once, &diagnostics));
        EXPECT_TRUE(diagnostics.empty());
        EXPECT_EQ(once, twice);
    }
}

TEST(Presets, DescribeEveryHyperParameter) {
    // These names need no description.
    const std::set<std::string_view> obvious = {"batch", "height", "width", "tokens"};
    for (const Preset& preset : presets()) {
        Diagnostics diagnostics;
        for (const Variable& variable : read_model_text(preset.text, &diagnostics).variables) {
            if (obvious.count(variable.name) != 0) continue;
            EXPECT_FALSE(variable.comment.empty()) << preset.name << ": " << variable.name;
        }
    }
}

}  // namespace
}  // namespace paramscope
