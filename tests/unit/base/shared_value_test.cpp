#include "base/shared_value.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

TEST(SharedValue, StartsAsItsUsualValue) {
    const SharedValue<std::string> value;
    EXPECT_EQ(*value, "");
    EXPECT_TRUE(value->empty());
}

TEST(SharedValue, ACopyIsTheSameObjectUntilOneChanges) {
    SharedValue<std::string> first(std::string("a"));
    SharedValue<std::string> second = first;
    EXPECT_TRUE(first.is_same_object(second));
    second.edit() += "b";
    EXPECT_FALSE(first.is_same_object(second));
    EXPECT_EQ(*first, "a");
    EXPECT_EQ(*second, "ab");
}

TEST(SharedValue, ASoleHolderIsChangedInPlace) {
    SharedValue<std::string> value(std::string("a"));
    const std::string* const before = &*value;
    value.edit() = "b";
    EXPECT_EQ(&*value, before);
    EXPECT_EQ(*value, "b");
}

}  // namespace
}  // namespace paramscope
