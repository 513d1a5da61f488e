#include "app/ui/screen_ink.h"

#include <algorithm>
#include <cmath>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {
namespace {

constexpr float kDash = 5;
constexpr float kGap = 4;

}  // namespace

float brightness(ImU32 colour) {
    const auto light = [colour](int shift, float weight) {
        const auto value = static_cast<float>((colour >> shift) & 255) / 255;
        return value * value * weight;
    };
    return light(0, 0.2126f) + light(8, 0.7152f) + light(16, 0.0722f);
}

ImU32 readable_on(ImU32 ground) {
    // Above this brightness black has more contrast than white (WCAG 2.1: both are (L1 + 0.05)/(L2 + 0.05)).
    return brightness(ground) > 0.179f ? IM_COL32(16, 19, 26, 255) : IM_COL32_WHITE;
}

float screen_width(std::string_view words, float) {
    return text_width(words);
}

PictureStyle screen_style() {
    PictureStyle style;
    style.text_size = ImGui::GetFontSize();
    style.text = palette().text;
    style.muted = palette().muted;
    style.line = palette().line;
    style.is_dark = is_dark();
    style.text_width = screen_width;
    return style;
}

ScreenInk::ScreenInk(ImVec2 corner) : corner_(corner), list_(ImGui::GetWindowDrawList()) {}

void ScreenInk::box(const Box& box, Colour colour, std::string_view) {
    const ImVec2 low{corner_.x + box.x, corner_.y + box.y};
    list_->AddRectFilled(low, {low.x + box.w, low.y + box.h}, colour);
}

void ScreenInk::area(std::span<const Point> edge, float base, Colour colour, std::string_view) {
    const ImDrawListFlags before = list_->Flags;
    list_->Flags &= ~ImDrawListFlags_AntiAliasedFill;  // or there were seams between the quads
    const float bottom = corner_.y + base;
    for (std::size_t i = 0; i + 1 < edge.size(); ++i) {
        const ImVec2 from{corner_.x + edge[i].x, corner_.y + edge[i].y};
        const ImVec2 to{corner_.x + edge[i + 1].x, corner_.y + edge[i + 1].y};
        if (to.x > from.x) list_->AddQuadFilled(from, to, {to.x, bottom}, {from.x, bottom}, colour);
    }
    list_->Flags = before;
}

void ScreenInk::line(std::span<const Point> points, Colour colour, float width, bool dashed) {
    float along = 0;  // position within the dash and its gap
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const ImVec2 from{corner_.x + points[i].x, corner_.y + points[i].y};
        const ImVec2 to{corner_.x + points[i + 1].x, corner_.y + points[i + 1].y};
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (!dashed || !(length > 0) || length > 4096) {
            list_->AddLine(from, to, colour, width);
            continue;
        }
        const auto at = [&](float distance) {
            const float share = std::min(distance / length, 1.0f);
            return ImVec2{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
        };
        for (float done = 0; done < length;) {
            const bool is_dash = along < kDash;
            const float step = (is_dash ? kDash : kDash + kGap) - along;
            if (is_dash) list_->AddLine(at(done), at(done + step), colour, width);
            const float taken = std::min(step, length - done);
            along += taken;
            done += std::max(step, 0.01f);
            if (along >= kDash + kGap - 0.01f) along = 0;
        }
    }
}

void ScreenInk::words(Point at, std::string_view words, Colour colour, Anchor anchor) {
    const float shift =
        anchor == Anchor::Start ? 0 : text_width(words) * (anchor == Anchor::Middle ? 0.5f : 1);
    list_->AddText({std::round(corner_.x + at.x - shift),
                    std::round(corner_.y + at.y - ImGui::GetTextLineHeight() * 0.5f)},
                   colour, words.data(), words.data() + words.size());
}

}  // namespace paramscope::app
