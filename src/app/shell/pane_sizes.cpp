#include "app/shell/pane_sizes.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr const char* kDivisions = "divisions";
constexpr float PaneSizes::*kSizes[] = {&PaneSizes::left, &PaneSizes::right, &PaneSizes::parameters};
constexpr long kLargest = 10'000;

}  // namespace

PaneSizes remembered_pane_sizes() {
    PaneSizes sizes;
    const std::optional<std::string> words = platform::remembered(kDivisions);
    if (!words) return sizes;
    const char* at = words->c_str();
    for (float PaneSizes::*size : kSizes) {
        char* end = nullptr;
        const long value = std::strtol(at, &end, 10);
        if (end == at || value < 0 || value > kLargest) return {};
        sizes.*size = static_cast<float>(value);
        at = end;
    }
    return sizes;
}

void remember_pane_sizes(const PaneSizes& sizes) {
    std::string words;
    for (float PaneSizes::*size : kSizes) words += std::to_string(std::lround(sizes.*size)) + ' ';
    platform::remember(kDivisions, words);
}

}  // namespace paramscope::app
