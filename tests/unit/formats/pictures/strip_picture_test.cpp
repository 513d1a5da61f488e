// The depth strip as a picture: where its bars are, and its SVG.
#include "formats/pictures/strip_picture.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/ranges.h"
#include "count/count.h"
#include "formats/pictures/family_colours.h"
#include "formats/support/write.h"

namespace paramscope {
namespace THIS_FILE {

const char* const kNet =
    "input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1-3): 3 x Sequential(\n    (0): Linear(8, 4)\n"
    "    (1): Linear(4, 8)\n  )\n)";

TEST(StripPicture, BarsAreInProportionAndInsideTheirTracks) {
    const Report report = count_text(kNet);
    const Strip strip = strip_of(report, 100);
    StripStyle style;
    style.width = 90;
    const StripLayout layout(strip, style);
    const Box highest = layout.bar(strip.layers[0], 0, 0), half = layout.bar(strip.layers[1], 1, 0);
    EXPECT_NEAR(half.h / highest.h, 36.0 / 72.0, 0.01);
    const Box track = layout.track(0);
    EXPECT_FLOAT_EQ(highest.y + highest.h, track.y + track.h);
    EXPECT_GT(highest.y, track.y);
    EXPECT_EQ(layout.layer_at(highest.x + 1), 0u);
    EXPECT_EQ(layout.layer_at(half.x + 1), 1u);
    EXPECT_EQ(layout.layer_at(1000), strip.layers.size());
    EXPECT_EQ(layout.layer_at(-1), strip.layers.size());
}

TEST(StripPicture, TheSvgHasBarsPlatesAndNames) {
    const Report report = count_text(kNet);
    const std::string svg = find_report_writer("strip")(report, {});
    EXPECT_TRUE(svg.starts_with("<svg "));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    for (const char* const part : {"<title>0: 72</title>", "<title>3 × Sequential</title>", ">3 ×</text>",
                                   ">FLOPs</text>", ">≤ 72: 0</text>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part << "\n" << svg;
}

TEST(StripPicture, ANarrowFileIsAsWideAsAskedAndHighEnoughForItsWords) {
    const Report report = count_text(kNet);
    const struct {
        float width;
        const char* size;
    } cases[] = {{960, "width=\"960\" height=\"320\""},
                 {720, "width=\"720\" height=\"240\""},
                 {360, "width=\"360\" height=\"168\""},
                 {2000, "width=\"2000\" height=\"320\""}};
    for (const auto& c : cases) {
        WriteOptions options;
        options.strip_width = c.width;
        const std::string svg = find_report_writer("strip")(report, options);
        EXPECT_NE(svg.find(c.size), std::string::npos) << svg.substr(0, 120);
    }
}

TEST(StripPicture, NamesTheFirstLayerOfTheHighestCost) {
    const Report report = count_text(
        "Sequential(\n  (0): Linear(8, 4)\n  (1): Sequential(\n    (a): Linear(4, 99)\n"
        "    (b): Linear(99, 4)\n  )\n  (2): Linear(4, 99)\n)");
    const Strip strip = strip_of(report, 100);
    EXPECT_EQ(highest_text(report, strip, 0, 100), "495: 1.a");
    EXPECT_EQ(highest_text(report, strip, 1, 100), "") << "no input, no work";
    EXPECT_EQ(highest_text(report, strip_of(report, 2), 0, 2), "495")
        << "layers that share a bar have no name";
}

TEST(StripPicture, HasNoTrackOfWhatIsUnknown) {
    const std::string svg = find_report_writer("strip")(count_text("Linear(2, 3)"), {});
    EXPECT_NE(svg.find(">Parameters</text>"), std::string::npos) << svg;
    for (const char* const part : {"FLOPs", "Activations", "unknown"})
        EXPECT_EQ(svg.find(part), std::string::npos) << part << "\n" << svg;
}

/// Notes what is drawn, in its order.
class Notes final : public Ink {
  public:
    void box(const Box&, Colour colour, std::string_view title) override {
        order += colour == kMark ? "mark; " : "";
        if (!title.empty()) colours.emplace_back(title, colour);
    }
    void area(std::span<const Point>, float, Colour, std::string_view) override {}
    void line(std::span<const Point>, Colour, float, bool) override {}
    void words(Point, std::string_view words, Colour, Anchor) override {
        if (words.find("×") != std::string_view::npos) order += std::string(words) + "; ";
    }

    static constexpr Colour kMark = opaque(0x123456);
    std::string order;
    std::vector<std::pair<std::string, Colour>> colours;  ///< by title
};

TEST(StripPicture, AMarkIsBehindTheNumberOfCopies) {
    const Report report = count_text(kNet);
    StripStyle style;
    style.width = 400;
    style.marked = {{1, Notes::kMark}};
    Notes notes;
    draw_strip(report, strip_of(report, 100), style, notes);
    EXPECT_EQ(notes.order, "mark; 3 ×; ");
}

TEST(StripPicture, BarsHaveTheColoursOfTheLegend) {
    const Report report = count_text(R"(input = (1, 4, 8)
Net(
  (attn): MultiheadAttention(8, 2)
  (experts): ModuleList(
    (0-1): 2 x Expert(
      (up): Linear(8, 16)
    )
  )
  (act): ReLU()
))");
    const Parts parts(report);
    StripStyle style;
    style.width = 400;
    style.parts = &parts;
    style.has_titles = true;
    Notes notes;
    draw_strip(report, strip_of(report, 100), style, notes);
    for (const auto& [path, part] :
         {std::pair("attn: ", kAttentionPart), std::pair("experts.0.up: ", kFeedForwardPart)}) {
        const auto* const bar = find_where(
            notes.colours, [&, path = path](const auto& each) { return each.first.starts_with(path); });
        ASSERT_NE(bar, nullptr) << path;
        EXPECT_EQ(bar->second, colour_of_family(part, false)) << path;
    }
}

TEST(StripPicture, AnEmptyReportIsAnEmptyPicture) {
    EXPECT_TRUE(find_report_writer("strip")(Report(), {}).ends_with("</svg>\n"));
}

}  // namespace THIS_FILE
}  // namespace paramscope
