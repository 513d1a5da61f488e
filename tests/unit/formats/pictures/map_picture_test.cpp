// The map of a model as a picture: how much is drawn of many layers, and which names it has.
#include "formats/pictures/map_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/concat.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// Keeps what is drawn.
class Drawn final : public Ink {
  public:
    void box(const Box& box, Colour, std::string_view) override { boxes.push_back(box); }
    void area(std::span<const Point>, float, Colour, std::string_view) override {}
    void line(std::span<const Point>, Colour, float, bool) override {}
    void words(Point, std::string_view words, Colour, Anchor) override { names.emplace_back(words); }

    std::vector<Box> boxes;
    std::vector<std::string> names;
};

Drawn draw(const std::vector<std::size_t>& widths) {
    std::string text = "Sequential(\n";
    for (std::size_t i = 0; i < widths.size(); ++i)
        text += concat("  (layer", i, "): Linear(100, ", widths[i], ")\n");
    const Report report = count_text(text + ")\n");
    const Parts parts(report);
    Drawn drawn;
    draw_map(report, map_of(report, strip_of(report, kMostMapLayers), parts), MapStyle{file_style()}, drawn);
    return drawn;
}

float right_end(const std::vector<Box>& boxes) {
    float end = 0;
    for (const Box& box : boxes) end = std::max(end, box.x + box.w);
    return end;
}

TEST(MapPicture, DrawsAColumnForEachOfFewLayers) {
    const Drawn drawn = draw({100, 300, 200});
    ASSERT_EQ(drawn.boxes.size(), 3u);
    EXPECT_NEAR(drawn.boxes[1].h, drawn.boxes[0].h * 3, 0.1);
    EXPECT_EQ(drawn.names.front(), "layer1 30.3 k") << "the largest has its name first";
}

TEST(MapPicture, DrawsTheHighestOfManyLayersInEachHalfPixel) {
    std::vector<std::size_t> widths(20'000);
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = 100 + i % 97;
    widths[12'345] = 1'000;
    const Drawn drawn = draw(widths);
    const MapStyle style;
    EXPECT_LE(drawn.boxes.size(), static_cast<std::size_t>(style.width) * 2 + 2);
    EXPECT_NEAR(right_end(drawn.boxes), style.width, 1) << "they lie side by side as before";
    const auto highest = std::max_element(drawn.boxes.begin(), drawn.boxes.end(),
                                          [](const Box& a, const Box& b) { return a.h < b.h; });
    EXPECT_NEAR(highest->x / style.width, 12'345 / 20'000.0, 0.01);
    EXPECT_EQ(drawn.names.front(), "layer12345 101 k");
}

}  // namespace THIS_FILE
}  // namespace paramscope
