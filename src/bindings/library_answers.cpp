#include "bindings/library_answers.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ranges.h"
#include "bindings/element_answers.h"
#include "bindings/messages.h"
#include "count/cost/recipes.h"
#include "count/cost/row_memory.h"
#include "formats/comparison/comparison.h"
#include "formats/device_times.h"
#include "formats/every_format.h"
#include "formats/sections.h"

namespace paramscope::bindings {
namespace {

/// Refuses options that say something against each other.
Answer refused_together(const MemoryOptions& options) {
    const auto refused = [](const Message& why) { return wrong_request("memory", why); };
    switch (conflict_of(options)) {
        case MemoryConflict::None:
            break;
        case MemoryConflict::OfTraining:
            return refused(message("request.needs_train"));
        case MemoryConflict::NoRank:
            return refused(message("request.needs_rank"));
        case MemoryConflict::OfServing:
            return refused(message("request.generate"));
        case MemoryConflict::Devices:
            return refused(message("request.gpus", {{"gpus", to_string(options.devices)},
                                                    {"parallel", to_string(devices_of_a_model(options))}}));
    }
    return {};
}

/// Sets one option that a request names.
Answer apply_option(const Override& given, const MemorySetting* setting, MemoryOptions* options) {
    if (setting != nullptr && take_setting(*setting, given.expression, options)) return {};
    const bool is_type = setting != nullptr && setting->kind == MemorySetting::Kind::Type;
    return wrong_request("memory", is_type ? message("request.unknown_dtype", {{"name", given.expression}})
                                           : message("request.unknown_name",
                                                     {{"setting", given.name}, {"name", given.expression}}));
}

/// Makes the options of a request for so many devices as it names: by `gpus`, else by `named`.
Answer apply_memory(const WriteRequest& request, Integer named, MemoryOptions* options) {
    const Recipe* recipe = nullptr;
    for (const Override& given : request.memory_options) {
        if (given.name == "recipe") {
            recipe = find_by(recipes(), &Recipe::name, given.expression);
            if (recipe == nullptr) return apply_option(given, nullptr, options);
            continue;
        }
        const bool is_train = given.name == "train";
        options->is_training |= is_train;
        Answer wrong = apply_option(given, find_memory_setting(is_train ? "optimizer" : given.name), options);
        if (!wrong.wrong.empty()) return wrong;
    }
    if (options->devices > 1 && named > 1 && options->devices != named)
        return wrong_request("memory", message("request.other_gpus"));
    options->devices = std::max({options->devices, named, devices_of_a_model(*options)});
    if (recipe != nullptr) *options = with_recipe(*recipe, options->devices, *options);
    return refused_together(*options);
}

}  // namespace

Answer write_any(const BoundModel& model, const std::string& format, const WriteRequest& request) {
    const ReportWriter writer = find_any_writer(format);
    if (writer == nullptr)
        return wrong_request("format", message("request.unknown_format", {{"name", format}}));
    std::optional<Devices> devices;
    if (Answer wrong = find_devices(format, request, &devices); !wrong.wrong.empty()) return wrong;
    MemoryOptions memory;
    if (Answer wrong = apply_memory(request, devices ? devices->count : 1, &memory); !wrong.wrong.empty())
        return wrong;
    const std::string missing = unknown_module(model.report(), memory.adapters);
    if (!missing.empty())
        return wrong_request("memory", message("request.unknown_module", {{"path", missing}}));
    std::optional<DeviceTimes> times;
    if (devices) time_on(devices->device, model, memory, &times);

    const bool shows_memory = request.memory || times;
    std::optional<MemoryPlan> plan;
    if (shows_memory || memory != MemoryOptions()) plan = plan_memory(model.report(), memory);
    WriteOptions options = write_options(model, request);
    std::vector<const ReportSection*> sections;
    if (request.conventions) sections.push_back(&kConventionsSection);
    ReportSection memory_of_plan;
    std::vector<Integer> row_memory;
    if (shows_memory) {
        memory_of_plan = memory_section(*plan, devices ? &devices->device : nullptr);
        sections.push_back(&memory_of_plan);
        row_memory = memory_of_rows(model.report(), *plan);
    }
    const ReportSection least_times = times ? times->section() : ReportSection();
    if (times) {
        sections.push_back(&least_times);
        times->add_to(&options, format);
    }
    options.sections = sections;
    options.plan = plan ? &*plan : nullptr;
    options.row_memory = row_memory;
    return {writer(model.report(), options)};
}

Answer compare(const BoundModel& model, const BoundModel& other, const std::string& format,
               const std::string& name, const std::string& other_name) {
    const ComparisonFormat* found = find_comparison_format(format);
    if (found == nullptr)
        return wrong_request("format", message("request.unknown_format", {{"name", format}}));
    const Comparison comparison = compare_reports({name, &model.report()}, {other_name, &other.report()});
    return {found->write(comparison, nullptr)};
}

}  // namespace paramscope::bindings
