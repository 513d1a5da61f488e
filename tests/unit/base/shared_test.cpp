#include "base/shared.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rare.h"

namespace paramscope {
namespace THIS_FILE {

struct Thing : Counted {
    explicit Thing(int* count) : deaths(count) {}
    ~Thing() { ++*deaths; }

    int* deaths;
};

TEST(Shared, DeletesWithTheLastHolder) {
    int deaths = 0;
    Shared<Thing> first(new Thing(&deaths));
    EXPECT_TRUE(first.is_sole());
    {
        const Shared<Thing> second = first;
        EXPECT_EQ(second, first);
        EXPECT_FALSE(first.is_sole());
    }
    EXPECT_TRUE(first.is_sole());
    Shared<Thing> moved = std::move(first);
    EXPECT_FALSE(first);
    EXPECT_EQ(deaths, 0);
    moved = Shared<Thing>();
    EXPECT_EQ(deaths, 1);
}

TEST(Shared, MayBeAssignedToItself) {
    int deaths = 0;
    Shared<Thing> thing(new Thing(&deaths));
    const Shared<Thing>& same = thing;
    thing = same;
    EXPECT_TRUE(thing.is_sole());
    EXPECT_EQ(deaths, 0);
}

TEST(Shared, ACopyOfTheObjectHasNoHolders) {
    int deaths = 0;
    const Shared<Thing> thing(new Thing(&deaths));
    const Shared<Thing> copy(new Thing(*thing));
    EXPECT_TRUE(copy.is_sole());
    EXPECT_TRUE(thing.is_sole());
}

TEST(Rare, CopiesItsValue) {
    Rare<std::string> name = std::string("fc");
    Rare<std::string> copy = name;
    *copy += "1";
    EXPECT_EQ(*name, "fc");
    EXPECT_EQ(copy->size(), 3U);
    copy = name;
    EXPECT_EQ(*copy, "fc");
    copy.reset();
    EXPECT_FALSE(copy);
    EXPECT_TRUE(name);
    EXPECT_EQ(copy.emplace(), "");
}

}  // namespace
}  // namespace paramscope
