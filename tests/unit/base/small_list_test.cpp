#include "base/small_list.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace paramscope {
namespace THIS_FILE {

using List = SmallList<std::string, 2>;

/// Texts of which some have memory of their own.
std::vector<std::string> texts(std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(std::string(i * 9, 'x') + std::to_string(i));
    return all;
}

std::vector<std::string> items(const List& list) {
    return {list.begin(), list.end()};
}

TEST(SmallList, HoldsAnyNumberOfItems) {
    for (std::size_t count = 0; count < 9; ++count) {
        const std::vector<std::string> all = texts(count);
        List list(all.begin(), all.end());
        EXPECT_EQ(items(list), all);
        const List copy = list;
        EXPECT_TRUE(copy == list);
        const List moved = std::move(list);
        EXPECT_EQ(items(moved), all);
        EXPECT_TRUE(list.empty());
        list = moved;
        EXPECT_EQ(items(list), all);
        list = List{"a"};
        EXPECT_EQ(items(list), std::vector<std::string>{"a"});
    }
}

TEST(SmallList, ChangesLikeAVector) {
    std::vector<std::string> expected = {"a", "b"};
    List list = {"a", "b"};
    const auto same = [&] { EXPECT_EQ(items(list), expected); };
    list.push_back(list[0]), expected.push_back(expected[0]), same();
    list.insert(list.begin() + 1, "c"), expected.insert(expected.begin() + 1, "c"), same();
    const std::vector<std::string> more = texts(3);
    list.insert(list.begin(), more.begin(), more.end()), expected.insert(expected.begin(), more.begin(), more.end()), same();
    list.erase(list.begin() + 2), expected.erase(expected.begin() + 2), same();
    list.erase(list.begin(), list.begin() + 2), expected.erase(expected.begin(), expected.begin() + 2), same();
    list.resize(6, "z"), expected.resize(6, "z"), same();
    list.resize(1), expected.resize(1), same();
    list.pop_back(), expected.pop_back(), same();
    list.assign(3, "q"), expected.assign(3, "q"), same();
    list.clear(), expected.clear(), same();
}

}  // namespace
}  // namespace paramscope
