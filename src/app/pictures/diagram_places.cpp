#include "app/pictures/diagram_places.h"

#include <cmath>

namespace paramscope::app {
namespace {

/// The box that an arrow from here leads to, or one that leads here is from.
std::size_t box_joined(const Diagram& diagram, std::size_t box, bool is_onward) {
    for (const DiagramLine& line : diagram.lines) {
        if (is_onward && line.from == box) return line.to;
        if (!is_onward && line.to == box) return line.from;
    }
    return diagram.boxes.size();
}

std::size_t nearest_on_side(const Diagram& diagram, std::size_t box, bool is_after) {
    const bool is_down = diagram.direction == Direction::Down;
    const DiagramBox& now = diagram.boxes[box];
    std::size_t nearest = diagram.boxes.size();
    float least = 1e30f;
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
        const DiagramBox& other = diagram.boxes[i];
        const float x = other.box.x - now.box.x, y = other.box.y - now.box.y;
        const float side = (is_down ? x : y) * (is_after ? 1.0f : -1.0f);
        const float distance = side + std::abs(is_down ? y : x) * 4;
        if (other.frame != now.frame || side <= 1 || distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

}  // namespace

std::size_t box_at(const Diagram& diagram, Point at) {
    for (std::size_t i = diagram.boxes.size(); i-- > 0;) {
        if (diagram.boxes[i].box.contains(at.x, at.y)) return i;
    }
    return diagram.boxes.size();
}

std::size_t box_of(const Report& report, const Diagram& diagram, std::size_t node) {
    std::size_t found = diagram.boxes.size();
    std::uint32_t innermost = 0;
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
        for (const std::uint32_t module : diagram.boxes[i].step.modules) {
            if (module > node || node >= report.nodes[module].subtree_end) continue;
            if (found < diagram.boxes.size() && module <= innermost) continue;
            found = i;
            innermost = module;
        }
    }
    return found;
}

std::size_t box_around(const Diagram& diagram, std::size_t box) {
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
        const DiagramBox& other = diagram.boxes[i];
        if (i != box && other.is_open && other.module() == diagram.boxes[box].frame) return i;
    }
    return diagram.boxes.size();
}

std::size_t box_beside(const Diagram& diagram, std::size_t box, ImGuiKey key) {
    const std::size_t none = diagram.boxes.size();
    if (box >= none) return none;
    const bool is_down = diagram.direction == Direction::Down;
    const bool is_onward = key == (is_down ? ImGuiKey_DownArrow : ImGuiKey_RightArrow);
    const bool is_back = key == (is_down ? ImGuiKey_UpArrow : ImGuiKey_LeftArrow);
    if (!is_onward && !is_back)
        return nearest_on_side(diagram, box, key == ImGuiKey_RightArrow || key == ImGuiKey_DownArrow);
    if (is_onward && diagram.boxes[box].is_open && box + 1 < none) return box + 1;
    const std::size_t joined = box_joined(diagram, box, is_onward);
    return joined == none && is_back ? box_around(diagram, box) : joined;
}

}  // namespace paramscope::app
