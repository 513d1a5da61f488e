// Overrides of names that a model does not have.
#include "unit/count/support.h"

#include "count/unused_overrides.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(UnusedOverrides, AreWarnedAbout) {
    struct Case {
        std::string_view text, name;
        std::vector<Dims> inputs;
        std::string_view warning;
    };
    const Case cases[] = {
        {"d = 4\nLinear(d, 2)", "d", {}, ""},
        {"Linear(4, 2)", "d", {}, "override.unused(name: d)"},
        {"dim = 4\nLinear(dim, 2)", "d", {}, "override.unused(name: d)"},
        {"# Built from source code: Net(d=4)\nLinear(4, 2)", "d", {}, "override.unused(name: d)"},
        {"d = 4  # width\nLinear(d, 2)", "width", {}, "override.unused(name: width)"},
        {"Softmax(dim=-1)", "dim", {}, "override.unused(name: dim)"},
        {"Linear(in_features=d, out_features=2)", "d", {}, ""},
        {"Linear(4, 2)", "n", {{Polynomial::symbol("n"), 4}}, ""},
        {"Linear(4, 2)", "n", {{Polynomial::symbol("nn"), 4}}, "override.unused(name: n)"},
    };
    for (const Case& c : cases) {
        CountOptions options;
        options.overrides = {{std::string(c.name), 8}};
        options.inputs = c.inputs;
        Report report;
        warn_about_unused_overrides(options, c.text, report);
        EXPECT_EQ(described_first(report, Severity::Warning), c.warning) << c.text;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
