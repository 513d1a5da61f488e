// config.json of Hugging Face's libraries: which architecture, which class, and what goes around its tree.
#include <algorithm>

#include "base/concat.h"
#include "open/config/expand.h"
#include "open/formats.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestConfig = 16u << 20;
constexpr std::string_view kUnknown = "unknown";

/// A text of the config as it may stand in a sentence or a comment.
std::string word(const JsonValue& value) {
    return to_string(ConfigValue::of(value.string()));
}

/// A text that a computed key of a template gives.
std::string told(ConfigNames& names, const ConfigScope& scope, std::string_view key_name) {
    const TemplateKey* key = find_key(*scope.architecture, key_name);
    return key == nullptr ? "" : names.evaluate(key->value, {&scope, nullptr}).text;
}

class ConfigReader {
  public:
    ConfigReader(const JsonValue& config, Opened& opened) : config_(config), opened_(opened) {}

    void read() {
        class_name_ = config_.find("architectures").size() > 0
                          ? (*config_.find("architectures").items().begin()).string()
                          : std::string();
        scope_ = {find_architecture(), config_, ""};
        const TemplateDefinition* definition = find_class();
        if (definition == nullptr) return;
        const Expanded expanded = expand_class(names_, scope_, *definition);
        Diagnostics& diagnostics = names_.diagnostics;
        opened_.diagnostics.insert(opened_.diagnostics.end(), diagnostics.begin(), diagnostics.end());
        if (names_.failed()) return;
        opened_.text = concat(heading(), dtype(), names_.assignments, expanded.lines, '\n',
                              stored(completed(expanded.tree)));
    }

  private:
    const Architecture* find_architecture() {
        const JsonValue type = config_.find("model_type");
        const ArchitectureLibrary& library = architectures();
        if (const Architecture* found = library.find(type.string())) return found;
        if (const Architecture* found = library.find_class(class_name_)) {
            if (!type.is_missing())
                tell(Severity::Warning,
                     concat("nothing is known of model_type ", word(type), ": read by its class, ",
                            class_name_),
                     type);
            return found;
        }
        if (const Architecture* found = matching()) return found;
        const Architecture* unknown = library.find(kUnknown);
        tell(Severity::Warning,
             concat("nothing is known of ", type.is_missing() ? "this kind of config" : "model_type ",
                    word(type),
                    ": a plain transformer stands in for it, an estimate that may be too small or too large, "
                    "from ",
                    understood(*unknown)),
             type);
        return unknown;
    }

    /// The architecture whose `match` holds, for configs without a model_type.
    const Architecture* matching() {
        if (!config_.find("model_type").is_missing()) return nullptr;
        for (const Architecture& each : architectures().all()) {
            const ConfigScope scope{&each, config_, ""};
            const bool has_match = std::any_of(each.keys.begin(), each.keys.end(),
                                               [](const TemplateKey& key) { return key.name == "match"; });
            if (has_match && names_.evaluate(find_key(each, "match")->value, {&scope, nullptr}).is_true())
                return &each;
        }
        return nullptr;
    }

    /// Which keys of the config an architecture reads.
    std::string understood(const Architecture& architecture) {
        std::string list;
        for (const TemplateKey& key : architecture.keys) {
            if (!find_told(key, config_).is_missing())
                append(list, concat(list.empty() ? "" : ", ", key.name));
        }
        return list.empty() ? "no key that it has" : list;
    }

    /// The definition of the class that the config names; of the architecture's usual one where it names
    /// none.
    const TemplateDefinition* find_class() {
        const Architecture& architecture = *scope_.architecture;
        for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
            for (const TemplateDefinition& definition : each->definitions) {
                if (full_name(architecture, definition.name) == class_name_)
                    return find_definition(names_, scope_, definition.name);
            }
        }
        const std::size_t head = std::min(class_name_.find("For"), class_name_.size());
        const std::string role = concat('$', std::string_view(class_name_).substr(head));
        if (role.size() > 1) {
            if (const TemplateDefinition* definition = find_definition(names_, scope_, role))
                return definition;
        }
        const std::string usual = told(names_, scope_, "class");
        class_is_known_ = class_name_.empty() || architecture.types.front() == kUnknown;
        if (!class_is_known_)
            tell(Severity::Warning,
                 concat("the class ", to_string(ConfigValue::of(class_name_)), " is not known: counted as ",
                        full_name(architecture, usual), ", without what it has besides"),
                 config_.find("architectures"));
        const TemplateDefinition* definition = find_definition(names_, scope_, usual);
        if (definition == nullptr)
            tell(Severity::Error, concat("the template of ", architecture.types.front(), " names no class"),
                 {});
        return definition;
    }

    std::string heading() {
        const std::string name = full_name(*scope_.architecture, "$");
        return concat("# ", class_name_.empty() ? name : to_string(ConfigValue::of(class_name_)),
                      " by its config.json (", scope_.architecture->types.front(), ")\n\n");
    }

    std::string dtype() {
        for (const std::string_view key : {"torch_dtype", "dtype"}) {
            for (const JsonValue& place : {config_.find(key), config_.find("text_config").find(key)}) {
                std::string type = place.string();
                if (type.starts_with("torch.")) type.erase(0, 6);
                constexpr std::string_view known[] = {"float64", "float32", "float16", "bfloat16",
                                                      "float8_e4m3fn"};
                if (std::find(std::begin(known), std::end(known), type) != std::end(known))
                    return concat("dtype = ", type, '\n');
            }
        }
        return {};
    }

    /// A class that is not known has a part that is not: no total of it passes for the whole.
    std::string completed(std::string tree) const {
        if (!class_is_known_) tree.insert(tree.rfind(')'), "  (rest): UnknownRest()\n");
        return tree;
    }

    /// bitsandbytes puts its own layers in the place of linear ones, but for the output layer and those it is
    /// told to leave; of other methods it is said that sizes are those before.
    std::string stored(std::string tree) {
        const JsonValue quantization = config_.find("quantization_config");
        if (quantization.kind() != JsonValue::Kind::Object) return tree;
        const bool is_4bit = quantization.find("load_in_4bit").boolean() == true;
        const bool is_8bit = quantization.find("load_in_8bit").boolean() == true;
        if (is_4bit || is_8bit)
            return replace_linear(tree, is_4bit ? "Linear4bit(" : "Linear8bitLt(",
                                  quantization.find("llm_int8_skip_modules"));
        const std::string method = word(quantization.find("quant_method"));
        tell(Severity::Note,
             concat("quantization_config", method.empty() ? "" : " (", method, method.empty() ? "" : ")",
                    ": the files store most weights in fewer bits; parameters are counted as they are "
                    "before, sizes are "
                    "those of the model's dtype"),
             quantization.key());
        return tree;
    }

    static std::string replace_linear(std::string_view tree, std::string_view type,
                                      const JsonValue& skipped) {
        std::string text;
        while (!tree.empty()) {
            const std::size_t end = std::min(tree.find('\n'), tree.size() - 1) + 1;
            std::string line(tree.substr(0, end));
            tree.remove_prefix(end);
            const std::size_t at = line.find("): Linear(");
            const std::size_t name = line.find('(') + 1;
            if (at != std::string::npos && !is_left(line.substr(name, at - name), skipped))
                line.replace(at + 3, 7, type);
            append(text, line);
        }
        return text;
    }

    static bool is_left(std::string_view name, const JsonValue& skipped) {
        bool is_left = name == "lm_head";
        for (const JsonValue each : skipped.items()) is_left |= each.is(name);
        return is_left;
    }

    void tell(Severity severity, Message message, const JsonValue& place) {
        opened_.diagnostics.push_back({severity, std::move(message), place.span(), ""});
    }

    JsonValue config_;
    Opened& opened_;
    std::string class_name_;
    bool class_is_known_ = true;
    ConfigNames names_;
    ConfigScope scope_;
};

bool has_key(std::string_view bytes, std::string_view key) {
    return bytes.find(concat('"', key, '"')) != std::string_view::npos;
}

}  // namespace

bool is_config(const Beginning& beginning) {
    std::string_view bytes = beginning.bytes;
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || bytes[first] != '{') return false;
    if (has_key(bytes, "weight_map") || has_key(bytes, "class_name")) return false;
    const bool is_sized = has_key(bytes, "vocab_size") || has_key(bytes, "hidden_size");
    return has_key(bytes, "model_type") || has_key(bytes, "architectures") || is_sized;
}

Opened open_config(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestConfig, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    if (!document) {
        opened.diagnostics.push_back({Severity::Error, document.error().message, document.error().span, ""});
        return opened;
    }
    ConfigReader(document->root(), opened).read();
    return opened;
}

}  // namespace paramscope::open
