// torchvision's models, counted from what print() gives, against what PyTorch says of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "golden/support.h"

namespace paramscope::golden {
namespace {

/// Families whose multiply-accumulates must come out exactly, by the beginning of the builder's name.
constexpr std::array<std::string_view, 8> kExact = {"alexnet",     "vgg",          "resnet",      "wide_resnet",
                                                    "resnext",     "mobilenet_v2", "squeezenet1_0", "squeezenet1_1"};

bool must_be_exact(std::string_view name) {
    return std::any_of(kExact.begin(), kExact.end(),
                       [&](std::string_view family) { return name.substr(0, family.size()) == family; });
}

/// A warning that points at a module and says that print() does not show what is in it.
bool names_hidden_parameters(const Report& report) {
    return std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Warning && diagnostic.span != Span{} &&
               diagnostic.message.find("print()") != std::string::npos;
    });
}

class Torchvision : public testing::Test {
  protected:
    void SetUp() override {
        const auto folder = truth_folder();
        if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: torchvision.json cannot be compared";
        models_.Parse(read_file(*folder + "/torchvision.json").value_or("").c_str());
        ASSERT_TRUE(models_.IsObject());
    }

    static Report count_model(const rapidjson::Value& model) {
        CountOptions options;
        options.inputs = {dims_of(model["input"])};
        return count_text(model["repr"].GetString(), options);
    }

    rapidjson::Document models_;
};

TEST_F(Torchvision, ParametersAreExactOrSaidToBeHidden) {
    for (const auto& [name, model] : models_.GetObject()) {
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        ASSERT_NE(report.root(), nullptr);
        if (!report.root()->parameters.complete) {
            EXPECT_TRUE(names_hidden_parameters(report)) << problems(report);
            continue;
        }
        EXPECT_EQ(shown(report.root()->parameters.value), shown(model["params"].GetInt64()));
        EXPECT_EQ(shown(report.root()->buffers.value), shown(model["buffers"].GetInt64()));
    }
}

TEST_F(Torchvision, MacsAreExactOrUnknown) {
    for (const auto& [name, model] : models_.GetObject()) {
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        ASSERT_NE(report.root(), nullptr);
        const Quantity& macs = report.root()->macs;
        EXPECT_TRUE(macs.complete || !must_be_exact(name.GetString())) << problems(report);
        if (!macs.complete) continue;
        EXPECT_EQ(shown(macs.value), shown(model["macs"].GetInt64()));
    }
}

TEST_F(Torchvision, LayersAreExactWhereTheWholeIs) {
    for (const auto& [name, model] : models_.GetObject()) {
        if (!must_be_exact(name.GetString())) continue;
        SCOPED_TRACE(name.GetString());
        const Report report = count_model(model);
        for (const rapidjson::Value& layer : model["layers"].GetArray()) {
            const NodeReport* row = find_row(report, layer[0].GetString());
            ASSERT_NE(row, nullptr) << layer[0].GetString();
            EXPECT_EQ(shown(row->macs.value), shown(layer[4].GetInt64())) << row->path;
            EXPECT_EQ(shown(row->output_sizes), shown(sizes_of(layer[3]))) << row->path;
        }
    }
}

}  // namespace
}  // namespace paramscope::golden
