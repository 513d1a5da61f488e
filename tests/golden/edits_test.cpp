// Models that people change after they are built, and timm's layers with any arguments, as PyTorch counts
// them (make_edits.py, make_timm_layers.py).
#include <gtest/gtest.h>

#include "base/concat.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

ModuleFacts facts_of(const std::string& code) {
    open::MemorySource source(code);
    const Report report = count_text(open::open_model(source, "model.py").text(), {});
    return report.root() != nullptr ? *report.root()->facts : ModuleFacts();
}

TEST(Edits, LeaveWhatPyTorchCounts) {
    const rapidjson::Document truth = load_golden("edits.json");
    ASSERT_TRUE(truth.IsObject());
    const std::string code = truth["code"].GetString();
    for (const auto& row : truth["edits"].GetArray()) {
        const ModuleFacts facts = facts_of(code + row[0].GetString());
        EXPECT_EQ(facts.parameters.basis, Basis::Exact) << row[0].GetString();
        EXPECT_EQ(facts.parameters.value, Integer{row[1].GetInt64()}) << row[0].GetString();
        EXPECT_EQ(facts.trainable(), Integer{row[2].GetInt64()}) << row[0].GetString();
        EXPECT_EQ(facts.buffers.value, Integer{row[3].GetInt64()}) << row[0].GetString();
    }
}

TEST(TimmLayers, HaveTheParametersThatTimmBuilds) {
    const rapidjson::Document truth = load_golden("timm_layers.json");
    ASSERT_TRUE(truth.IsObject());
    for (const auto& row : truth["layers"].GetArray()) {
        const std::string expression = row[0].GetString();
        const ModuleFacts facts =
            facts_of(concat(truth["imports"].GetString(), "\nmodel = ", expression, "\n"));
        EXPECT_EQ(facts.parameters.basis, Basis::Exact) << expression;
        EXPECT_EQ(facts.parameters.value, Integer{row[1].GetInt64()}) << expression;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
