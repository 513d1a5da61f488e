#include "app/divisions.h"

#include <imgui.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr const char* kName = "divisions";
constexpr float Divisions::*kSizes[] = {&Divisions::left, &Divisions::right, &Divisions::parameters,
                                        &Divisions::inspector, &Divisions::picture};
constexpr long kLargest = 10'000;

}  // namespace

Divisions remembered_divisions() {
    Divisions sizes;
    const std::optional<std::string> words = platform::remembered(kName);
    if (!words) return sizes;
    const char* at = words->c_str();
    for (float Divisions::*size : kSizes) {
        char* end = nullptr;
        const long value = std::strtol(at, &end, 10);
        if (end == at || value < 0 || value > kLargest) return {};
        sizes.*size = static_cast<float>(value);
        at = end;
    }
    return sizes;
}

void remember_divisions(const Divisions& now, Divisions* before) {
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !(now == *before)) {
        std::string words;
        for (float Divisions::*size : kSizes) words += std::to_string(std::lround(now.*size)) + ' ';
        platform::remember(kName, words);
    }
    *before = now;
}

}  // namespace paramscope::app
