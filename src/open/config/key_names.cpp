// The names of keys that transformers' classes set by another one.
#include <unordered_map>

#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/config_keys.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kKeyNames = "key_names";  // a table of the data files

/// Another name of a key, of some types.
struct OtherName {
    std::string_view name;
    std::string_view types;  ///< their words
    bool wins = false;       ///< over the key, where a config has both
};

/// The other names by key.
using OtherNames = std::unordered_map<std::string_view, std::vector<OtherName>>;

OtherNames read_other_names() {
    OtherNames names;
    const Architecture* table = architectures().find(kKeyNames);
    if (table == nullptr) return names;
    for (const TemplateKey& pair : table->keys) {
        const std::string &key = pair.paths[0], &winner = pair.paths[1];
        names[key].push_back({winner, pair.value.value.text, true});
        names[winner].push_back({key, pair.value.value.text, false});
    }
    return names;
}

/// Returns the other names of a key of any type. The table is read once: a template asks for thousands of
/// keys.
const std::vector<OtherName>& names_of(std::string_view key) {
    static const OtherNames all = read_other_names();
    static const std::vector<OtherName> none;
    const auto found = all.find(key);
    return found != all.end() ? found->second : none;
}

}  // namespace

JsonValue find_by_names(const JsonValue& object, std::string_view key,
                        const std::vector<std::string>& types) {
    const std::vector<OtherName>& others = names_of(key);
    JsonValue value = object.find(key);
    const bool may_have_others = any_of(others, [&](const OtherName& each) {
        return types.empty() ||
               any_of(types, [&](const std::string& type) { return has_word(each.types, type); });
    });
    if (!may_have_others) return value;
    std::string type = object.find("model_type").string();
    if (type.empty() && !types.empty()) type = types.front();
    JsonValue winner;
    for (const OtherName& each : others) {
        JsonValue& place = each.wins ? winner : value;
        if (place.is_missing() && has_word(each.types, type)) place = object.find(each.name);
    }
    return winner.is_missing() ? value : winner;
}

std::vector<std::string_view> other_names(std::string_view key, std::string_view type) {
    std::vector<std::string_view> names;
    for (const OtherName& each : names_of(key)) {
        if (has_word(each.types, type)) names.push_back(each.name);
    }
    return names;
}

}  // namespace paramscope::open
