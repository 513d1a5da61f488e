// The names of keys that transformers' classes set by another one.
#include "base/text_parts.h"
#include "open/config/config_keys.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kKeyNames = "key_names";  // a table of the data files

/// True for one of the words of a text.
bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        if (take_until(words, ' ') == word) return true;
    }
    return false;
}

/// Returns the names that win over a key of the type, or those that it wins over.
std::vector<std::string_view> names_of(std::string_view key, std::string_view type, bool that_win) {
    std::vector<std::string_view> names;
    const Architecture* table = architectures().find(kKeyNames);
    if (table == nullptr || type.empty()) return names;
    for (const TemplateKey& pair : table->keys) {
        const std::string &own = pair.paths[that_win ? 0 : 1], &other = pair.paths[that_win ? 1 : 0];
        if (own == key && has_word(pair.value.value.text, type)) names.push_back(other);
    }
    return names;
}

}  // namespace

JsonValue find_by_names(const JsonValue& object, std::string_view key, std::string_view type) {
    const std::string own_type = object.find("model_type").string();
    if (!own_type.empty()) type = own_type;
    for (const std::string_view name : names_of(key, type, true)) {
        if (const JsonValue value = object.find(name); !value.is_missing()) return value;
    }
    JsonValue value = object.find(key);
    for (const std::string_view name : names_of(key, type, false)) {
        if (value.is_missing()) value = object.find(name);
    }
    return value;
}

std::vector<std::string_view> other_names(std::string_view key, std::string_view type) {
    std::vector<std::string_view> names = names_of(key, type, true);
    for (const std::string_view name : names_of(key, type, false)) names.push_back(name);
    return names;
}

}  // namespace paramscope::open
