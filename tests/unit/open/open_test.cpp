#include "open/open.h"

#include <gtest/gtest.h>

namespace paramscope::open {
namespace {

TEST(ByteSource, GivesOnlyWhatLiesInside) {
    MemorySource source("abcdef");
    EXPECT_EQ(source.read(2, std::size_t{3}), "cde");
    EXPECT_EQ(source.read(6, std::size_t{0}), "");
    EXPECT_EQ(source.read(4, std::size_t{3}), std::nullopt);
    EXPECT_EQ(source.read(7, std::size_t{0}), std::nullopt);
    EXPECT_EQ(source.read(~std::uint64_t{0}, std::size_t{2}), std::nullopt);
    EXPECT_EQ(source.bytes_read(), 3u);
    EXPECT_EQ(source.sibling("abc"), nullptr);
}

TEST(OpenModel, LeavesModelTextAsItIs) {
    MemorySource source("Linear(in_features=2, out_features=3, bias=True)\n");
    const Opened opened = open_model(source, "model.txt");
    EXPECT_EQ(opened.source, "pytorch-repr");
    EXPECT_TRUE(opened.is_model_text);
    EXPECT_EQ(opened.text, "Linear(in_features=2, out_features=3, bias=True)\n");
    EXPECT_TRUE(opened.diagnostics.empty());
}

TEST(OpenModel, RefusesATextThatIsTooLarge) {
    const std::string text((16u << 20) + 1, ' ');
    MemorySource source(text);
    const Opened opened = open_model(source, "");
    EXPECT_EQ(opened.text, "");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(opened.diagnostics.front().message.english(), "is larger than 16 MiB, the most that is read");
}

}  // namespace
}  // namespace paramscope::open
