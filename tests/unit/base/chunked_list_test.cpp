// A list in chunks: its items, their addresses, its end.
#include "base/chunked_list.h"

#include <gtest/gtest.h>

#include <memory>

namespace paramscope {
namespace THIS_FILE {

TEST(ChunkedList, KeepsItemsAtTheirPlacesWhileItGrows) {
    ChunkedList<int> list;
    list.emplace_back() = 7;
    const int* const first = &list.front();
    for (int i = 1; i < 1000; ++i) list.emplace_back() = i;
    EXPECT_EQ(&list[0], first);
    EXPECT_EQ(list.size(), 1000u);
    EXPECT_EQ(list[999], 999);
    EXPECT_EQ(list.back(), 999);
    int sum = 0;
    for (const int item : list) sum += item;
    EXPECT_EQ(sum, 7 + 999 * 1000 / 2);
}

TEST(ChunkedList, RemovesTheLastItems) {
    ChunkedList<std::shared_ptr<int>> list;
    const auto shared = std::make_shared<int>(1);
    for (int i = 0; i < 300; ++i) list.emplace_back() = shared;
    EXPECT_EQ(shared.use_count(), 301);
    while (list.size() > 128) list.pop_back();
    EXPECT_EQ(shared.use_count(), 129);
    list.emplace_back();
    EXPECT_EQ(list.back(), nullptr);
    while (!list.empty()) list.pop_back();
    EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace
}  // namespace paramscope
