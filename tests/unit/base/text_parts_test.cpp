#include "base/text_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace paramscope {
namespace THIS_FILE {

TEST(FindByte, FindsWhatStringViewFinds) {
    for (const char byte : {'\n', '\0', '\x80', '\xff', 'x'}) {
        for (std::size_t size = 0; size < 40; ++size) {
            std::string text(size, '\x7f');
            EXPECT_EQ(find_byte(text, byte), std::string_view::npos);
            for (std::size_t place = 0; place < size; ++place) {
                text[place] = byte;
                for (std::size_t from = 0; from <= size; ++from) {
                    EXPECT_EQ(find_byte(text, byte, from), std::string_view(text).find(byte, from))
                        << place << " of " << size;
                }
                text[place] = '\x7f';
            }
        }
    }
}

TEST(TextParts, AreTakenUpToASeparator) {
    std::string_view rest = "a b  c";
    for (const std::string_view part : {"a", "b", "", "c", ""}) EXPECT_EQ(take_until(rest, ' '), part);
    EXPECT_TRUE(rest.empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
