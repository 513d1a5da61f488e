// How often modules exist, and how often their work is done.
#include "unit/count/support.h"

#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

using namespace testing_support;

struct Case {
    std::string_view text;
    std::string_view instances, rounded, work;  ///< of every module, in print order
};

constexpr Case kCases[] = {
    {"Net(\n  (a): ReLU()\n)", "1 1", "1 1", "1 1"},
    {"n = 3\nNet(\n  (0-*): n x Block(\n    (0-1): 2 x Inner(\n      (fc): Linear(2, 2)\n    )\n  )\n)",
     "1 1 3 6", "1 1 3 6",
     "1 n 2*n 2*n"},
    // an unknown repeat
    {"Net(\n  (0-*): m x Block(\n    (fc): Linear(2, 2)\n  )\n)", "1 1 ?", "1 1 1", "1 m m"},
    // both repeats were counted, as they change the shape
    {"input = (1, 4, 8, 8)\nSequential(\n  (0-1): 2 x Conv2d(4, 4, 3)\n)", "1 1", "1 1", "1 1"},
};

TEST(InstanceCounts, MultiplyTheRepeatsAround) {
    for (const Case& c : kCases) {
        const Report report = count_text(c.text);
        const std::vector<double> rounded = instance_counts(report);
        const std::vector<Polynomial> work = work_counts(report);
        std::string instances, rounded_text, work_text;
        for (std::size_t i = 0; i < report.nodes.size(); ++i) {
            const std::string space = i > 0 ? " " : "";
            instances += space + shown(report.instances(i));
            rounded_text += space + to_string(static_cast<Integer>(rounded[i]));
            work_text += space + print(work[i], Notation::Plain);
        }
        EXPECT_EQ(instances, c.instances) << c.text;
        EXPECT_EQ(rounded_text, c.rounded) << c.text;
        EXPECT_EQ(work_text, c.work) << c.text;
    }
}

TEST(InstanceCounts, BeyondWhatFitsAreRoundedOrUnknown) {
    std::string text = "Net(\n", end = ")";
    for (int i = 0; i < 5; ++i) {
        text += "(0-*): 10^15 x Block(\n";
        end += "\n)";
    }
    const Report report = count_text(text + "(a): ReLU()\n" + end);
    ASSERT_EQ(report.nodes.size(), 7u);
    EXPECT_EQ(shown(report.instances(6)), "?");
    EXPECT_EQ(instance_counts(report)[6], 1e60);
}

}  // namespace
}  // namespace paramscope
