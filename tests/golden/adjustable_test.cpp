// Printed models made adjustable: at the values of the text nothing changes, and at other values the numbers
// are those of the model that PyTorch builds so.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "adjust/adjust.h"
#include "base/ranges.h"
#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

CountOptions options_of(const rapidjson::Value& run) {
    CountOptions options;
    for (const rapidjson::Value& input : run["input"].GetArray()) options.inputs.push_back(dims_of(input));
    for (const auto& member : run["set"].GetObject())
        options.overrides.emplace_back(member.name.GetString(), member.value.GetInt64());
    return options;
}

/// "width=32", for messages.
std::string changes_of(const rapidjson::Value& run) {
    std::string text;
    for (const auto& member : run["set"].GetObject())
        text += std::string(text.empty() ? "" : ", ") + member.name.GetString() + "=" +
                std::to_string(member.value.GetInt64());
    return text;
}

std::vector<std::string> names_of(const Adjustable& adjustable) {
    std::vector<std::string> names;
    for (const FoundVariable& variable : adjustable.variables) names.push_back(variable.name);
    std::sort(names.begin(), names.end());
    return names;
}

TEST(Adjustable, PyTorchBuildsTheModelAtOtherValues) {
    const rapidjson::Document models = load_golden("adjustable.json");
    for (const rapidjson::Value& model : models.GetArray()) {
        SCOPED_TRACE(model["model"].GetString());
        const Adjustable adjustable = make_adjustable(model["text"].GetString());
        std::vector<std::string> expected;
        for (const rapidjson::Value& name : model["variables"].GetArray())
            expected.emplace_back(name.GetString());
        EXPECT_EQ(names_of(adjustable), expected);
        const bool has_known_flow = std::string(model["model"].GetString()) != "own class";
        for (const rapidjson::Value& run : model["values"].GetArray()) {
            SCOPED_TRACE(changes_of(run));
            const Report report = count_text(adjustable.text, options_of(run));
            EXPECT_FALSE(has_errors(report.diagnostics)) << adjustable.text;
            // Of a range, one end: print() does not show whether weights are tied.
            const Integer most = report.root()->facts->parameters.value.value_or(0);
            const Integer counted[] = {report.parameters_min.value_or(most), most};
            EXPECT_TRUE(contains(counted, Integer{run["parameters"].GetInt64()})) << to_string(most);
            if (!has_known_flow) continue;
            EXPECT_EQ(shown(report.root()->facts->macs.value), shown(run["macs"].GetInt64()));
        }
    }
}

TEST(Adjustable, TheTextAsItIsCountsTheSame) {
    const rapidjson::Document models = load_golden("adjustable.json");
    for (const rapidjson::Value& model : models.GetArray()) {
        SCOPED_TRACE(model["model"].GetString());
        const CountOptions options = options_of(model["values"][0]);
        const Report before = count_text(model["text"].GetString(), options);
        const Adjustable adjustable = make_adjustable(model["text"].GetString());
        const Report after = count_text(adjustable.text, options);
        ASSERT_EQ(before.nodes.size(), after.nodes.size());
        for (std::size_t i = 0; i < before.nodes.size(); ++i) {
            const ModuleFacts &a = *before.nodes[i].facts, &b = *after.nodes[i].facts;
            EXPECT_EQ(shown(a.parameters.value), shown(b.parameters.value));
            EXPECT_EQ(shown(a.macs.value), shown(b.macs.value));
            EXPECT_EQ(shown(a.flops.value), shown(b.flops.value));
        }
        EXPECT_EQ(before.root()->facts->parameters.basis, after.root()->facts->parameters.basis);
        EXPECT_EQ(make_adjustable(adjustable.text).text, adjustable.text);
    }
}

TEST(Adjustable, DissolvedTextsCountTheSame) {
    const rapidjson::Document models = load_golden("adjustable.json");
    for (const rapidjson::Value& model : models.GetArray()) {
        SCOPED_TRACE(model["model"].GetString());
        const Adjustable adjustable = make_adjustable(model["text"].GetString());
        std::string text = adjustable.text;
        for (const FoundVariable& variable : adjustable.variables) text = dissolve(text, variable.name);
        EXPECT_NE(text.find(model["text"].GetString()), std::string::npos) << text;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
