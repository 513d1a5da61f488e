// State dicts of PyTorch's models, which do not tell parameters from buffers: what is exact is so, and a
// range holds.
#include <gtest/gtest.h>

#include <string>

#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

TEST(StateDicts, HaveTheParametersOfTheirModels) {
    const rapidjson::Document records = load_golden("state_dicts.json");
    ASSERT_TRUE(records.IsArray());
    std::size_t ranges = 0;
    for (const rapidjson::Value& record : records.GetArray()) {
        const std::string text = record["tensors"].GetString();
        SCOPED_TRACE(record["what"].GetString());
        open::MemorySource source(text);
        const Report report = count_text(open::open_model(source, "state.txt").text());
        const Quantity& total = report.root()->facts->parameters;
        ASSERT_TRUE(total.is_complete());
        const Integer parameters = record["parameters"].GetInt64();
        const Integer most = *total.value, least = report.parameters_min.value_or(most);
        EXPECT_TRUE(least <= parameters && parameters <= most)
            << to_string(least) << " to " << to_string(most) << ", not " << to_string(parameters);
        ranges += total.basis == Basis::Range;
    }
    EXPECT_EQ(ranges, records.Size() - 6u) << "of layers, six have names that tell all";
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
