#include "open/open.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/describe.h"

namespace paramscope::open {
namespace {

TEST(ByteSource, ReadsOnlyInsideTheFile) {
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
    EXPECT_EQ(testing_support::describe(opened.diagnostics.front().message), "file.too_large(most: 16)");
}

/// A file that cannot be read from `broken_from` on.
class BrokenSource final : public ByteSource {
  public:
    BrokenSource(std::uint64_t size, std::uint64_t broken_from) : size_(size), broken_from_(broken_from) {}
    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        std::fill(buffer.begin(), buffer.end(), ' ');
        return offset + buffer.size() <= broken_from_;
    }
    std::uint64_t size_, broken_from_;
};

TEST(OpenModel, ReportsFilesThatCannotBeRead) {
    BrokenSource whole(100, 0);
    const Opened nothing = open_model(whole, "");
    ASSERT_EQ(nothing.diagnostics.size(), 1u);
    EXPECT_EQ(nothing.diagnostics.front().message.id(), "file.unreadable");
    BrokenSource end(kBeginning + 1, kBeginning);
    const Opened cut = open_model(end, "");
    ASSERT_EQ(cut.diagnostics.size(), 1u);
    EXPECT_EQ(cut.diagnostics.front().message.id(), "file.unreadable_end");
}

}  // namespace
}  // namespace paramscope::open
