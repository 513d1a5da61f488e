#include "app/document/memory_fields.h"

#include <optional>
#include <span>
#include <string>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

/// A switch that is a whole number.
struct NumberField {
    std::string_view name;
    Integer& (*value)(MemoryOptions&);
    Integer least, most;
};
constexpr NumberField kNumbers[] = {
    {"lora_rank", [](MemoryOptions& options) -> Integer& { return options.adapters.rank; }, 0, kLargestRank},
    {"gpus", [](MemoryOptions& options) -> Integer& { return options.devices; }, 1, kMostDevices},
    {"tensor_parallel", [](MemoryOptions& options) -> Integer& { return options.tensor_parallel; }, 1,
     kMostDevices},
    {"pipeline_parallel", [](MemoryOptions& options) -> Integer& { return options.pipeline_parallel; }, 1,
     kMostDevices},
    {"expert_parallel", [](MemoryOptions& options) -> Integer& { return options.expert_parallel; }, 1,
     kMostDevices},
};
constexpr Integer kLastStage = 3;
constexpr std::size_t kLongestNames = 1000;

std::optional<Integer> read_number(std::string_view value, Integer least, Integer most) {
    const std::optional<Integer> number = parse_integer(value);
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

bool take_optimizer(std::string_view value, MemoryOptions* options) {
    const auto* found = find_by(optimizers(), &OptimizerState::name, value);
    if (found == nullptr) return false;
    options->optimizer = found->optimizer;
    return true;
}

/// Takes the value of that name from a table of named values.
template <class Named, class Value>
bool take_name(std::span<const Named> table, std::string_view name, Value* value) {
    const Named* const found = find_by(table, &Named::name, name);
    if (found != nullptr) *value = found->value;
    return found != nullptr;
}

bool take_type(std::string_view value, std::span<const std::string_view> known, std::string* type) {
    if (!contains(known, value)) return false;
    *type = value;
    return true;
}

bool take_flag(std::string_view value, std::string_view on, std::string_view off, bool* flag) {
    if (value != on && value != off) return false;
    *flag = value == on;
    return true;
}

}  // namespace

void add_memory_fields(const MemoryOptions& options, platform::Fields* fields) {
    MemoryOptions usual, given = options;
    const auto add = [&](std::string_view name, std::string_view value) {
        fields->emplace_back(concat(kMemoryField, name), value);
    };
    if (options.is_training) add("purpose", "training");
    if (!options.weights_dtype.empty()) add("dtype", options.weights_dtype);
    if (!options.values_dtype.empty()) add("values_dtype", options.values_dtype);
    if (!options.cache_dtype.empty()) add("cache_dtype", options.cache_dtype);
    if (options.engine != nullptr) add("engine", options.engine->name);
    if (options.generates) add("generate", "1");
    if (options.optimizer != usual.optimizer) add("optimizer", state_of(options.optimizer).name);
    if (options.recomputes) add("recompute", "1");
    if (options.recomputes_attention) add("recompute_attention", "1");
    if (!options.adapters.modules.empty()) add("lora_modules", options.adapters.modules);
    if (!options.adapters.saved.empty()) add("modules_to_save", options.adapters.saved);
    if (options.offload != usual.offload)
        add("offload", find_by(offloads(), &NamedOffload::value, options.offload)->name);
    if (options.accumulates) add("accumulate", "1");
    if (options.drops_output) add("drop_output", "1");
    if (!options.autocast.empty()) add("autocast", options.autocast);
    if (options.attention != usual.attention)
        add("attention", find_by(attention_kernels(), &NamedKernel::value, options.attention)->name);
    if (options.has_kernels_of_cpu)
        add("kernels", find_by(processors(), &NamedProcessor::value, options.has_kernels_of_cpu)->name);
    if (options.loss != usual.loss) add("loss", find_by(losses(), &NamedLoss::value, options.loss)->name);
    if (options.zero_stage != usual.zero_stage) add("zero", std::to_string(options.zero_stage));
    for (const auto& [name, value, least, most] : kNumbers) {
        if (value(given) != value(usual)) add(name, to_string(value(given)));
    }
}

bool take_memory_field(std::string_view name, std::string_view value, MemoryOptions* options) {
    if (name == "purpose") return take_flag(value, "training", "inference", &options->is_training);
    if (name == "recompute") return take_flag(value, "1", "0", &options->recomputes);
    if (name == "recompute_attention") return take_flag(value, "1", "0", &options->recomputes_attention);
    if (name == "lora_modules") return take_memory_names(value, &options->adapters.modules);
    if (name == "modules_to_save") return take_memory_names(value, &options->adapters.saved);
    if (name == "offload") return take_name(offloads(), value, &options->offload);
    if (name == "accumulate") return take_flag(value, "1", "0", &options->accumulates);
    if (name == "drop_output") return take_flag(value, "1", "0", &options->drops_output);
    if (name == "attention") return take_name(attention_kernels(), value, &options->attention);
    if (name == "kernels") return take_name(processors(), value, &options->has_kernels_of_cpu);
    if (name == "loss") return take_name(losses(), value, &options->loss);
    if (name == "autocast") {
        const bool is_known = contains_by(autocast_types(), &AutocastType::name, value);
        if (is_known) options->autocast = value;
        return is_known;
    }
    if (name == "optimizer") return take_optimizer(value, options);
    if (name == "generate") return take_flag(value, "1", "0", &options->generates);
    if (name == "engine") {
        const Engine* const found = find_by(engines(), &Engine::name, value);
        if (found != nullptr) options->engine = found;
        return found != nullptr;
    }
    if (name == "dtype") return take_type(value, kWeightTypes, &options->weights_dtype);
    if (name == "values_dtype") return take_type(value, kWeightTypes, &options->values_dtype);
    if (name == "cache_dtype") return take_type(value, kCacheTypes, &options->cache_dtype);
    if (name == "zero") {
        const std::optional<Integer> stage = read_number(value, 0, kLastStage);
        if (stage) options->zero_stage = static_cast<int>(*stage);
        return stage.has_value();
    }
    for (const auto& [known, number_of, least, most] : kNumbers) {
        if (known != name) continue;
        const std::optional<Integer> number = read_number(value, least, most);
        if (number) number_of(*options) = *number;
        return number.has_value();
    }
    return false;
}

bool take_memory_names(std::string_view value, std::string* names) {
    if (value.size() > kLongestNames) return false;
    *names = value;
    return true;
}

MemoryOptions that_count(MemoryOptions options) {
    const MemoryOptions usual;
    if (options.is_training) {
        options.cache_dtype = usual.cache_dtype;
        options.engine = usual.engine;
        options.generates = usual.generates;
        return options;
    }
    options.recomputes = usual.recomputes;
    options.accumulates = usual.accumulates;
    options.drops_output = usual.drops_output;
    options.loss = usual.loss;
    options.recomputes_attention = usual.recomputes_attention;
    options.adapters = usual.adapters;
    options.zero_stage = usual.zero_stage;
    return options;
}

}  // namespace paramscope::app
