// Draws the depth strip: bars for parameters, FLOPs and activations above each other, one for each layer.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "count/cost/strip.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

/// How a strip looks, and its words.
struct StripStyle : PictureStyle {
    float width = 960;
    float height = 320;
    Colour plate = 0;  ///< behind layers that are repeated
    std::array<std::string, kStripTracks> names = {"Parameters", "FLOPs", "Activations", "Least time"};
    std::string_view unknown = "unknown";
    /// Layers that are marked, by a colour behind their bars.
    std::vector<std::pair<std::size_t, Colour>> marked = {};
};

/// Where the parts of a strip are.
class StripLayout {
  public:
    StripLayout(const Strip& strip, const StripStyle& style);

    /// The bar of a layer in a track; its height is in proportion to the highest of the track.
    Box bar(const StripLayer& layer, std::size_t index, std::size_t track) const;
    /// The place of a range of layers, as high as all tracks.
    Box column(std::size_t first, std::size_t end) const;
    /// The layer at a distance from the left edge; layers.size() where there is none.
    std::size_t layer_at(float x) const;
    Box track(std::size_t track) const;
    float axis() const { return bottom_; }

  private:
    float x_of(std::size_t layer) const { return left_ + step_ * static_cast<float>(layer); }

    const Strip& strip_;
    float left_ = 0, step_ = 1, top_ = 0, bottom_ = 0, track_height_ = 0, heading_ = 0;
};

/// The height of a strip in a file, in pixels: a narrow one is as high as its words need.
float usual_height(float width, std::size_t tracks);

void draw_strip(const Report& report, const Strip& strip, const StripStyle& style, Ink& ink);

/// A cost in words: "131 M", "8.39 GFLOPs", "2.1 MB", "1.2 ms".
std::string cost_text(double cost, std::size_t track);

/// The highest cost of a track, and the first layer that has it: "131 M: model.embed_tokens". `most` is what
/// strip_of() was given: where layers may share a bar there is only the cost. "" where all costs are unknown
/// or 0.
std::string highest_text(const Report& report, const Strip& strip, std::size_t track, std::size_t most);

}  // namespace paramscope
