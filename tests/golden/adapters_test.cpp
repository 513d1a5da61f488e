// Adapters of PEFT beside well-known models, counted as PEFT and transformers do.
#include <gtest/gtest.h>

#include <sstream>

#include "golden/support.h"
#include "open/open.h"
#include "open/support/json.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// A task with labels, or none, leaves the class of the base open.
bool states_class(const open::JsonValue& config) {
    const std::string task = config.find("task_type").string();
    return task.ends_with("_LM") || task == "FEATURE_EXTRACTION";
}

TEST(Adapters, AreCountedWithTheModelThatTheyAdapt) {
    std::istringstream lines(read_file(golden_folder() + "/adapters.jsonl").value_or(""));
    int rows = 0;
    for (std::string line; std::getline(lines, line); ++rows) {
        const Result<open::JsonDocument> row = open::JsonDocument::parse(line);
        ASSERT_TRUE(row) << line;
        const open::JsonValue config = row->root().find("config");
        const std::string text(config.source());
        open::MemorySource file(text);
        const open::Opened opened = open::open_model(file, "adapter_config.json");
        EXPECT_EQ(opened.format, "peft-adapter");
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << line;
        const ModuleFacts& facts = *report.root()->facts;
        EXPECT_EQ(facts.parameters.value, row->root().find("parameters").integer()) << line;
        EXPECT_EQ(facts.trainable(), row->root().find("trainable").integer()) << line;
        EXPECT_EQ(facts.parameters.basis == Basis::Exact, states_class(config)) << line;
    }
    EXPECT_GE(rows, 50);
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
