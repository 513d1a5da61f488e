// SVG files: well-formed whatever the names are.
#include "formats/pictures/svg.h"

#include <gtest/gtest.h>

#include <limits>

namespace paramscope {
namespace THIS_FILE {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Svg, WritesStrokes) {
    Svg svg(100, 50.5f, 14, 0xFFFFFFFF);
    svg.box({1, 2.25f, 30, 4}, 0x800102FF, "a title");
    const Point points[] = {{0, 0}, {10.126f, -3}};
    svg.line(points, 0xFF00FF00, 1.5f, true);
    svg.words({5, 6}, "words", 0xFF000000, Anchor::End);
    const std::string text = svg.finished();
    EXPECT_TRUE(contains(text, "width=\"100\" height=\"50.50\" viewBox=\"0 0 100 50.50\"")) << text;
    EXPECT_TRUE(contains(text,
                         "<rect x=\"1\" y=\"2.25\" width=\"30\" height=\"4\" fill=\"#ff0201\" "
                         "fill-opacity=\"0.50\"><title>a title</title></rect>"))
        << text;
    EXPECT_TRUE(
        contains(text, "points=\"0,0 10.13,-3 \" stroke=\"#00ff00\" stroke-width=\"1.50\" stroke-dasharray"))
        << text;
    EXPECT_TRUE(contains(text, "text-anchor=\"end\">words</text>")) << text;
    EXPECT_TRUE(text.ends_with("</svg>\n"));
}

TEST(Svg, EscapesNames) {
    Svg svg(10, 10, 14, 0xFFFFFFFF);
    svg.box({}, 0xFF000000, "</title><script>&\x1B\xFF");
    svg.words({}, "a\xEF\xBF\xBE\xEF\xBF\xBFz", 0xFF000000, Anchor::Start);
    svg.words({}, "<b>\"x\" & 层", 0xFF000000, Anchor::Start);
    const std::string text = svg.finished();
    EXPECT_FALSE(contains(text, "<script>"));
    EXPECT_FALSE(contains(text, "\x1B"));
    EXPECT_TRUE(contains(text, "&lt;/title&gt;&lt;script&gt;&amp;\xEF\xBF\xBD")) << text;
    EXPECT_TRUE(contains(text, ">a\xEF\xBF\xBD\xEF\xBF\xBDz<")) << text;  // no characters of XML
    EXPECT_TRUE(contains(text, "&lt;b&gt;\"x\" &amp; 层</text>")) << text;
}

TEST(Svg, HasNoNumberThatIsNone) {
    Svg svg(10, 10, 14, 0xFFFFFFFF);
    svg.box({std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -5, 1e30f},
            0xFF000000);
    const std::string text = svg.finished();
    EXPECT_FALSE(contains(text, "\"nan"));
    EXPECT_FALSE(contains(text, "\"inf"));
    EXPECT_TRUE(contains(text, "width=\"0\" height=\"1000000\"")) << text;
}

}  // namespace
}  // namespace paramscope
