#include "count/compare/distinct_names.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

TEST(ElidedPath, KeepsTheFirstAndTheLastTwoNames) {
    const struct {
        std::string_view path, elided;
    } cases[] = {
        {"", ""},
        {"fc", "fc"},
        {"mlp.fc", "mlp.fc"},
        {"layer4.2.conv2", "layer4.2.conv2"},
        {"down4.1.double_conv.3", "down4…double_conv.3"},
        {"down4.maxpool_conv.1.double_conv.3", "down4…double_conv.3"},
    };
    for (const auto& c : cases) EXPECT_EQ(elided_path(c.path), c.elided);
}

/// The names of the modules at these paths, ", " between them.
std::string names_of(std::string_view text, std::vector<std::string> paths) {
    const Report report = count_text(text);
    std::vector<std::uint32_t> nodes;
    for (const std::string& path : paths) {
        for (std::uint32_t i = 0; i < report.nodes.size(); ++i)
            if (report.path(i) == path) nodes.push_back(i);
    }
    std::string all;
    for (const std::string& name : distinct_names(report, nodes)) all += (all.empty() ? "" : ", ") + name;
    return all;
}

TEST(DistinctNames, AreAsLongAsTheyNeedToBe) {
    constexpr std::string_view text =
        "Net(\n  (down1): A(\n    (pool): A(\n      (1): A(\n        (conv): Linear(2, 2)\n      )\n    )\n  "
        ")\n"
        "  (down2): A(\n    (pool): A(\n      (1): A(\n        (conv): Linear(2, 2)\n      )\n    )\n  )\n"
        "  (a1): A(\n    (conv): Linear(2, 2)\n  )\n  (conv): Linear(2, 2)\n)";
    EXPECT_EQ(names_of(text, {"down1.pool.1.conv"}), "1.conv");
    EXPECT_EQ(names_of(text, {"down1.pool.1.conv", "down2.pool.1.conv"}), "down1…1.conv, down2…1.conv");
    EXPECT_EQ(names_of(text, {"down1.pool.1.conv", "a1.conv", "conv"}), "1.conv, a1.conv, conv");
    EXPECT_EQ(names_of(text, {"", "conv"}), "Net, conv");
}

}  // namespace
}  // namespace paramscope
