// What the writers are made of: UTF-8, tables, positions.
#include <gtest/gtest.h>

#include "formats/position_scan.h"
#include "formats/support/table.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace THIS_FILE {

struct BytesCase {
    std::string bytes;
    std::string valid;
};

TEST(Unicode, ReplacesWhatIsNoUtf8) {
    const BytesCase cases[] = {
        {"plain", "plain"},
        {"d² ≥ 模型 🙂", "d² ≥ 模型 🙂"},
        {"\xFF", "\uFFFD"},
        {"a\xC3", "a\uFFFD"},
        {"\xC0\x80", "\uFFFD\uFFFD"},                      // an overlong zero
        {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},            // a surrogate
        {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},  // beyond U+10FFFF
    };
    for (const BytesCase& c : cases) EXPECT_EQ(valid_utf8(c.bytes), c.valid);
}

TEST(Unicode, PrintableKeepsOnlyHarmlessControls) {
    EXPECT_EQ(printable("a\tb\nc"), "a\tb\nc");
    EXPECT_EQ(printable("\x1B[0m\x7F\xC2\x9B"), "\uFFFD[0m\uFFFD\uFFFD");
    EXPECT_EQ(printable("\u202Ea\u2066b"), "\uFFFDa\uFFFDb");
}

TEST(Unicode, WidthIsThatOfATerminal) {
    EXPECT_EQ(display_width("abc"), 3u);
    EXPECT_EQ(display_width("≥ d²"), 4u);
    EXPECT_EQ(display_width("模型"), 4u);
    EXPECT_EQ(display_width("e\u0301"), 1u);
}

TEST(Table, AlignsAndDropsEmptyColumns) {
    AlignedTable table;
    table.add_column("name", AlignedTable::Align::Left);
    table.add_column("nothing", AlignedTable::Align::Left);
    table.add_column("n", AlignedTable::Align::Right);
    table.add_row({"模型", "", "1"});
    table.add_row({"x", "", "100"});
    EXPECT_EQ(table.text(), "name    n\n模型    1\nx     100\n");
}

TEST(PositionScan, AgreesWithASearchFromTheStart) {
    const std::string_view text = "one\r\ntwo ü three\n\nfour\rfive\r\n";
    for (std::uint32_t from = 0; from <= text.size() + 2; ++from) {
        for (std::uint32_t to = 0; to <= text.size() + 2; ++to) {
            PositionScan scan(text);
            scan.at(from);
            EXPECT_EQ(scan.at(to), position_at(text, to)) << from << " then " << to;
        }
    }
}

}  // namespace
}  // namespace paramscope
