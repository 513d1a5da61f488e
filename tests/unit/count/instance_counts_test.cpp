// How often modules exist, and how often their work is done.
#include "unit/count/support.h"

#include "count/report/instance_counts.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

struct Case {
    std::string_view text;
    std::string_view instances, rounded, work;  ///< of every module, in print order
};

constexpr Case kCases[] = {
    {"Net(\n  (a): ReLU()\n)", "1 1", "1 1", "1 1"},
    {"n = 3\nNet(\n  (0-*): n x Block(\n    (0-1): 2 x Inner(\n      (fc): Linear(2, 2)\n    )\n  )\n)",
     "1 1 3 6", "1 1 3 6", "1 n 2*n 2*n"},
    // an unknown repeat
    {"Net(\n  (0-*): m x Block(\n    (fc): Linear(2, 2)\n  )\n)", "1 1 ?", "1 1 1", "1 m m"},
    // equal layers, beside each other and apart
    {"n = 3\nNet(\n  (a): ReLU()\n  (b): ReLU()\n  (0-*): n x Block(\n    (a): ReLU()\n    (b): Tanh()\n    "
     "(c): "
     "ReLU()\n  )\n)",
     "1 1 1 1 3 3 3", "1 1 1 1 3 3 3", "1 1 1 n n n n"},
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

TEST(InstanceCounts, AlikeModulesHaveTheWorkOfAllOfThem) {
    for (const Case& c : kCases) {
        const Report report = count_text(c.text);
        const std::vector<Polynomial> work = work_counts(report);
        for (std::size_t i = 0; i < work.size(); ++i) EXPECT_EQ(work_count(report, i), work[i]) << c.text;
        std::vector<bool> is_first(work.size());
        for (const AlikeModules& alike : alike_modules(report)) {
            Polynomial sum;
            for (std::size_t i = 0; i < work.size(); ++i) {
                if (report.nodes[i].facts.is_same_object(report.nodes[alike.first].facts)) sum += work[i];
            }
            EXPECT_EQ(alike.times, sum) << c.text;
            is_first[alike.first] = true;
        }
        for (std::size_t i = 0; i < work.size(); ++i) {
            bool is_known = false;
            for (std::size_t before = 0; before < i; ++before)
                is_known = is_known || report.nodes[before].facts.is_same_object(report.nodes[i].facts);
            EXPECT_NE(is_first[i], is_known) << c.text << " row " << i;
        }
    }
}

}  // namespace
}  // namespace paramscope
