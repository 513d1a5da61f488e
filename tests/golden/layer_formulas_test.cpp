// Formulas of layers in their own sizes: of torch.nn modules, random networks and shipped models, nearly
// every layer with work has one, and each has the value of its row.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "count/explain/layer_formula.h"
#include "golden/support.h"
#include "layers/catalogue/catalogue.h"
#include "presets/presets.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// How many layers have a formula.
struct Coverage {
    int with_formula = 0;
    std::map<std::string, int> without;  ///< by type

    void add(const Report& report, Subject subject) {
        const SubjectNumbers numbers(report, subject);
        for (std::size_t i = 0; i < report.nodes.size(); ++i) {
            const OptionalInteger& counted = numbers.of(i).value;
            const NodeReport& row = report.nodes[i];
            const bool is_layer = row.subtree_end == i + 1 && row.facts->tensors.size() > 0 &&
                                  row.module != nullptr && find_layer(*row.module).rule != nullptr;
            if (!is_layer || counted.value_or(0) == 0) continue;
            const std::optional<NamedFormula> formula = layer_formula(report, i, subject, counted);
            if (!formula) {
                ++without[std::string(report.root()->type) + " " + report.path(row) + ": " +
                          std::string(row.type)];
                continue;
            }
            ++with_formula;
            const Result<Rational> value = evaluate(formula->formula, formula->values());
            ASSERT_TRUE(value);
            EXPECT_EQ(value->numerator(), *counted) << report.path(row);
        }
    }

    int left() const {
        int sum = 0;
        for (const auto& [type, times] : without) sum += times;
        return sum;
    }

    std::string types() const {
        std::string text;
        for (const auto& [type, times] : without) text += type + " × " + std::to_string(times) + "\n";
        return text;
    }
};

TEST(LayerFormulas, OfShippedModels) {
    for (const Subject subject : {Subject::Parameters, Subject::Macs, Subject::Flops, Subject::Activations}) {
        Coverage coverage;
        for (const Preset& preset : presets()) coverage.add(count_text(preset.text), subject);
        EXPECT_GT(coverage.with_formula, 100);
        EXPECT_EQ(coverage.left(), 0) << coverage.types();
    }
}

TEST(LayerFormulas, OfRandomNetworks) {
    const rapidjson::Document networks = load_golden("networks.json");
    ASSERT_TRUE(networks.IsArray());
    Coverage coverage;
    for (const rapidjson::Value& network : networks.GetArray()) {
        CountOptions options;
        for (const rapidjson::Value& input : network["inputs"].GetArray())
            options.inputs.push_back(dims_of(input));
        coverage.add(count_text(network["text"].GetString(), options), Subject::Macs);
    }
    EXPECT_GT(coverage.with_formula, 1000);
    EXPECT_LT(coverage.left(), coverage.with_formula / 20) << coverage.types();
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
