// Regular expressions: what is refused, and that matching ends. What patterns match is compared with CPython
// in tests/golden/snippets_test.cpp.
#include "open/python/libraries/pattern.h"

#include <gtest/gtest.h>

namespace paramscope::open::python {
namespace THIS_FILE {

TEST(PythonPattern, RefusesWhatItDoesNotRead) {
    for (const char* const text : {"(a)\\1",   "(?<=a)b",
                                   "(?i:a)",   "(?P=x)",
                                   "(?#a)",    "a**",
                                   "a*+",      "(a*)*",
                                   "(^)+",     "(?:)*",
                                   "(",        ")",
                                   "[a",       "a{2,1}",
                                   "*",        "\\q",
                                   "[z-a]",    "[\\d-x]",
                                   "\\x9",     "\\xff",
                                   "\xc3\xa9", "(?P<a>x)(?P<a>y)",
                                   "a{99999}", "\\"})
        EXPECT_FALSE(Pattern::parse(text, {})) << text;
    EXPECT_FALSE(Pattern::parse("((((a{100}){100}){100}){100}){100}", {}));
    EXPECT_FALSE(Pattern::parse(std::string(1000, '('), {}));
    EXPECT_FALSE(Pattern::parse(std::string(100000, '|'), {}));
}

TEST(PythonPattern, KeepsGroupsWithTheirNames) {
    const auto pattern = Pattern::parse("(?P<name>a)(b)?(?:c)", {});
    ASSERT_TRUE(pattern);
    EXPECT_EQ(pattern->groups(), 2);
    EXPECT_EQ(pattern->names(), (std::vector<std::pair<std::string, int>>{{"name", 1}}));
    std::size_t steps = 100;
    EXPECT_EQ(pattern->find("xac", 0, PatternPlace::Anywhere, false, &steps).spans,
              (PatternSpans{{1, 3}, {1, 2}, {-1, -1}}));
}

TEST(PythonPattern, EndsAtItsSteps) {
    const auto pattern = Pattern::parse("(a+)+b", {});
    ASSERT_TRUE(pattern);
    std::size_t steps = 100000;
    const PatternMatch match = pattern->find(std::string(60, 'a'), 0, PatternPlace::Anywhere, false, &steps);
    EXPECT_TRUE(match.is_too_long);
    EXPECT_TRUE(match.spans.empty());
    EXPECT_EQ(steps, 0u);
}

}  // namespace
}  // namespace paramscope::open::python
