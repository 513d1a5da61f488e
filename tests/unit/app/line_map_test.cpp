// Places of the editor's lines: rows between them, and a folded beginning.
#include "app/editor/line_map.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace THIS_FILE {

TEST(LineMap, LinesFollowEachOtherWithoutRows) {
    const LineMap map(5, 10, 0, {});
    EXPECT_EQ(map.top(0), 0);
    EXPECT_EQ(map.top(3), 30);
    EXPECT_EQ(map.height(), 50);
    EXPECT_EQ(map.line_at(29), 2u);
    EXPECT_EQ(map.line_at(-5), 0u);
    EXPECT_EQ(map.line_at(500), 4u);
}

TEST(LineMap, ARowMovesTheLinesBelowItAndBelongsToTheLineAbove) {
    const LineMap map(5, 10, 0, {{0, 4}, {2, 25}, {2, 5}});
    EXPECT_EQ(map.top(0), 4);
    EXPECT_EQ(map.top(1), 14);
    EXPECT_EQ(map.top(2), 54);
    EXPECT_EQ(map.height(), 84);
    EXPECT_EQ(map.top_of_insert(0), 0);
    EXPECT_EQ(map.top_of_insert(1), 24);
    EXPECT_EQ(map.top_of_insert(2), 49);
    EXPECT_EQ(map.line_at(2), 0u);
    EXPECT_EQ(map.line_at(30), 1u);
    EXPECT_EQ(map.line_at(54), 2u);
}

TEST(LineMap, FoldedLinesAreOneLine) {
    const LineMap map(6, 10, 3, {{4, 7}});
    EXPECT_FALSE(map.hides(0));
    EXPECT_TRUE(map.hides(1));
    EXPECT_TRUE(map.hides(2));
    EXPECT_FALSE(map.hides(3));
    EXPECT_EQ(map.top(3), 10);
    EXPECT_EQ(map.top_of_insert(0), 20);
    EXPECT_EQ(map.top(4), 27);
    EXPECT_EQ(map.height(), 47);
    EXPECT_EQ(map.line_at(5), 0u);
    EXPECT_EQ(map.line_at(15), 3u);
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
