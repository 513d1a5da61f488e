// The roofline as a picture: where its marks are, which are pointed at, and its SVG.
#include "formats/pictures/roofline_picture.h"

#include <gtest/gtest.h>

#include "count/count.h"
#include "formats/writers.h"

namespace paramscope {
namespace THIS_FILE {

// 1,000 FLOP/s of float32, 100 bytes a second: the ridge is at 10 FLOPs a byte.
const Device kDevice = {"a device", 1, MemoryKind::Given, 100, 1000, 0, 0, 0, 0, 0, "a test"};

// `wide` serves each weight 400 times, `narrow` once; `norm` has no products.
constexpr std::string_view kNet =
    "Net(\n  (wide): Linear(64, 64, bias=False) @ (400, 64)\n"
    "  (narrow): Linear(64, 64, bias=False) @ (1, 64)\n  (norm): LayerNorm((64,)) @ (1, 64)\n)";

std::string svg_of(const Report& report, const Roofline& line) {
    WriteOptions options;
    options.rooflines = std::span(&line, 1);
    return write_roofline(report, options);
}

class RooflinePicture : public testing::Test {
  protected:
    const Report report = count_text(kNet);
    const Roofline line = roofline_of(report, Mode::Forward, kDevice, {});
    const RooflineLayout layout{line, RooflineStyle()};

    const LayerTime& layer(std::string_view path) const {
        for (const LayerTime& each : line.layers)
            if (report.path(report.nodes[each.node]) == path) return each;
        throw std::out_of_range("no such layer");
    }
    Box mark(std::string_view path) const {
        for (const LayerMark& each : layout.marks())
            if (each.layer == &layer(path)) return each.box;
        return {};
    }
};

TEST_F(RooflinePicture, TheRoofIsTheLesserOfWhatMemoryAndProcessorAllow) {
    EXPECT_DOUBLE_EQ(layout.roof(1), 100);
    EXPECT_DOUBLE_EQ(layout.roof(10), 1000);
    EXPECT_DOUBLE_EQ(layout.roof(1000), 1000);
}

TEST_F(RooflinePicture, MarksHangBelowTheRoofAndAreAsLargeAsTheirPartOfTheTime) {
    const Box wide = mark("wide"), narrow = mark("narrow");
    const double bytes = 4.0 * (64 * 64 + 2 * 64), intensity = 2 * 64 * 64 / bytes;
    const Point place = layout.at(intensity, 100 * intensity);
    EXPECT_NEAR(narrow.x + narrow.w / 2, place.x, 0.01);
    EXPECT_NEAR(narrow.y, layout.roof_at(narrow.x), 2);
    EXPECT_GT(narrow.y, place.y);
    EXPECT_GT(wide.x, narrow.x + narrow.w);
    EXPECT_NEAR(wide.w * wide.h / (narrow.w * narrow.h), layer("wide").seconds / layer("narrow").seconds,
                0.1);
}

TEST_F(RooflinePicture, ALayerWithoutProductsHasNoMarkButItsTime) {
    EXPECT_EQ(layout.marks().size(), 2u);
    EXPECT_NEAR(part_without_products(line), layer("norm").seconds / line.layer_seconds, 1e-12);
}

TEST_F(RooflinePicture, FindsTheLayerAtAPoint) {
    const Box box = mark("narrow");
    EXPECT_EQ(layout.layer_at(box.x + box.w / 2, box.y + box.h / 2), &layer("narrow"));
    EXPECT_EQ(layout.layer_at(0, 0), nullptr);
}

TEST(RooflinePictures, MarksOfOneIntensityStandBelowEachOther) {
    const Report report = count_text(
        "input = (9, 8)\nSequential(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n  (c): Linear(8, 8)\n)");
    const Roofline line = roofline_of(report, Mode::Forward, kDevice, {});
    const RooflineLayout layout(line, RooflineStyle());
    const std::vector<LayerMark>& marks = layout.marks();
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_GE(marks[1].box.y, marks[0].box.y + marks[0].box.h);
    EXPECT_GE(marks[2].box.y, marks[1].box.y + marks[1].box.h);
}

TEST_F(RooflinePicture, AllIsInsideTheArea) {
    const Box area = layout.area();
    for (const LayerMark& mark : layout.marks()) {
        EXPECT_GE(mark.box.x, area.x);
        EXPECT_GE(mark.box.y, area.y);
        EXPECT_LE(mark.box.x + mark.box.w, area.x + area.w);
        EXPECT_LE(mark.box.y + mark.box.h, area.y + area.h);
    }
}

TEST_F(RooflinePicture, TheSvgNamesMarksTheRidgeAndWhatHasNoMark) {
    const std::string svg = svg_of(report, line);
    for (const char* const part : {"<title>wide: 3277 s,", "<title>narrow: 169 s,",
                                   ">a device, forward: 1.00 kFLOP/s of float32, 100 B/s", ">10</text>",
                                   ">FLOPs per byte</text>", "without matrix products: "})
        EXPECT_NE(svg.find(part), std::string::npos) << part << "\n" << svg;
}

TEST(RooflinePictures, ADeviceWhoseRateIsNotKnownHasASlopeOnly) {
    MemoryOptions options;
    options.weights_dtype = "float16";
    const Report report = count_text(kNet);
    const Roofline line = roofline_of(report, Mode::Forward, kDevice, options);
    const RooflineLayout layout(line, RooflineStyle());
    EXPECT_DOUBLE_EQ(layout.roof(1000), 100'000);
    EXPECT_NE(svg_of(report, line).find("unknown FLOP/s"), std::string::npos);
}

TEST(RooflinePictures, AModelWithoutWorkIsAnEmptyRoof) {
    const Report report = count_text("ReLU()");
    const Roofline line = roofline_of(report, Mode::Forward, kDevice, {});
    EXPECT_TRUE(svg_of(report, line).ends_with("</svg>\n"));
    EXPECT_TRUE(write_roofline(Report(), {}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace paramscope
