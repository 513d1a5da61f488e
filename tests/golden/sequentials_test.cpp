// The differential set: hundreds of random nn.Sequential trees, run in PyTorch, counted here from their text.
#include <gtest/gtest.h>

#include "golden/support.h"

namespace paramscope::golden {
namespace THIS_FILE {

void expect_layers(const Report& report, const rapidjson::Value& layers) {
    for (const rapidjson::Value& layer : layers.GetArray()) {
        const NodeReport* row = find_row(report, layer[0].GetString());
        ASSERT_NE(row, nullptr) << layer[0].GetString();
        EXPECT_EQ(shown(row->facts->output_sizes), shown(sizes_of(layer[2]))) << report.path(*row) << " " << row->type;
    }
}

TEST(Sequentials, EveryTreeAgreesWithPyTorch) {
    const rapidjson::Document trees = load_golden("sequentials.json");
    ASSERT_TRUE(trees.IsArray());
    ASSERT_GE(trees.Size(), 400u);
    for (const rapidjson::Value& tree : trees.GetArray()) {
        CountOptions options;
        options.inputs = {dims_of(tree["input"])};
        const Report report = count_text(tree["text"].GetString(), options);
        SCOPED_TRACE("seed " + std::to_string(tree["seed"].GetInt()) + "\n" + tree["text"].GetString() + "\n" +
                     problems(report));
        ASSERT_NE(report.root(), nullptr);
        const NodeReport& root = *report.root();
        EXPECT_EQ(shown(root.facts->parameters.value), shown(tree["parameters"].GetInt64()));
        EXPECT_EQ(shown(root.facts->trainable()), shown(tree["trainable"].GetInt64()));
        EXPECT_EQ(shown(root.facts->buffers.value), shown(tree["buffers"].GetInt64()));
        EXPECT_EQ(shown(root.facts->macs.value), shown(tree["macs"].GetInt64()));
        EXPECT_EQ(shown(root.facts->output_sizes), shown(sizes_of(tree["output"])));
        EXPECT_TRUE(root.facts->parameters.is_complete() && root.facts->macs.is_complete());
        if (HasFailure()) expect_layers(report, tree["layers"]);
    }
}

}  // namespace
}  // namespace paramscope::golden
