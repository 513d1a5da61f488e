// Modules with the name of a well-known block and a flow of their own: what can be told from the text is
// told.
#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

Report report_of(const rapidjson::Value& record, const char* text) {
    CountOptions options;
    options.inputs = {dims_of(record["input"])};
    return count_text(record[text].GetString(), options);
}

/// Whatever print leaves open, parameters are all there and the text is not called wrong.
void expect_no_harm(const Report& report, const rapidjson::Value& record) {
    ASSERT_NE(report.root(), nullptr);
    EXPECT_FALSE(has_errors(report.diagnostics));
    EXPECT_TRUE(report.root()->facts->parameters.is_complete());
    EXPECT_EQ(shown(report.root()->facts->parameters.value), shown(record["parameters"].GetInt64()));
}

TEST(Lookalikes, AreExactWithTheirOwnLine) {
    const rapidjson::Document records = load_golden("lookalikes.json");
    ASSERT_TRUE(records.IsArray());
    for (const rapidjson::Value& record : records.GetArray()) {
        const Report report = report_of(record, "text");
        SCOPED_TRACE(record["text"].GetString() + problems(report));
        expect_no_harm(report, record);
        EXPECT_TRUE(report.root()->facts->macs.is_complete());
        EXPECT_EQ(shown(report.root()->facts->macs.value), shown(record["macs"].GetInt64()));
        EXPECT_EQ(shown(report.root()->facts->output_sizes), shown(sizes_of(record["output"])));
    }
}

TEST(Lookalikes, AsPrintedAreTakenForTheWellKnownBlockOnlyWhereAllFits) {
    const rapidjson::Document records = load_golden("lookalikes.json");
    ASSERT_TRUE(records.IsArray());
    std::map<std::string_view, int> seen;
    for (const rapidjson::Value& record : records.GetArray()) {
        const Report report = report_of(record, "repr");
        SCOPED_TRACE(record["repr"].GetString() + problems(report));
        expect_no_harm(report, record);
        const NodeReport &root = *report.root(), &block = *find_row(report, "1");
        const std::string_view kind = record["kind"].GetString();
        ++seen[kind];
        if (kind == "hidden") {  // the limit: name, children and sizes are those of the well-known block
            EXPECT_TRUE(root.facts->macs.is_complete());
            EXPECT_EQ(block.facts->family, "block");
        } else if (kind == "alike") {
            EXPECT_EQ(shown(root.facts->macs.value), shown(record["macs"].GetInt64()));
        } else {
            EXPECT_FALSE(root.facts->macs.is_complete());
            EXPECT_FALSE(block.facts->macs.value)
                << "what a line that does not hold has counted is taken back";
            EXPECT_LE(root.facts->macs.value.value_or(0), record["macs"].GetInt64());
        }
    }
    for (const std::string_view kind : {"hidden", "alike", "contradicted", "different"})
        EXPECT_GT(seen[kind], 0) << kind;
}

}  // namespace
}  // namespace paramscope::golden
