#include "open/python/prints/print_ties.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope::open::python {
namespace THIS_FILE {

/// "b=a c=a" as ties.
std::vector<Tie> ties(std::string_view text) {
    std::vector<Tie> ties;
    for (std::size_t i = 0; i + 3 <= text.size(); i += 4)
        ties.push_back({std::string(1, text[i]), std::string(1, text[i + 2]), {}});
    return ties;
}

std::string described(const std::vector<Tie>& ties) {
    std::string text;
    for (const Tie& each : ties) text += each.tied + (each.is_possible ? "?=" : "=") + each.source + " ";
    return text;
}

TEST(PrintTies, ThoseOfBothAreSureAndThoseOfOneArePossible) {
    struct Case {
        std::string_view one, other, expected;
    };
    const Case cases[] = {
        {"", "", ""},
        {"b=a", "b=a", "b=a "},
        {"b=a", "", "b?=a "},
        {"", "b=a", "b?=a "},
        {"b=a d=c", "d=c", "b?=a d=c "},
        // One names another source, since it ties fewer.
        {"b=a c=a", "c=b", "b?=a c=b "},
        // By one to the first, by the other to the second.
        {"b=a", "c=b", "b?=a c?=a "},
        {"b=a d=c", "c=a d=b", "c?=a b?=a d?=a "},
    };
    for (const Case& c : cases) EXPECT_EQ(described(ties_of_either(ties(c.one), ties(c.other))), c.expected);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open::python
