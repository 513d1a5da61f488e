// Totals of parameters that a line states.
#include "model/stated_totals.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

std::string shown(std::string_view line) {
    std::string all;
    for (const StatedTotal& total : find_stated_totals(line, 0, static_cast<std::uint32_t>(line.size()))) {
        constexpr const char* kinds[] = {"all ", "trainable ", "frozen "};
        all += (all.empty() ? "" : "; ") + std::string(kinds[static_cast<int>(total.kind)]) +
               to_string(total.number.value);
    }
    return all;
}

TEST(StatedTotals, AreNamedByTheirLabels) {
    const struct {
        const char *line, *totals;
    } cases[] = {
        {"Total params: 25,557,032", "all 25557032"},
        {"INFO Total parameters = 12", "all 12"},
        {"Number of parameters:           61.71 k", "all 61710"},
        {"params per GPU:          62.01 K", "all 62010"},
        {"  Number of trainable parameters = 124,439,808", "trainable 124439808"},
        {"Non-trainable params: 5", "frozen 5"},
        {"trainable params: 4 || all params: 6 || trainable%: 66.6", "trainable 4; all 6"},
        {"params: 5", ""},
        {"total parameters", ""},
        {"The total params: many", ""},
        {"", ""},
    };
    for (const auto& c : cases) EXPECT_EQ(shown(c.line), c.totals) << c.line;
}

TEST(StatedTotals, HaveOneWholeOrNone) {
    const std::string_view one = "Total params: 1.2 k, total params: 1,234",
                           two = "Total params: 5, all params: 6";
    const auto whole = whole_total(find_stated_totals(one, 0, static_cast<std::uint32_t>(one.size())));
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->number.value == Integer(1234));
    EXPECT_FALSE(whole_total(find_stated_totals(two, 0, static_cast<std::uint32_t>(two.size()))));
}

}  // namespace
}  // namespace paramscope
