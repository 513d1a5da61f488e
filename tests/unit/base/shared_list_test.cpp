#include "base/shared_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rare_text.h"

namespace paramscope {
namespace THIS_FILE {

std::string joined(const SharedList<std::string>& list) {
    std::string text;
    for (const std::string& item : list) text += item + " ";
    return text;
}

TEST(SharedList, ReadsLikeAVector) {
    const SharedList<std::string> list = {"a", "b", "c"};
    EXPECT_EQ(list.size(), 3u);
    EXPECT_EQ(list.front() + list[1] + list.back(), "abc");
    EXPECT_EQ(joined(list), "a b c ");
    EXPECT_TRUE(SharedList<std::string>().empty());
    EXPECT_TRUE(SharedList<std::string>(std::vector<std::string>()).empty());
}

TEST(SharedList, IsSharedUntilItChanges) {
    SharedList<std::string> first = {"a", "b"};
    const SharedList<std::string> second = first;
    EXPECT_EQ(first.identity(), second.identity());
    first.edit()[0] = "x";
    EXPECT_EQ(joined(first), "x b ");
    EXPECT_EQ(joined(second), "a b ");
    EXPECT_NE(first.identity(), second.identity());
    const void* const own = first.identity();
    first.push_back("c");
    EXPECT_EQ(first.identity(), own);  // nobody else holds it
    first.clear();
    EXPECT_TRUE(first.empty());
}

TEST(SharedList, ChangesEveryItem) {
    SharedList<int> list = {1, 2};
    const SharedList<int> before = list;
    list.change([](int& item) { item *= 2; });
    EXPECT_EQ(list, (SharedList<int>{2, 4}));
    EXPECT_EQ(before, (SharedList<int>{1, 2}));
    SharedList<int> none;
    none.change([](int& item) { ++item; });
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.identity(), nullptr);
}

TEST(SharedList, IsEqualByItsItems) {
    EXPECT_EQ((SharedList<int>{1, 2}), (SharedList<int>{1, 2}));
    EXPECT_NE((SharedList<int>{1, 2}), (SharedList<int>{1, 3}));
    EXPECT_NE((SharedList<int>{1}), SharedList<int>());
}

TEST(RareText, IsTextOrNothing) {
    RareText text;
    EXPECT_TRUE(text.empty());
    EXPECT_EQ(text.view(), "");
    text = "float16";
    EXPECT_EQ(text.view(), "float16");
    EXPECT_EQ(text.view().substr(5), "16");
    const RareText copy = text;
    text = "";
    EXPECT_TRUE(text.empty());
    EXPECT_EQ(copy.view(), "float16");
    EXPECT_FALSE(copy == text);
}

}  // namespace
}  // namespace paramscope
