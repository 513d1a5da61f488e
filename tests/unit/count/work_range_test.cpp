// The ends of work that is an estimate, where the text says with which numbers it is least and most.
#include "count/work_range.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "count/recount.h"
#include "formats/support/numbers.h"
#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

/// d·h of the first layer, which is as printed, and h·t of a table.
std::string text_with(std::string_view header) {
    return "h = 4\nd = 2\ninput = (t, 8)\nforward: traced, estimated\n" + std::string(header) +
           "\nbasis: exact\nNet(\n  forward(x) = a(x) * matmul(tensor(size=(t, 1)), tensor(size=(1, h)))\n"
           "  (a): Linear(8, 1)\n)";
}

std::string macs_of(const Report& report) {
    return work_in_words(report.root()->facts->macs, report.macs_bounds);
}

TEST(WorkRange, IsThatOfTheStatedNumbers) {
    struct Case {
        std::string_view header, t, h, macs;
    };
    const Case cases[] = {
        {"least work: h = 1\nmost work: h = 8", "10", "", "90 to 160"},
        {"least work: h = 1, d = 8\nmost work: h = 8, d = 1", "20", "", "180 to 320"},
        // One end is no range; a number that is set is none that decides.
        {"least work: h = 1", "10", "", "about 120"},
        {"least work: h = 1\nmost work: h = 8", "10", "2", "about 100"},
        // The model does not have the number.
        {"least work: x = 1\nmost work: x = 8", "10", "", "about 120"},
    };
    for (const Case& c : cases) {
        CountOptions options;
        options.overrides = {{"t", Polynomial(std::stoi(std::string(c.t)))}};
        if (!c.h.empty()) options.overrides.emplace_back("h", Polynomial(std::stoi(std::string(c.h))));
        EXPECT_EQ(macs_of(count_text(text_with(c.header), options)), c.macs) << c.header;
    }
}

TEST(WorkRange, FollowsARecount) {
    Diagnostics none;
    const auto model = std::make_shared<Model>(
        read_model_text(text_with("least work: h = 1\nmost work: h = 8"), &none));
    Recount recount;
    for (const int tokens : {10, 20, 30, 40}) {
        CountOptions options;
        options.overrides = {{"t", Polynomial(tokens)}};
        const Report report = recount.count(model, options, {});
        ASSERT_TRUE(report.flops_bounds.has_value());
        EXPECT_EQ(report.flops_bounds->least, 18 * tokens);
        EXPECT_EQ(report.flops_bounds->most, 32 * tokens);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
