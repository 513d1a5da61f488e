// The numbers that a visitor sees before the interface is there.
#include "bindings/headline.h"

#include <gtest/gtest.h>

namespace paramscope::bindings {
namespace THIS_FILE {

std::string headline_of(std::string_view text, bool is_chinese = false) {
    transfer::Counter counter;
    counter.read(text);
    return headline(count_first(counter), is_chinese);
}

TEST(Headline, HasParametersAndFlops) {
    EXPECT_EQ(headline_of("Linear(3, 5)"), "20\n30");
    EXPECT_EQ(headline_of("Linear(3, 5)", true), "20\n30");
}

TEST(Headline, HasWordsWhereTheTotalIsNotExact) {
    constexpr std::string_view kPartial = "Net(\n  (a): Linear(3, 5)\n  (b): Mystery()\n)\n";
    EXPECT_TRUE(headline_of(kPartial).starts_with("at least 20"));
    EXPECT_TRUE(headline_of(kPartial, true).starts_with("至少 20"));
}

TEST(Headline, IsEmptyForWhatIsNoModel) {
    for (const std::string_view text : {"", "Linear(", "import torch\n", "{\"a\": 1}"})
        EXPECT_EQ(headline_of(text), "\n") << text;
}

}  // namespace THIS_FILE
}  // namespace paramscope::bindings
