#include "app/document/text_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace paramscope::app {
namespace THIS_FILE {

/// The parts that arrived since the last text began.
std::string arrived;
std::vector<std::size_t> sizes;

void take(std::string_view part, std::size_t at, std::size_t size) {
    if (at == 0) {
        arrived.clear();
        sizes.clear();
    }
    EXPECT_EQ(at, arrived.size());
    arrived += part;
    sizes.push_back(size);
}

void send_all(TextParts& parts, const std::string& text) {
    while (!parts.send(text)) {
    }
}

TEST(TextParts, ALongTextArrivesInOrder) {
    std::string text(2 * TextParts::kPart + 5, 'a');
    text[TextParts::kPart] = 'b';
    TextParts parts(take);
    parts.begin(1);
    send_all(parts, text);
    EXPECT_EQ(arrived, text);
    EXPECT_EQ(sizes, std::vector<std::size_t>(3, text.size()));
    sizes.clear();
    parts.begin(1);
    send_all(parts, text);
    EXPECT_TRUE(sizes.empty()) << "the same version is sent once";
}

TEST(TextParts, AShortOrEmptyTextIsOnePart) {
    TextParts parts(take);
    for (const std::string& text : {std::string(), std::string("Linear(2, 2)")}) {
        parts.begin(0);
        parts.send_rest(text);
        EXPECT_EQ(arrived, text);
        EXPECT_EQ(sizes, std::vector<std::size_t>{text.size()});
    }
}

TEST(TextParts, AnotherVersionBeginsAnew) {
    TextParts parts(take);
    for (std::uint64_t version = 1; version < 4; ++version) {
        const std::string text = "version " + std::to_string(version);
        parts.begin(version);
        parts.send_rest(text);
        EXPECT_EQ(arrived, text);
    }
}

}  // namespace
}  // namespace paramscope::app
