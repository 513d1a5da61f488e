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

TEST(PythonValues, AreThoseOfPythonOrUnknown) {
    const rapidjson::Document truth = load_golden("python_values.json");
    ASSERT_TRUE(truth.IsObject());
    std::size_t exact = 0;
    for (const auto& row : truth["pieces"].GetArray()) {
        const std::string code = row[0].GetString();
        const ModuleFacts facts =
            facts_of(concat("import torch.nn as nn\n", truth["imports"].GetString(), code,
                            "model = nn.Linear(int(n) % 97 + 1, 1, bias=False)\n"));
        if (facts.parameters.basis != Basis::Exact) continue;
        ++exact;
        const Integer n = row[1].GetInt64();
        EXPECT_EQ(facts.parameters.value, (n % 97 + 97) % 97 + 1) << code;
    }
    EXPECT_GE(10 * exact, 8 * truth["pieces"].Size());
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
