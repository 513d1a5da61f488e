#include "app/document/sliders/slider_run.h"

namespace paramscope::app {
namespace {

constexpr double kSecondsForLength = 4;

}  // namespace

void SliderRun::begin(std::string_view name, Integer value, float position) {
    name_ = name;
    first_ = value;
    began_at_ = static_cast<double>(position);
    way_ = 0;
}

std::optional<float> SliderRun::advance(double seconds) {
    way_ += seconds / kSecondsForLength;
    if (way_ >= 2) {
        end();
        return std::nullopt;
    }
    const double to_top = 1 - began_at_;
    const double at = way_ < to_top       ? began_at_ + way_
                      : way_ < to_top + 1 ? 1 - (way_ - to_top)
                                          : way_ - to_top - 1;
    return static_cast<float>(at);
}

}  // namespace paramscope::app
