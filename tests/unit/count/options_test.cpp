// Options of a count.
#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Options, ModesHaveNames) {
    struct Case {
        Mode mode;
        std::string_view name;
    };
    constexpr Case cases[] = {{Mode::Forward, "forward"}, {Mode::Training, "training"}, {Mode::Decode, "decode"}};
    for (const Case& c : cases) EXPECT_EQ(to_string(c.mode), c.name);
}

TEST(Options, AnInputReplacesTheModels) {
    CountOptions options;
    options.inputs = {{5, 2}};
    const Report report = count_text("input = (1, 2)\nLinear(2, 3)", options);
    EXPECT_EQ(to_string(report.nodes[0].facts->output->dims), "(5, 3)");
}

}  // namespace
}  // namespace paramscope
