#include "base/numbered_list.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace paramscope {

struct Size {
    std::string name;
    std::uint32_t number = 0;
    friend bool operator==(const Size&, const Size&) = default;
};

void set_numbers(std::span<Size> sizes, const Numbers& numbers) {
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i].number = numbers[i];
}

namespace THIS_FILE {

using Sizes = NumberedList<Size>;

std::string joined(const Sizes& sizes) {
    std::string text;
    for (const Size& size : sizes.list()) text += size.name + std::to_string(size.number) + " ";
    return text;
}

const SharedList<Size> kPattern = {{"in", 1}, {"out", 2}};

TEST(NumberedList, HasItsNumbersInThePlaceOfThePatterns) {
    const Sizes plain = kPattern, other(kPattern, {30, 40}), none;
    EXPECT_EQ(joined(plain), "in1 out2 ");
    EXPECT_EQ(joined(other), "in30 out40 ");
    EXPECT_EQ(other.size(), 2u);
    EXPECT_EQ(other.pattern().identity(), plain.list().identity());
    EXPECT_TRUE(none.empty() && none.list().empty());
}

TEST(NumberedList, ChangesWithoutItsPattern) {
    Sizes sizes(kPattern, {30, 40});
    const Sizes before = sizes;
    sizes.change([](Size& size) { ++size.number; });
    sizes.push_back({"groups", 5});
    EXPECT_EQ(joined(sizes), "in31 out41 groups5 ");
    EXPECT_EQ(joined(before), "in30 out40 ");
    EXPECT_EQ(joined(kPattern), "in1 out2 ");
    const Size* const first = sizes.edit().data();
    EXPECT_EQ(sizes.edit().data(), first);  // nobody else holds it
    sizes.clear();
    EXPECT_TRUE(sizes.empty());
}

TEST(NumberedList, IsEqualByItsItems) {
    const Sizes sizes(kPattern, {30, 40}), copy = sizes;
    EXPECT_TRUE(copy.is_same_object(sizes));
    EXPECT_FALSE(Sizes(kPattern, {30, 40}).is_same_object(sizes));
    EXPECT_EQ(Sizes(kPattern, {30, 40}), sizes);
    EXPECT_EQ((Sizes{{"in", 30}, {"out", 40}}), sizes);
    EXPECT_EQ(Sizes(kPattern, {1, 2}), Sizes(kPattern));
    EXPECT_NE(Sizes(kPattern, {30, 41}), sizes);
}

TEST(NumberedList, FindsAnItem) {
    const Sizes sizes(kPattern, {30, 40});
    const auto named = [&](std::string_view name) {
        return sizes.find([&](const Size& size) { return size.name == name; });
    };
    EXPECT_EQ(named("out")->number, 40u);
    EXPECT_FALSE(named("groups"));
}

}  // namespace
}  // namespace paramscope
