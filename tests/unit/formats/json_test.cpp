#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "count/count.h"
#include "formats/writers.h"
#include "unit/formats/sample.h"

namespace paramscope::formats_test {
namespace THIS_FILE {

rapidjson::Document parsed(const Report& report, const WriteOptions& options = {}) {
    rapidjson::Document document;
    document.Parse(write_json_report(report, options).c_str());
    EXPECT_FALSE(document.HasParseError());
    return document;
}

TEST(JsonReport, OfNothingHasNoNumbers) {
    const rapidjson::Document json = parsed(Report{});
    EXPECT_TRUE(json["nodes"].Empty());
    EXPECT_TRUE(json["totals"]["parameters"].IsNull());
    EXPECT_TRUE(json["totals"]["flops"].IsNull());
    EXPECT_FALSE(json["totals"]["parameters_complete"].GetBool());
}

TEST(JsonReport, HoldsTheContract) {
    const rapidjson::Document json = parsed(sample(), {4096, "line 1\nline 2"});
    EXPECT_STREQ(json["format"].GetString(), "paramscope-report");
    EXPECT_EQ(json["version"].GetInt(), 1);
    EXPECT_STREQ(json["source"].GetString(), "pytorch-repr");
    EXPECT_EQ(json["variables"]["d"].GetInt(), 4);
    EXPECT_EQ(json["inputs"][0][1].GetInt(), 4);
    EXPECT_STREQ(json["formula"]["parameters"].GetString(), "2*d^2 + 2*d");
    EXPECT_STREQ(json["formula"]["flops"].GetString(), "4*d^2");
}

TEST(JsonReport, TotalsSayWhetherTheyAreComplete) {
    const rapidjson::Document json = parsed(sample());
    const rapidjson::Value& totals = json["totals"];
    for (const char* name : {"parameters", "trainable"}) EXPECT_EQ(totals[name].GetInt(), 40) << name;
    for (const char* name : {"frozen", "buffers"}) EXPECT_EQ(totals[name].GetInt(), 0) << name;
    EXPECT_EQ(totals["macs"].GetInt(), 32);
    EXPECT_EQ(totals["flops"].GetInt(), 64);
    EXPECT_EQ(totals["bytes"].GetInt(), 160);
    EXPECT_FALSE(totals["parameters_complete"].GetBool());
    EXPECT_FALSE(totals["flops_complete"].GetBool());
}

TEST(JsonReport, ActiveAndStoredStandBesideParameters) {
    const rapidjson::Document json = parsed(count_text(
        "k = 1\nMixture(\n  forward(x) = route(experts, x, k=k)\n  (experts): ModuleList(\n"
        "    (0-3): 4 x Linear4bit(in_features=8, out_features=4, bias=False)\n  )\n)"));
    const rapidjson::Value& totals = json["totals"];
    EXPECT_EQ(totals["parameters"].GetInt(), 128);
    EXPECT_EQ(totals["active"].GetInt(), 32);
    EXPECT_EQ(totals["stored"].GetInt(), 64);
    EXPECT_EQ(totals["bytes"].GetInt(), 64);
    EXPECT_TRUE(totals["active_complete"].GetBool());
    EXPECT_EQ(json["nodes"][1]["active"].GetInt(), 32);
    EXPECT_EQ(json["nodes"][2]["active"].GetInt(), 128);
    EXPECT_STREQ(json["formula"]["active"].GetString(), "32*k");
    EXPECT_STREQ(json["formula"]["stored"].GetString(), "64");
}

TEST(JsonReport, NodesStandInPrintOrder) {
    const rapidjson::Document json = parsed(sample());
    const rapidjson::Value& nodes = json["nodes"];
    ASSERT_EQ(nodes.Size(), 3u);
    EXPECT_STREQ(nodes[1]["path"].GetString(), "0");
    EXPECT_STREQ(nodes[1]["type"].GetString(), "Linear");
    EXPECT_EQ(nodes[1]["repeat"].GetInt(), 2);
    EXPECT_EQ(nodes[1]["instances"].GetInt(), 1);
    EXPECT_EQ(nodes[1]["output"].Size(), 2u);
    EXPECT_STREQ(nodes[1]["status"].GetString(), "counted");
    EXPECT_STREQ(nodes[1]["formula"].GetString(), "2*d^2 + 2*d");
    EXPECT_EQ(nodes[1]["tensors"][0]["shape"][1].GetInt(), 4);
}

TEST(JsonReport, UnknownIsNull) {
    const rapidjson::Document json = parsed(sample());
    const rapidjson::Value& node = json["nodes"][2];
    for (const char* name : {"parameters", "macs", "flops", "output", "formula", "flops_formula"}) {
        EXPECT_TRUE(node[name].IsNull()) << name;
    }
    EXPECT_STREQ(node["status"].GetString(), "unknown");
}

TEST(JsonReport, DiagnosticsHaveLineAndColumn) {
    const rapidjson::Document json = parsed(sample(), {4096, "line 1\nline 2"});
    const rapidjson::Value& diagnostic = json["diagnostics"][0];
    EXPECT_STREQ(diagnostic["severity"].GetString(), "warning");
    EXPECT_EQ(diagnostic["line"].GetInt(), 2);
    EXPECT_EQ(diagnostic["column"].GetInt(), 2);
    EXPECT_STREQ(diagnostic["path"].GetString(), "odd");
    EXPECT_STREQ(diagnostic["message"].GetString(), "Mystery is not known");
}

TEST(JsonReport, ARemarkOnTheWholeHasNoPlaceButAnErrorHas) {
    Report report = sample();
    report.diagnostics = {{Severity::Note, "a note", {}, ""}, {Severity::Error, "an error", {}, ""}};
    const rapidjson::Document json = parsed(report);
    EXPECT_TRUE(json["diagnostics"][0]["line"].IsNull());
    EXPECT_EQ(json["diagnostics"][1]["line"].GetInt(), 1);
}

TEST(JsonReport, IntegersAreExactBeyond64Bits) {
    Report report = sample();
    report.nodes[0].facts.edit().parameters.value = kLargestInteger;
    EXPECT_NE(write_json_report(report, {}).find("\"parameters\": 170141183460469231731687303715884105727,"),
              std::string::npos);
}

TEST(JsonReport, FractionsAreTextAndNeverFloats) {
    Report report = sample();
    report.variables[0].value = Rational::make(1, 10);
    EXPECT_STREQ(parsed(report)["variables"]["d"].GetString(), "1/10");
}

TEST(JsonReport, DepthLeavesNodesOut) {
    EXPECT_EQ(parsed(sample(), {0, ""})["nodes"].Size(), 1u);
}

TEST(JsonReport, AnyBytesGiveValidText) {
    Report report = sample();
    report.nodes[2].type = "\xFF\"\\\x01";
    const rapidjson::Document json = parsed(report);
    EXPECT_STREQ(json["nodes"][2]["type"].GetString(), "\xEF\xBF\xBD\"\\\x01");
}

TEST(JsonReport, WithoutAModelEveryTotalIsNull) {
    const rapidjson::Document json = parsed(Report{});
    EXPECT_TRUE(json["totals"]["parameters"].IsNull());
    EXPECT_FALSE(json["totals"]["parameters_complete"].GetBool());
    EXPECT_TRUE(json["formula"]["parameters"].IsNull());
    EXPECT_EQ(json["nodes"].Size(), 0u);
}

}  // namespace
}  // namespace paramscope::formats_test
