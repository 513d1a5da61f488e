#include "app/ui/flash.h"

#include <functional>
#include <utility>

#include "app/ui/theme.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr double kSeconds = 0.6;      // until a tint is gone
constexpr double kFrame = 1 / 30.0;   // seconds between two steps of it
constexpr float kOpacity = 0.28f;     // of a new tint
constexpr std::size_t kMany = 4'000;  // numbers; more than a screen shows

}  // namespace

void Flashes::follow(std::uint64_t model) {
    if (std::exchange(model_, model) != model || seen_.size() > kMany) seen_.clear();
}

ImU32 Flashes::tint(ImGuiID number, std::uint64_t value) {
    const int frame = ImGui::GetFrameCount();
    const double now = ImGui::GetTime();
    const auto [at, is_new] = seen_.try_emplace(number, Seen{value, frame, -1});
    Seen& seen = at->second;
    const bool was_shown = !is_new && seen.frame >= frame - 1;
    if (was_shown && seen.value != value && has_motion()) seen.changed_at = now;
    seen.value = value;
    seen.frame = frame;
    const double left = seen.changed_at < 0 ? 0 : 1 - (now - seen.changed_at) / kSeconds;
    if (left <= 0) return 0;
    platform::request_frame_in(kFrame);
    return faded(palette().accent, kOpacity * static_cast<float>(left));
}

void Flashes::tint_last_item(std::string_view number, std::string_view words) {
    const ImU32 colour = tint(ImGui::GetID(number.data(), number.data() + number.size()),
                              std::hash<std::string_view>{}(words));
    if (colour == 0) return;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x - unit(0.5f), low.y}, {high.x + unit(0.5f), high.y},
                                              colour, unit(1));
}

}  // namespace paramscope::app
