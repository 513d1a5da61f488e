#include "open/config/matching.h"

#include "base/ranges.h"
#include "open/config/config_keys.h"

namespace paramscope::open {

const Architecture* matching_architecture(const JsonValue& config) {
    if (!config.find("model_type").is_missing()) return nullptr;
    ConfigKeys keys;
    for (const Architecture* const each : architectures().all()) {
        const TemplateKey* const match = find_by(each->keys, &TemplateKey::name, "match");
        if (match == nullptr) continue;
        const ConfigScope scope{each, config, ""};
        if (keys.evaluate(match->value, {&scope, nullptr}).is_true()) return each;
    }
    return nullptr;
}

bool is_config_object(const JsonValue& object) {
    if (object.kind() != JsonValue::Kind::Object) return false;
    if (!object.find("weight_map").is_missing() || !object.find("class_name").is_missing()) return false;
    const bool names_type = object.find("model_type").kind() == JsonValue::Kind::String ||
                            object.find("architectures").size() > 0;
    if (names_type || matching_architecture(object) != nullptr) return true;
    return object.find("vocab_size").integer() && object.find("hidden_size").integer();
}

}  // namespace paramscope::open
