#include "count/cost/memory_options.h"

#include <algorithm>
#include <type_traits>

#include "base/ranges.h"
#include "count/cost/memory.h"
#include "count/devices/devices.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

constexpr int kFewestBitsOfActivations = 16;
constexpr Integer kLastStage = 3;

using Kind = MemorySetting::Kind;
using Of = MemorySetting::Of;
using Names = std::vector<std::string_view>;

/// The member of a member ... of options.
template <auto first, auto... rest>
auto& at(auto& options) {
    if constexpr (sizeof...(rest) == 0)
        return options.*first;
    else
        return at<rest...>(options.*first);
}

template <auto... path>
std::string text_of(const MemoryOptions& options) {
    const auto& value = at<path...>(options);
    if constexpr (std::is_same_v<decltype(value), const std::string&>)
        return value;
    else
        return to_string(static_cast<Integer>(value));
}

template <auto... path>
void put(std::string_view text, MemoryOptions* options) {
    auto& value = at<path...>(*options);
    if constexpr (std::is_same_v<decltype(value), std::string&>)
        value = text;
    else
        value = static_cast<std::remove_reference_t<decltype(value)>>(*parse_integer(text));
}

/// Values whose numbers are the places of their names.
template <auto names, auto member>
std::string name_of(const MemoryOptions& options) {
    return std::string(names()[static_cast<std::size_t>(options.*member)]);
}

template <auto names, auto member>
void put_name(std::string_view name, MemoryOptions* options) {
    const Names all = names();
    auto& value = options->*member;
    value = static_cast<std::remove_reference_t<decltype(value)>>(std::find(all.begin(), all.end(), name) -
                                                                  all.begin());
}

std::string name_of_engine(const MemoryOptions& options) {
    return options.engine == nullptr ? std::string() : std::string(options.engine->name);
}

void put_engine(std::string_view name, MemoryOptions* options) {
    options->engine = find_by(engines(), &Engine::name, name);
}

template <auto table>
Names names_in() {
    Names names;
    for (const auto& row : table()) names.push_back(row.name);
    return names;
}

// In the order of their values.
Names purposes() {
    return {"inference", "training"};
}
Names losses() {
    return {"mean", "cross_entropy", "fused_cross_entropy"};
}
Names attention_kernels() {
    return {"fused", "eager"};
}
Names processors() {
    return {"gpu", "cpu"};
}
Names offloads() {
    return {"none", "optimizer", "parameters"};
}
Names autocast_types() {
    return {"bfloat16", "float16"};
}

template <auto member>
constexpr MemorySetting flag(std::string_view name, Of of) {
    return {name, Kind::Flag, of, text_of<member>, put<member>};
}

template <auto names, auto member>
constexpr MemorySetting choice(std::string_view name, Of of) {
    return {name, Kind::Choice, of, name_of<names, member>, put_name<names, member>, names};
}

template <auto... path>
constexpr MemorySetting words(std::string_view name, Kind kind, Of of) {
    return {name, kind, of, text_of<path...>, put<path...>};
}

template <auto... path>
constexpr MemorySetting number(std::string_view name, Integer least, Integer most) {
    return {name, Kind::Number, Of::Both, text_of<path...>, put<path...>, nullptr, least, most};
}

using M = MemoryOptions;
constexpr MemorySetting kSettings[] = {
    choice<purposes, &M::is_training>("purpose", Of::Both),
    choice<names_in<optimizers>, &M::optimizer>("optimizer", Of::Both),
    words<&M::weights_dtype>("weights_dtype", Kind::Type, Of::Both),
    words<&M::values_dtype>("values_dtype", Kind::Type, Of::Both),
    words<&M::cache_dtype>("cache_dtype", Kind::Type, Of::Serving),
    {"engine", Kind::Choice, Of::Serving, name_of_engine, put_engine, names_in<engines>},
    flag<&M::generates>("generate", Of::Serving),
    flag<&M::recomputes>("recompute", Of::Training),
    flag<&M::recomputes_attention>("recompute_attention", Of::Training),
    flag<&M::accumulates>("accumulate", Of::Training),
    flag<&M::drops_output>("drop_output", Of::Training),
    choice<losses, &M::loss>("loss", Of::Training),
    {"autocast", Kind::Choice, Of::Both, text_of<&M::autocast>, put<&M::autocast>, autocast_types},
    choice<attention_kernels, &M::attention>("attention", Of::Both),
    choice<processors, &M::has_kernels_of_cpu>("kernels", Of::Both),
    number<&M::adapters, &AdapterOptions::rank>("lora_rank", 0, kLargestRank),
    words<&M::adapters, &AdapterOptions::modules>("lora_modules", Kind::Names, Of::Both),
    words<&M::adapters, &AdapterOptions::saved>("modules_to_save", Kind::Names, Of::Both),
    choice<offloads, &M::offload>("offload", Of::Both),
    number<&M::zero_stage>("zero", 0, kLastStage),
    number<&M::devices>("gpus", 1, kMostDevices),
    number<&M::tensor_parallel>("tensor_parallel", 1, kMostDevices),
    number<&M::pipeline_parallel>("pipeline_parallel", 1, kMostDevices),
    number<&M::expert_parallel>("expert_parallel", 1, kMostDevices),
};

bool may_be(const MemorySetting& setting, std::string_view value) {
    switch (setting.kind) {
        case Kind::Flag:
            return value == "0" || value == "1";
        case Kind::Number: {
            const std::optional<Integer> given = parse_integer(value);
            return given && setting.least <= *given && *given <= setting.most;
        }
        case Kind::Choice:
            return contains(setting.choices(), value) || value == setting.text(MemoryOptions());
        case Kind::Type:
            return value.empty() || bits_of(value).has_value();
        case Kind::Names:
            break;
    }
    return true;
}

/// True where an option is set that is for the other purpose.
bool has_any_of(const MemoryOptions& options, Of of) {
    return any_of(kSettings,
                  [&](const MemorySetting& each) { return each.of == of && is_set(each, options); });
}

}  // namespace

std::span<const MemorySetting> memory_settings() {
    return kSettings;
}

const MemorySetting* find_memory_setting(std::string_view name) {
    return find_by(kSettings, &MemorySetting::name, name);
}

bool take_setting(const MemorySetting& setting, std::string_view value, MemoryOptions* options) {
    const bool is_possible = may_be(setting, value);
    if (is_possible) setting.put(value, options);
    return is_possible;
}

bool is_set(const MemorySetting& setting, const MemoryOptions& options) {
    return setting.text(options) != setting.text(MemoryOptions());
}

Integer devices_of_a_model(const MemoryOptions& options) {
    return options.tensor_parallel * options.pipeline_parallel * options.expert_parallel;
}

MemoryConflict conflict_of(const MemoryOptions& options) {
    if (!options.is_training && has_any_of(options, Of::Training)) return MemoryConflict::OfTraining;
    const AdapterOptions& adapters = options.adapters;
    const bool names_modules = !adapters.modules.empty() || !adapters.saved.empty();
    if (adapters.rank == 0 && names_modules) return MemoryConflict::NoRank;
    if (options.is_training && has_any_of(options, Of::Serving)) return MemoryConflict::OfServing;
    return is_divided(options) && options.devices <= kMostDevices ? MemoryConflict::None
                                                                  : MemoryConflict::Devices;
}

bool is_of_dense_layers(std::string_view dtype) {
    return dtype == "nf4";
}

std::string cache_dtype(const Report& report, const MemoryOptions& options) {
    if (!options.cache_dtype.empty()) return options.cache_dtype;
    const bool is_of_engine = options.engine != nullptr && !options.engine->cache_dtype.empty();
    return is_of_engine ? std::string(options.engine->cache_dtype) : dtype_beside_weights(report, options);
}

std::string dtype_beside_weights(const Report& report, const MemoryOptions& options) {
    if (!options.values_dtype.empty()) return options.values_dtype;
    if (options.engine != nullptr && !options.engine->values_dtype.empty())
        return std::string(options.engine->values_dtype);
    const std::optional<Rational> bits = bits_of(options.weights_dtype);
    const bool is_wide = bits && *bits >= Rational(kFewestBitsOfActivations);
    return is_wide ? options.weights_dtype : model_dtype(report);
}

}  // namespace paramscope
