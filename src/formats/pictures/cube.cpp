#include "formats/pictures/cube.h"

#include <algorithm>
#include <vector>

namespace paramscope {
namespace {

// On a grid of 24 by 24, as the page's icon (app/ui/icons.cpp) and the site's (web/pwa/icon.svg).
constexpr Point kOutline[] = {{12, 2}, {21, 7}, {21, 17}, {12, 22}, {3, 17}, {3, 7}, {12, 2}};
constexpr Point kTop[] = {{3, 7}, {12, 12}, {21, 7}};
constexpr Point kEdge[] = {{12, 12}, {12, 22}};

}  // namespace

void draw_cube(const Box& box, Colour colour, Ink& ink) {
    const float scale = box.w / 24;
    for (const std::span<const Point> line :
         {std::span<const Point>(kOutline), std::span<const Point>(kTop), std::span<const Point>(kEdge)}) {
        std::vector<Point> points;
        for (const Point& point : line) points.push_back({box.x + point.x * scale, box.y + point.y * scale});
        ink.line(points, colour, std::max(1.25f, box.w * 0.085f));
    }
}

}  // namespace paramscope
