// Draws the memory of a pass: what there is at each moment, its parts above each other, and the peak.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/cost/time_line.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

/// How a time line looks, and its words.
struct TimeLineStyle : PictureStyle {
    float width = 960;
    float height = 400;
    std::string heading = {};                               ///< "": none
    std::string peak = {};                                  ///< what is written at the peak
    std::array<std::string_view, kPassStages> stages = {};  ///< names of the stages
    std::vector<std::string> parts = {};                    ///< names of the parts; none: without a legend
    std::optional<std::size_t> marked = {};                 ///< a moment with a line of its own
};

/// Where the parts of a time line are.
class TimeLineLayout {
  public:
    TimeLineLayout(const TimeLine& line, const TimeLineStyle& style);

    Box area() const { return area_; }
    /// The left edge of a moment; the right edge of the last for the number of moments.
    float x(std::size_t moment) const;
    float y(double bytes) const;
    /// The moment at a distance from the left edge; nullopt where there is none.
    std::optional<std::size_t> moment_at(float x) const;
    /// The part of a moment at a distance from the top, an index; nullopt above all.
    std::optional<std::size_t> part_at(std::size_t moment, float y) const;
    /// Where the scale begins that reaches to `most`: below it, what stands under the pass has a scale of its
    /// own, where the pass would have too little room; else 0.
    double least() const { return least_; }
    double most() const { return most_; }
    /// The distance of the axis's lines, in bytes.
    double step() const { return step_; }
    /// Where the legend's entries begin.
    const std::vector<Point>& entries() const { return entries_; }

  private:
    void find_range();
    void place_entries(const TimeLineStyle& style);

    const TimeLine& line_;
    Box area_;
    double least_ = 0, most_ = 1, step_ = 1;
    std::size_t in_pass_ = 0;  ///< moments before the optimizer's step
    float step_width_ = 0;     ///< of the optimizer's step
    std::vector<Point> entries_;
    float below_entries_ = 0;
};

void draw_time_line(const TimeLine& line, const TimeLineStyle& style, Ink& ink);

/// The family of layers whose colour a part of the memory has.
std::string_view family_of_part(std::string_view part);

}  // namespace paramscope
