// ONNX files found in public: their weights as ONNX's own library reads them, their input, and work that is
// known otherwise.
#include <gtest/gtest.h>

#include <set>

#include "golden/support.h"
#include "open/open.h"
#include "support/same_counts.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// Elements of what is learned: shapes, axes and switches are whole numbers of 32 or 64 bits, or truths.
Integer weights_of(const rapidjson::Value& facts) {
    Integer total = facts.HasMember("generated_weights_numel")
                        ? Integer(facts["generated_weights_numel"].GetInt64())
                        : Integer(0);
    const std::set<std::string> others = {"INT32", "INT64", "BOOL", "STRING"};
    Integer listed = 0;
    for (const rapidjson::Value& tensor : facts["initializers"].GetArray()) {
        if (others.count(tensor[2].GetString()) > 0 || std::string(tensor[2].GetString()) == "FLOAT")
            continue;
        Integer elements = 1;
        for (const rapidjson::Value& dim : tensor[1].GetArray()) elements *= dim.GetInt64();
        listed += elements;
    }
    return total + listed + facts["numel_float_initializers"].GetInt64();
}

TEST(OnnxFiles, HoldTheWeightsThatOnnxFindsInThem) {
    const std::optional<std::string> folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected files";
    rapidjson::Document truth;
    truth.Parse(read_file(*folder + "/files/TRUTH.json").value_or("").c_str());
    int read = 0;
    for (const auto& entry : truth.GetObject()) {
        const std::string name = entry.name.GetString();
        if (!name.starts_with("onnx/")) continue;
        const std::optional<std::string> bytes = read_file(*folder + "/" + name);
        if (!bytes) continue;
        ++read;
        open::MemorySource source(*bytes);
        const open::Opened opened = open::open_model(source, name);
        EXPECT_EQ(opened.source, "onnx") << name;
        EXPECT_FALSE(has_errors(opened.diagnostics)) << name;
        const Report report = count_text(opened.text(), {});
        testing_support::expect_counts_as_text(opened);
        EXPECT_FALSE(has_errors(report.diagnostics)) << name;
        ASSERT_NE(report.root(), nullptr) << name;
        // Statistics of norms and scales of quantised tensors are buffers; so are written constants, of which
        // these files have none.
        const auto& ops = entry.value["ops"];
        const bool has_buffers =
            ops.HasMember("BatchNormalization") || ops.HasMember("QuantizeLinear");
        const Integer found = *report.root()->facts->parameters.value +
                              (has_buffers ? *report.root()->facts->buffers.value : Integer(0));
        EXPECT_EQ(found, weights_of(entry.value)) << name;
    }
    EXPECT_GT(read, 0);
}

TEST(OnnxFiles, WorkIsThatOfTheSameNetworkInPyTorch) {
    const std::optional<std::string> folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of collected files";
    const rapidjson::Document torchvision = load_torchvision(*folder);
    const std::pair<const char*, const char*> pairs[] = {{"light_resnet50", "resnet50"},
                                                         {"light_squeezenet", "squeezenet1_1"}};
    for (const auto& [file, model] : pairs) {
        const std::optional<std::string> bytes = read_file(*folder + "/onnx/" + file + ".onnx");
        ASSERT_TRUE(bytes) << file;
        open::MemorySource source(*bytes);
        const Report report = count_text(open::open_model(source, file).text(), {});
        EXPECT_TRUE(report.root()->facts->macs.is_complete()) << file;
        EXPECT_EQ(report.root()->facts->macs.value, Integer(torchvision[model]["macs"].GetInt64())) << file;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
