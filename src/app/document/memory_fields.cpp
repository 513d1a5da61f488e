#include "app/document/memory_fields.h"

#include "base/concat.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kLongestNames = 1000;
/// What earlier links call the type of the weights.
constexpr std::string_view kFormerType = "dtype", kWeightsType = "weights_dtype";

}  // namespace

void add_memory_fields(const MemoryOptions& options, platform::Fields* fields) {
    for (const MemorySetting& setting : memory_settings())
        if (is_set(setting, options))
            fields->emplace_back(concat(kMemoryField, setting.name), setting.text(options));
}

bool take_memory_field(std::string_view name, std::string_view value, MemoryOptions* options) {
    const MemorySetting* const setting = find_memory_setting(name == kFormerType ? kWeightsType : name);
    return setting != nullptr && value.size() <= kLongestNames && take_setting(*setting, value, options);
}

bool take_memory_names(std::string_view value, std::string* names) {
    if (value.size() > kLongestNames) return false;
    *names = value;
    return true;
}

MemoryOptions that_count(MemoryOptions options) {
    using Of = MemorySetting::Of;
    const MemoryOptions usual;
    const Of other = options.is_training ? Of::Serving : Of::Training;
    for (const MemorySetting& setting : memory_settings())
        if (setting.of == other) setting.put(setting.text(usual), &options);
    if (options.is_training) return options;
    options.adapters = usual.adapters;
    options.zero_stage = usual.zero_stage;
    return options;
}

}  // namespace paramscope::app
