#include "open/python/libraries/guesses.h"

#include <gtest/gtest.h>

namespace paramscope::open::python {
namespace THIS_FILE {

TEST(Guesses, FollowTheNameOfAnArgument) {
    const std::pair<const char*, const char*> cases[] = {
        {"num_classes", "1000"}, {"in_channels", "3"},   {"mlp_dim", "2048"},
        {"text_dim", "512"},     {"dim", "512"},         {"base_channels", "3"},
        {"block", "..."},        {"redimension", "..."}, {"", "..."},
    };
    for (const auto& [name, value] : cases) EXPECT_EQ(guess_value(name), value) << name;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::python
