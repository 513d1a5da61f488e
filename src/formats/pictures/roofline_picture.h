// Draws a roofline (Williams et al., 2009): over the FLOPs for each byte moved, the rate that memory and
// processor of a device allow, and below it a mark for each layer, as large as its part of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "count/cost/roofline.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

/// How a roofline looks, and its words.
struct RooflineStyle : PictureStyle {
    float width = 960;
    float height = 480;
    float top = 0;             ///< distance from the picture's top edge, for several rooflines in one picture
    std::string heading = {};  ///< what is drawn: the device, the pass
    std::string note = {};     ///< below the picture: what has no mark
    std::string_view across = "FLOPs per byte", up = "FLOP/s";
    /// Modules that are marked, by a colour around their marks.
    std::vector<std::pair<std::uint32_t, Colour>> marked = {};
};

/// A square at the intensity of its layer, below the roof; its area is the layer's part of the time.
struct LayerMark {
    const LayerTime* layer = nullptr;
    Box box;
};

/// Where the parts of a roofline are.
class RooflineLayout {
  public:
    RooflineLayout(const Roofline& line, const RooflineStyle& style);

    /// The rate at which a device can compute where each byte serves so many FLOPs, in FLOP/s.
    double roof(double intensity) const;
    /// The highest rate of products; nullopt where none is known.
    std::optional<double> peak() const;
    /// The height of the roof at a distance from the left edge, in pixels from the top.
    float roof_at(float x) const;
    /// The place of a rate; both coordinates are logarithmic.
    Point at(double intensity, double rate) const;
    /// The layers that have a mark, the largest first: those with products and bytes.
    const std::vector<LayerMark>& marks() const { return marks_; }
    /// The layer at a point; nullptr where there is none.
    const LayerTime* layer_at(float x, float y) const;
    Box area() const { return area_; }
    /// The least and the greatest intensity and rate of the area.
    std::pair<double, double> intensities() const { return across_; }
    std::pair<double, double> rates() const { return up_; }

  private:
    void find_ranges();
    void size_and_hang_marks(float largest);
    /// Hangs the marks below the roof so that none covers another; false where some had no room.
    bool hang_marks();

    const Roofline& line_;
    Box area_;
    std::pair<double, double> across_, up_;
    std::vector<LayerMark> marks_;
};

void draw_roofline(const Report& report, const Roofline& line, const RooflineStyle& style, Ink& ink);

/// The part of the time of layers without matrix products, 0 to 1: they have no mark.
double part_without_products(const Roofline& line);

/// "model.layers.0-31.mlp.up_proj: 1.20 ms, 12%; 155 FLOPs per byte": what a mark stands for, with the words
/// of the style for the axis.
std::string layer_time_text(const Report& report, const Roofline& line, const LayerTime& layer,
                            std::string_view across);

}  // namespace paramscope
