#include "app/pictures/strip_in_steps.h"

#include <chrono>
#include <utility>

#include "app/document/memory_fields.h"
#include "base/alarm.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// The part of a frame for making the strip, and the rows after which the clock is looked at.
constexpr std::chrono::milliseconds kPart{10};
constexpr std::size_t kRowsAtOnce = 2'000;

}  // namespace

bool StripInSteps::Made::operator==(const Made& other) const {
    const bool has_same_times = !device || options == other.options;
    return revision == other.revision && most == other.most && device == other.device && has_same_times;
}

StripInSteps::Made StripInSteps::wanted(const Context& context, std::size_t most) {
    const Document& document = context.workspace.document();
    return {context.workspace.revision(), most, document.device, that_count(document.memory)};
}

bool StripInSteps::is_outdated(const Context& context, std::size_t most) const {
    return !(wanted(context, most) == made_);
}

bool StripInSteps::make(Context& context, std::size_t most) {
    if (!is_outdated(context, most)) return true;
    if (!context.steps.may(context.workspace.report())) return false;
    if (maker_ == nullptr || !(making_ == wanted(context, most))) begin(context, most);
    const Alarm alarm(kPart);
    while (!maker_->advance(kRowsAtOnce)) {
        if (!alarm.rings()) continue;
        platform::request_frame();
        return false;
    }
    strip_ = std::exchange(maker_, nullptr)->take();
    made_ = making_;
    return true;
}

void StripInSteps::begin(const Context& context, std::size_t most) {
    const Report& report = context.workspace.report();
    making_ = wanted(context, most);
    if (!making_.device) {
        maker_ = std::make_unique<StripMaker>(report, most);
        return;
    }
    const Roofline line = roofline_of(report, report.mode, *making_.device, making_.options);
    maker_ = std::make_unique<StripMaker>(report, most, &line);
}

}  // namespace paramscope::app
