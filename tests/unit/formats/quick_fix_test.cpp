// Changes that diagnostics propose, by the holes of their sentences.
#include "formats/support/quick_fix.h"

#include <gtest/gtest.h>

#include "base/concat.h"

namespace paramscope {
namespace THIS_FILE {

constexpr MessageTemplate kSimilar{"test.similar", "{name} is unknown: did you mean {similar}?"};
constexpr MessageTemplate kType{"test.type", "nothing is known of {type}; did you mean {similar}?"};
constexpr MessageTemplate kMissing{"test.missing", "a '{missing}' is missing"};
constexpr MessageTemplate kSuperfluous{"test.superfluous", "this '{superfluous}' is one too many"};
constexpr MessageTemplate kPart{"test.part", "{path} is unknown: {reason}"};
constexpr MessageTemplate kPlain{"test.plain", "{name} is unknown"};

/// "6-9 Conv2d", "" for no change.
std::string fix_of(const Message& message, Span span, std::string_view text) {
    const std::optional<QuickFix> fix = quick_fix({Severity::Warning, message, span}, text);
    return fix ? concat(fix->span.begin, "-", fix->span.end, " ", fix->words) : "";
}

TEST(QuickFix, FollowsTheHolesOfTheSentence) {
    const Message similar(kSimilar, {{"name", "n_clases"}, {"similar", "n_classes"}});
    EXPECT_EQ(fix_of(similar, {4, 12}, "f(a,n_clases)"), "4-12 n_classes");
    EXPECT_EQ(fix_of(Message(kPart, {{"path", "a"}, {"reason", similar}}), {4, 12}, "f(a,n_clases)"),
              "4-12 n_classes");
    EXPECT_EQ(fix_of(Message(kType, {{"type", "Covn2d"}, {"similar", "Conv2d"}}), {2, 11}, "= nn.Covn2d(3)"),
              "5-11 Conv2d");
    EXPECT_EQ(fix_of(Message(kMissing, {{"missing", ":"}}), {7, 8}, "def f()\n  x"), "7-7 :");
    EXPECT_EQ(fix_of(Message(kMissing, {{"missing", ":"}}), {7, 8}, "def f()"), "7-7 :");
    EXPECT_EQ(fix_of(Message(kSuperfluous, {{"superfluous", ","}}), {3, 4}, "(1 , )"), "3-4 ");
}

TEST(QuickFix, IsNoneWhereTheTextHasSomethingElse) {
    const Message similar(kSimilar, {{"name", "n_clases"}, {"similar", "n_classes"}});
    EXPECT_EQ(fix_of(similar, {0, 4}, "Head(3)"), "");
    EXPECT_EQ(fix_of(similar, {}, "n_clases"), "");
    EXPECT_EQ(fix_of(similar, {90, 98}, "n_clases"), "");
    EXPECT_EQ(fix_of(Message(kPlain, {{"name", "x"}}), {0, 1}, "x"), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope
