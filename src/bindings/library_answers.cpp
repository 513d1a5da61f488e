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
#include "model/dtype.h"

namespace paramscope::bindings {
namespace {

/// A number of JavaScript as a whole one within bounds; a NaN is the least.
Integer whole(double value, Integer least, Integer most) {
    if (!(value > static_cast<double>(least))) return least;
    return value < static_cast<double>(most) ? static_cast<Integer>(value) : most;
}

/// What has one of a few names.
Answer apply_names(const WriteRequest& request, MemoryOptions* options) {
    const auto unknown = [](std::string_view setting, const std::string& name) {
        return wrong_request("memory",
                             message("request.unknown_name", {{"setting", setting}, {"name", name}}));
    };
    if (!request.loss.empty()) {
        const auto* found = find_by(losses(), &NamedLoss::name, request.loss);
        if (found == nullptr) return unknown("loss", request.loss);
        options->loss = found->value;
    }
    if (!request.attention.empty()) {
        const auto* found = find_by(attention_kernels(), &NamedKernel::name, request.attention);
        if (found == nullptr) return unknown("attention", request.attention);
        options->attention = found->value;
    }
    if (!request.kernels.empty()) {
        const auto* found = find_by(processors(), &NamedProcessor::name, request.kernels);
        if (found == nullptr) return unknown("kernels", request.kernels);
        options->has_kernels_of_cpu = found->value;
    }
    if (!request.engine.empty()) {
        options->engine = find_by(engines(), &Engine::name, request.engine);
        if (options->engine == nullptr) return unknown("engine", request.engine);
    }
    if (!request.offload.empty()) {
        const auto* found = find_by(offloads(), &NamedOffload::name, request.offload);
        if (found == nullptr) return unknown("offload", request.offload);
        options->offload = found->value;
    }
    if (!request.recipe.empty() && !contains_by(recipes(), &Recipe::name, request.recipe))
        return unknown("recipe", request.recipe);
    const bool is_known =
        request.autocast.empty() || contains_by(autocast_types(), &AutocastType::name, request.autocast);
    if (!is_known) return unknown("autocast", request.autocast);
    options->autocast = request.autocast;
    return {};
}

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

/// Makes the options of a request for so many devices as it names: by `gpus`, else by `named`.
Answer apply_memory(const WriteRequest& request, Integer named, MemoryOptions* options) {
    if (!request.optimizer.empty()) {
        const auto all = optimizers();
        const auto* found = find_by(all, &OptimizerState::name, request.optimizer);
        if (found == nullptr)
            return wrong_request("memory",
                                 message("request.unknown_optimizer", {{"name", request.optimizer}}));
        options->is_training = true;
        options->optimizer = found->optimizer;
    }
    if (!request.weights_dtype.empty() && !bits_of(request.weights_dtype))
        return wrong_request("memory", message("request.unknown_dtype", {{"name", request.weights_dtype}}));
    options->weights_dtype = request.weights_dtype;
    if (!request.cache_dtype.empty() && !bits_of(request.cache_dtype))
        return wrong_request("memory", message("request.unknown_dtype", {{"name", request.cache_dtype}}));
    options->cache_dtype = request.cache_dtype;
    options->generates = request.generate;
    options->recomputes = request.recompute;
    options->recomputes_attention = request.recompute_attention;
    options->accumulates = request.accumulate;
    options->drops_output = request.drop_output;
    if (Answer wrong = apply_names(request, options); !wrong.wrong.empty()) return wrong;
    options->adapters = {whole(request.lora_rank, 0, kLargestRank), request.lora_modules,
                         request.modules_to_save};
    options->zero_stage = static_cast<int>(whole(request.zero_stage, 0, 3));
    options->tensor_parallel = whole(request.tensor_parallel, 1, kMostDevices);
    options->pipeline_parallel = whole(request.pipeline_parallel, 1, kMostDevices);
    options->expert_parallel = whole(request.expert_parallel, 1, kMostDevices);
    const Integer given = whole(request.gpus, 1, kMostDevices);
    if (given > 1 && named > 1 && given != named)
        return wrong_request("memory", message("request.other_gpus"));
    options->devices = std::max({given, named, devices_of_a_model(*options)});
    if (const Recipe* const recipe = find_by(recipes(), &Recipe::name, request.recipe))
        *options = with_recipe(*recipe, options->devices, *options);
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
