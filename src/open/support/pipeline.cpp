#include "open/support/pipeline.h"

#include "base/ranges.h"

namespace paramscope::open {

std::string class_of_component(const JsonValue& component) {
    constexpr std::string_view kWithoutParameters[] = {"Scheduler", "Tokenizer", "TokenizerFast", "Processor",
                                                       "FeatureExtractor"};
    if (component.kind() != JsonValue::Kind::Array || component.size() != 2) return {};
    std::string type;
    for (const JsonValue name : component.items()) type = name.string();
    const auto ends_type = [&](std::string_view ending) { return type.ends_with(ending); };
    return any_of(kWithoutParameters, ends_type) ? std::string() : type;
}

}  // namespace paramscope::open
