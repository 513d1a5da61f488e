#include "open/support/named_classes.h"

#include <algorithm>
#include <span>

#include "base/concat.h"
#include "base/shipped_texts.h"

namespace paramscope {

// Generated from web/hub/without_weights.json (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kWithoutWeightsTexts;

namespace open {

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

bool is_without_weights(std::string_view kind, std::string_view type) {
    static const Result<JsonDocument> endings = JsonDocument::parse(kWithoutWeightsTexts.front().text);
    for (const JsonValue ending : endings->root().find(kind).items()) {
        if (type.ends_with(ending.string())) return true;
    }
    return false;
}

std::string class_of_component(const JsonValue& component) {
    if (component.kind() != JsonValue::Kind::Array || component.size() != 2) return {};
    std::string type;
    for (const JsonValue name : component.items()) type = name.string();
    return is_without_weights("components", type) ? std::string() : type;
}

}  // namespace open
}  // namespace paramscope
