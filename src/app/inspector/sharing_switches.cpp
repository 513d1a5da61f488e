#include "app/inspector/sharing_switches.h"

#include <imgui.h>

#include <optional>

#include "algebra/integer.h"
#include "app/document/memory_fields.h"
#include "app/inspector/field_pairs.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr Word kStages[] = {"mem_off", "mem_zero_1", "mem_zero_2", "mem_zero_3"};
constexpr Word kOffloads[] = {"mem_offload_none", "mem_offload_optimizer", "mem_offload_all"};

/// A number of devices.
struct DeviceNumber {
    Word name;
    Integer& (*of)(MemoryOptions&);
};
constexpr DeviceNumber kDeviceNumbers[] = {
    {"mem_devices", [](MemoryOptions& options) -> Integer& { return options.devices; }},
    {"mem_parallel", [](MemoryOptions& options) -> Integer& { return options.tensor_parallel; }},
    {"mem_pipeline", [](MemoryOptions& options) -> Integer& { return options.pipeline_parallel; }},
    {"mem_experts", [](MemoryOptions& options) -> Integer& { return options.expert_parallel; }},
};

/// True where one of these switches is set.
bool is_shared(MemoryOptions options) {
    MemoryOptions usual;
    const bool is_of_training = options.adapters != usual.adapters || options.zero_stage != usual.zero_stage;
    if ((options.is_training && is_of_training) || options.offload != usual.offload) return true;
    for (const DeviceNumber& number : kDeviceNumbers)
        if (number.of(options) != number.of(usual)) return true;
    return false;
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
    draw_devices(options);
    caption(word("mem_offload"));
    auto offload = static_cast<int>(options->offload);
    choice("mem_offload", kOffloads, &offload, width);
    options->offload = static_cast<Offload>(offload);
}

void SharingSwitches::draw_training(MemoryOptions* options, float width) {
    if (options->adapters.rank != rank_.value) rank_.follow(options->adapters.rank);
    caption(word("mem_rank"));
    if (field("##rank", word("mem_rank"), &rank_.text, width, rank_.is_wrong)) rank_.type(0, kLargestRank);
    options->adapters.rank = rank_.value;
    const auto draw_names = [&](const char* id, Word name, std::string* names) {
        caption(word(name));
        std::string shown = modules_.shown(id, *names);
        if (modules_.draw(id, word(name), &shown, width)) take_memory_names(shown, names);
    };
    if (options->adapters.rank > 0) {
        draw_names("##modules", "mem_lora_modules", &options->adapters.modules);
        tooltip(word("mem_lora_modules_hint"));
        draw_names("##saved", "mem_saved_modules", &options->adapters.saved);
    }
    caption(word("mem_zero"));
    choice("mem_zero", kStages, &options->zero_stage, width);
}

/// Numbers that belong together: they are taken where the devices divide among the others.
void SharingSwitches::draw_devices(MemoryOptions* options) {
    MemoryOptions typed = *options;
    std::vector<std::string> names;
    for (const DeviceNumber& number : kDeviceNumbers) names.emplace_back(word(number.name));
    draw_field_pairs(names, [&](std::size_t i, float width) {
        Number& number = devices_[i];
        Integer& value = kDeviceNumbers[i].of(typed);
        if (value != number.known) number.follow(value);
        if (field(concat("##", names[i]).c_str(), names[i], &number.text, width, number.is_wrong))
            number.type(1, kMostDevices);
        value = number.value;
    });
    if (is_divided(typed)) {
        *options = typed;
    } else {
        wrapped_text(word("mem_not_divided"), palette().warning);
    }
    for (std::size_t i = 0; i < devices_.size(); ++i) devices_[i].known = kDeviceNumbers[i].of(*options);
}

}  // namespace paramscope::app
