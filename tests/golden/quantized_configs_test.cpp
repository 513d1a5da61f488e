// Bytes of quantised configs against the total_size of the index beside them.
#include <gtest/gtest.h>

#include "base/source.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

TEST(QuantizedConfigs, TakeTheBytesOfTheirFiles) {
    const std::optional<std::string> folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder";
    for (const std::string name : {"openai__gpt-oss-20b_mxfp4", "Qwen__Qwen3-14B-MLX-4bit"}) {
        const std::optional<std::string> config = read_file(*folder + "/hf/" + name + ".config.json");
        rapidjson::Document index;
        index.Parse(read_file(*folder + "/hf/" + name + ".index.json").value_or("").c_str());
        ASSERT_TRUE(config && index.IsObject()) << name;
        open::MemorySource source(*config);
        const Report report = count_text(open::open_model(source, "").text());
        EXPECT_EQ(to_string(report.bytes.value_or(0)),
                  std::to_string(index["metadata"]["total_size"].GetInt64()))
            << name;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
