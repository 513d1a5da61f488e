#include "open/config/unread_keys.h"

#include <span>

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kMostKeys = 2000;  // of one object; configs have some hundred
constexpr std::string_view kKeysWithoutEffect = "keys_without_effect";  // a table of the data files
constexpr std::string_view kWithoutEffect = "without_effect";           // a key of an architecture

/// True when `name` is `pattern`, in which one `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    const std::string_view begin = pattern.substr(0, star), end = pattern.substr(star + 1);
    if (const std::size_t second = end.find('*'); second != std::string_view::npos)
        return name.find(end.substr(0, second)) != std::string_view::npos;
    return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

/// True for a key of the table, or one that the architecture says to have no effect: `without_effect := "lr
/// *_iters"`.
bool has_no_effect(std::string_view name, const std::vector<const Architecture*>& readers) {
    for (const Architecture* each : readers) {
        for (; each != nullptr; each = each->base) {
            const TemplateKey* own = find_by(each->keys, &TemplateKey::name, kWithoutEffect);
            std::string_view patterns =
                own != nullptr ? std::string_view(own->value.value.text) : std::string_view();
            while (!patterns.empty()) {
                if (matches(take_until(patterns, ' '), name)) return true;
            }
        }
    }
    const Architecture* table = architectures().find(kKeysWithoutEffect);
    if (table == nullptr) return false;
    for (const TemplateKey& key : table->keys) {
        for (const std::string& pattern : key.paths) {
            if (matches(pattern, name)) return true;
        }
    }
    return false;
}

/// True for the path of the key `name`: `n_embd`, `attn_config.n_embd` or, for a part that is read from
/// outside, `n_embd.first`.
bool is_path_of(std::string_view path, std::string_view name) {
    if (path == name) return true;
    if (path.size() <= name.size()) return false;
    const bool is_last = path.ends_with(name) && path[path.size() - name.size() - 1] == '.';
    return is_last || (path.starts_with(name) && path[name.size()] == '.');
}

/// True when an expression reads `config["name"]`.
bool reads(const Expression& expression, std::string_view name) {
    const std::vector<Expression>& operands = expression.operands;
    const bool is_item = expression.kind == Expression::Kind::Index && operands.front().name == "config";
    if (is_item && operands.back().value.text == name) return true;
    return any_of(operands, [&](const Expression& each) { return reads(each, name); });
}

/// True when a line of a template, or one inside it, is about the object `name`.
bool is_about(const TemplateNode& node, std::string_view name) {
    std::string_view scope = node.scope;
    if (scope.ends_with('?')) scope.remove_suffix(1);
    return scope == name ||
           any_of(node.children, [&](const TemplateNode& child) { return is_about(child, name); });
}

/// True when an architecture reads the key. A key that templates compute may stand in the config, too: it is
/// not read.
bool reads(const Architecture& architecture, std::string_view name) {
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateKey& key : each->keys) {
            if (reads(key.value, name)) return true;
            if (key.kind == TemplateKey::Kind::Computed || key.kind == TemplateKey::Kind::Assumed) continue;
            if (any_of(key.paths, [&](const std::string& path) { return is_path_of(path, name); }))
                return true;
        }
        if (any_of(each->definitions,
                   [&](const TemplateDefinition& definition) { return is_about(definition.node, name); }))
            return true;
    }
    return false;
}

/// The only value of a key that an architecture knows; nullptr where it says none.
const TemplateKey* find_assumed(const Architecture& architecture, std::string_view name) {
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateKey& key : each->keys) {
            if (key.kind == TemplateKey::Kind::Assumed && key.name == name) return &key;
        }
    }
    return nullptr;
}

/// True when the key may change the model in a way that no template knows.
bool is_unread(const ReadObject& read, const JsonValue& value) {
    const std::string name = value.key().string();
    if (has_no_effect(name, read.architectures)) return false;
    const TemplateKey* assumed = nullptr;
    const std::string type = read.object.find("model_type").string();
    for (const Architecture* architecture : read.architectures) {
        if (reads(*architecture, name)) return false;
        const auto is_read = [&](std::string_view other) { return reads(*architecture, other); };
        if (any_of(other_names(name, type), is_read)) return false;
        if (assumed == nullptr) assumed = find_assumed(*architecture, name);
    }
    const ConfigValue given = ConfigValue::of(value);
    if (assumed == nullptr) return given.is_true();
    ConfigKeys keys;
    const ConfigScope scope{read.architectures.front(), read.object, ""};
    return !(given == keys.evaluate(assumed->value, {&scope, nullptr})) && !given.is_none();
}

/// True for a number above 1, and for a list or an object that has one.
bool has_size(const JsonValue& value) {
    if (value.kind() == JsonValue::Kind::Number) return value.integer().value_or(0) > 1;
    for (const JsonValue item : value.items()) {
        if (has_size(item)) return true;
    }
    return false;
}

/// The value of the first of these keys that an object has.
JsonValue first_of(const JsonValue& object, std::span<const std::string_view> keys) {
    for (const std::string_view key : keys) {
        if (const JsonValue value = object.find(key); !value.is_missing()) return value;
    }
    return {};
}

/// True where a config states how wide a head is, or its architecture does whatever the width of the model.
bool knows_width_of_a_head(const ReadObject& read) {
    constexpr std::string_view names[] = {
        "head_dim", "d_kv", "d_head", "kv_channels", "attention_head_size", "qk_nope_head_dim"};
    if (first_of(read.object, names).integer()) return true;
    return any_of(read.architectures, [&](const Architecture* architecture) {
        return any_of(names, [&](std::string_view name) {
            const TemplateKey* const key = find_key(*architecture, name);
            return key != nullptr && key->value.kind == Expression::Kind::Literal;
        });
    });
}

/// The size that one of the unread keys of an object states by these names, unless a key that is read does.
std::optional<ForeignSize> foreign_size_by(std::span<const std::string_view> names, const ReadObject& whole,
                                           const std::vector<JsonValue>& unread) {
    std::string_view own;
    for (const std::string_view name : names) {
        const auto reads_name = [&](const Architecture* each) { return reads(*each, name); };
        if (!any_of(whole.architectures, reads_name)) continue;
        if (!whole.object.find(name).is_missing()) return std::nullopt;
        if (own.empty()) own = name;
    }
    const auto* stated = find_where(unread, [&](const JsonValue& each) {
        return contains(names, each.key().string()) && each.integer() &&
               whole.object.find(each.key().string()).span() == each.span();
    });
    if (own.empty() || stated == nullptr) return std::nullopt;
    return ForeignSize{*stated, own};
}

}  // namespace

void add_read(std::vector<ReadObject>& read, const ConfigScope& scope) {
    if (scope.config.kind() != JsonValue::Kind::Object || scope.architecture == nullptr) return;
    auto* known =
        find_where(read, [&](const ReadObject& each) { return each.object.span() == scope.config.span(); });
    ReadObject& object = known != nullptr ? *known : read.emplace_back(ReadObject{scope.config, {}});
    std::vector<const Architecture*>& all = object.architectures;
    if (!contains(all, scope.architecture)) all.push_back(scope.architecture);
}

std::vector<JsonValue> unread_keys(const std::vector<ReadObject>& read) {
    std::vector<JsonValue> unread;
    for (const ReadObject& object : read) {
        ReadObject whole = object;  // the outer template may read a key of a part: `text_config.vocab_size`
        const std::vector<const Architecture*>& outer = read.front().architectures;
        whole.architectures.insert(whole.architectures.end(), outer.begin(), outer.end());
        std::size_t searched = 0;
        for (const JsonValue value : object.object.items()) {
            if (++searched > kMostKeys || is_unread(whole, value)) unread.push_back(value);
            if (searched > kMostKeys) break;
        }
    }
    return unread;
}

bool adds_parameters(const JsonValue& unread) {
    constexpr std::string_view parts[] = {"expert", "moe",    "cross_attention", "adapter", "fusion",
                                          "lora",   "vision", "audio",           "_tower",  "mtp",
                                          "nextn",  "add_",   "extra_"};
    if (unread.kind() == JsonValue::Kind::Object) return has_size(unread);
    const std::string name = unread.key().string();
    const bool names_part =
        any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
    return names_part && (unread.boolean() == true || has_size(unread));
}

std::optional<ForeignSize> foreign_size(const ReadObject& whole, const std::vector<JsonValue>& unread) {
    constexpr std::string_view widths[] = {"hidden_size", "d_model", "n_embd",     "n_embed",
                                           "embed_dim",   "dim",     "hidden_dim", "model_dim"};
    constexpr std::string_view depths[] = {"num_hidden_layers", "num_layers", "n_layer", "n_layers", "depth"};
    constexpr std::string_view inner[] = {
        "intermediate_size", "ffn_hidden_size", "ffn_dim",         "d_ff",           "n_inner",
        "inner_dim",         "mlp_dim",         "dim_feedforward", "encoder_ffn_dim"};
    constexpr std::string_view words[] = {"vocab_size", "n_vocab", "padded_vocab_size"};
    if (unread.empty()) return std::nullopt;
    const std::span<const std::string_view> sizes[] = {widths, depths, inner, words};
    for (const std::span<const std::string_view> names : sizes) {
        if (const auto found = foreign_size_by(names, whole, unread)) return found;
    }
    return std::nullopt;
}

JsonValue uneven_heads(const std::vector<ReadObject>& read) {
    constexpr std::string_view widths[] = {"hidden_size", "d_model", "n_embd", "embed_dim", "dim"};
    constexpr std::string_view counts[] = {"num_attention_heads",
                                           "encoder_attention_heads",
                                           "attention_heads",
                                           "n_head",
                                           "n_heads",
                                           "num_heads"};
    for (const ReadObject& each : read) {
        if (knows_width_of_a_head(each)) continue;
        const JsonValue heads = first_of(each.object, counts);
        const std::optional<Integer> width = first_of(each.object, widths).integer(), count = heads.integer();
        if (width && count && *count > 0 && *width % *count != 0) return heads;
    }
    return {};
}

}  // namespace paramscope::open
