#include "app/inspector/sharing_switches.h"

#include <imgui.h>

#include <optional>

#include "algebra/integer.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/ui/words.h"

namespace paramscope::app {
namespace {

constexpr Word kStages[] = {Word::MemZeroOff, Word::MemZero1, Word::MemZero2, Word::MemZero3};

}  // namespace

bool SharingSwitches::Number::set(Integer least, Integer most) {
    const std::optional<Integer> number = parse_integer(text);
    is_wrong = !number || *number < least || *number > most;
    if (is_wrong || *number == value) return false;
    value = *number;
    return true;
}

bool SharingSwitches::draw(MemoryOptions* options) {
    if (!is_open_) {
        is_open_ = button(Word::MemSharing, ButtonKind::Quiet);
        tooltip(word(Word::MemSharingHint));
        return false;
    }
    const float width = ImGui::GetContentRegionAvail().x;
    bool has_changed = options->is_training && draw_training(width);
    has_changed |= draw_devices(width);
    options->lora_rank = options->is_training ? rank_.value : 0;
    options->zero_stage = options->is_training ? zero_ : 0;
    const bool is_divided = devices_.value % parallel_.value == 0;
    if (!is_divided) {
        wrapped_text(word(Word::MemNotDivided), palette().warning);
        return has_changed;
    }
    options->devices = devices_.value;
    options->tensor_parallel = parallel_.value;
    return has_changed;
}

bool SharingSwitches::draw_training(float width) {
    caption(word(Word::MemRank));
    bool has_changed = field("##rank", word(Word::MemRank), &rank_.text, width, rank_.is_wrong) &&
                       rank_.set(0, kLargestRank);
    caption(word(Word::MemZero));
    has_changed |= choice(Word::MemZero, kStages, &zero_, width);
    return has_changed;
}

/// Two fields side by side.
bool SharingSwitches::draw_devices(float width) {
    const float half = (width - unit(2)) / 2;
    const auto draw_number = [half](const char* id, Word name, Number* number) {
        ImGui::BeginGroup();
        caption(word(name));
        const bool is_given = field(id, word(name), &number->text, half, number->is_wrong);
        ImGui::EndGroup();
        return is_given && number->set(1, kMostDevices);
    };
    bool has_changed = draw_number("##devices", Word::MemDevices, &devices_);
    ImGui::SameLine(0, unit(2));
    has_changed |= draw_number("##parallel", Word::MemParallel, &parallel_);
    return has_changed;
}

}  // namespace paramscope::app
