#include "app/inspector/sharing_switches.h"

#include <imgui.h>

#include <optional>

#include "algebra/integer.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"

namespace paramscope::app {
namespace {

constexpr Word kStages[] = {"mem_zero_off", "mem_zero_1", "mem_zero_2", "mem_zero_3"};

/// True where one of these switches is set.
bool is_shared(const MemoryOptions& options) {
    const MemoryOptions usual;
    const bool is_of_training = options.adapters != usual.adapters || options.zero_stage != usual.zero_stage;
    return (options.is_training && is_of_training) || options.devices != usual.devices ||
           options.tensor_parallel != usual.tensor_parallel;
}

}  // namespace

void SharingSwitches::Number::follow(Integer number) {
    value = number;
    text = to_string(number);
    is_wrong = false;
}

void SharingSwitches::Number::type(Integer least, Integer most) {
    const std::optional<Integer> number = parse_integer(text);
    is_wrong = !number || *number < least || *number > most;
    if (!is_wrong) value = *number;
}

void SharingSwitches::draw(MemoryOptions* options) {
    is_open_ = is_open_ || is_shared(*options);
    if (!is_open_) {
        is_open_ = button(word("mem_sharing"), ButtonKind::Quiet);
        tooltip(word("mem_sharing_hint"));
        return;
    }
    const float width = ImGui::GetContentRegionAvail().x;
    if (options->is_training) draw_training(options, width);
    if (options->devices != known_devices_) devices_.follow(options->devices);
    if (options->tensor_parallel != known_parallel_) parallel_.follow(options->tensor_parallel);
    draw_devices(width);
    const Integer of_a_layer = options->pipeline_parallel * options->expert_parallel;
    if (devices_.value % (parallel_.value * of_a_layer) == 0) {
        options->devices = devices_.value;
        options->tensor_parallel = parallel_.value;
    } else {
        wrapped_text(word("mem_not_divided"), palette().warning);
    }
    known_devices_ = options->devices;
    known_parallel_ = options->tensor_parallel;
}

void SharingSwitches::draw_training(MemoryOptions* options, float width) {
    if (options->adapters.rank != rank_.value) rank_.follow(options->adapters.rank);
    caption(word("mem_rank"));
    if (field("##rank", word("mem_rank"), &rank_.text, width, rank_.is_wrong)) rank_.type(0, kLargestRank);
    options->adapters.rank = rank_.value;
    caption(word("mem_zero"));
    choice("mem_zero", kStages, &options->zero_stage, width);
}

/// Two fields side by side.
void SharingSwitches::draw_devices(float width) {
    const float half = (width - unit(2)) / 2;
    const auto draw_number = [half](const char* id, Word name, Number* number) {
        ImGui::BeginGroup();
        caption(word(name));
        if (field(id, word(name), &number->text, half, number->is_wrong)) number->type(1, kMostDevices);
        ImGui::EndGroup();
    };
    draw_number("##devices", "mem_devices", &devices_);
    ImGui::SameLine(0, unit(2));
    draw_number("##parallel", "mem_parallel", &parallel_);
}

}  // namespace paramscope::app
