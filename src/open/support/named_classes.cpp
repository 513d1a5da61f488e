#include "open/support/named_classes.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open {

std::string class_of_config(const JsonValue& config) {
    const JsonValue classes = config.find("architectures");
    return classes.size() > 0 ? (*classes.items().begin()).string() : std::string();
}

std::string_view family_of(std::string_view name) {
    std::size_t end = name.size();
    for (const std::string_view ending : {"For", "LMHeadModel", "Model"})
        end = std::min(end, name.find(ending, 1));
    return name.substr(0, end);
}

std::string with_class(const JsonValue& config, std::string_view name) {
    std::string members = name.empty() ? "" : concat("\"architectures\":[\"", name, "\"]");
    for (const JsonValue value : config.items()) {
        if (value.key().is("architectures")) continue;
        append_all(members, members.empty() ? "" : ",", value.key().source(), ":", value.source());
    }
    return concat("{", members, "}");
}

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
