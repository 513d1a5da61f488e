// Opens config.json of Hugging Face's libraries: finds the architecture and the class, and writes what goes
// around its tree.
#include <algorithm>
#include <set>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/count.h"
#include "open/config/config_settings.h"
#include "open/config/config_text.h"
#include "open/config/expand.h"
#include "open/config/guessed_class.h"
#include "open/config/matching.h"
#include "open/config/messages.h"
#include "open/config/quantization.h"
#include "open/config/unread_keys.h"
#include "open/config/windows.h"
#include "open/formats.h"
#include "open/support/json.h"
#include "open/training/arguments.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestConfig = 16u << 20;
constexpr std::string_view kUnknown = "unknown";
constexpr std::size_t kMostNames = 8;  // in one sentence

/// True for the name of a key that states how large a model is: `hidden_size`, `n_layer`, `depths`.
bool names_size(std::string_view key) {
    constexpr std::string_view parts[] = {
        "hidden", "layer",    "dim", "embd",         "model", "width",  "embedding_length",
        "depth",  "channels", "ffn", "intermediate", "heads", "filters"};
    return any_of(parts, [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

/// True for a number above 0, and for a list that has one.
bool has_number(const JsonValue& value) {
    if (value.kind() == JsonValue::Kind::Number) return value.integer().value_or(1) > 0;
    if (value.kind() != JsonValue::Kind::Array) return false;
    for (const JsonValue item : value.items()) {
        if (has_number(item)) return true;
    }
    return false;
}

/// True when a key in `config`, or in an object below it, states a size.
bool states_sizes(const JsonValue& config) {
    for (const JsonValue value : config.items()) {
        const bool is_size = has_number(value) && names_size(value.key().string());
        if (is_size || (value.kind() == JsonValue::Kind::Object && states_sizes(value))) return true;
    }
    return false;
}

/// A text of the config as one word, for a sentence or a comment.
std::string word(const JsonValue& value) {
    return to_string(ConfigValue::of(value.string()));
}

/// The class that a config names, "" for none.
std::string class_of(const JsonValue& config) {
    const JsonValue classes = config.find("architectures");  // a list, or one name
    return classes.size() > 0 ? (*classes.items().begin()).string() : classes.string();
}

/// A key of the config as it is written, for a sentence.
std::string key_name(const JsonValue& value) {
    return value.key().string().substr(0, 60);
}

/// True for a name that a module may have.
bool is_plain(std::string_view name) {
    return !name.empty() && all_of(name, [](char c) { return is_name_part(c); });
}

/// The text of a computed key.
std::string computed_text(ConfigKeys& keys, const ConfigScope& scope, std::string_view key_name) {
    const TemplateKey* key = find_key(*scope.architecture, key_name);
    return key == nullptr ? "" : keys.evaluate(key->value, {&scope, nullptr}).text;
}

class ConfigReader {
  public:
    ConfigReader(const JsonValue& config, std::string class_name, Opened& opened)
        : config_(config), opened_(opened), class_name_(std::move(class_name)) {}

    void read() {
        if (const std::optional<Message> several = several_configs())
            return report(Severity::Error, *several, *config_.items().begin());
        scope_ = {find_architecture(), config_, ""};
        if (is_stand_in(*scope_.architecture)) find_known_parts();
        const TemplateDefinition* definition = parts_.node.children.empty() ? find_class() : &parts_;
        if (definition == nullptr) return;
        const ExpandedClass expanded = expand_class(keys_, scope_, *definition);
        Diagnostics& diagnostics = keys_.diagnostics;
        opened_.diagnostics.insert(opened_.diagnostics.end(), diagnostics.begin(), diagnostics.end());
        if (keys_.failed()) return;
        if (guess_) report(Severity::Warning, *guess_, config_.find("model_type"));
        check_keys();
        if (has_errors(opened_.diagnostics)) return;
        states_sizes_ = states_sizes(config_);
        if (!states_sizes_ && class_is_known_ && !is_stand_in(*scope_.architecture))
            report(Severity::Warning, message("config.no_sizes"), config_.find("model_type"));
        const std::optional<std::string> stored = stored_tree(expanded.tree);
        opened_.model = concat(heading(), dtype_line(config_), basis(), keys_.assignments,
                               heads_line(concat(keys_.assignments, expanded.lines)), window_lines(),
                               stored ? "" : bits_line(), expanded.lines, '\n',
                               stored ? *stored : quantized(expanded.tree));
    }

  private:
    const Architecture* find_architecture() {
        const JsonValue type = config_.find("model_type");
        ArchitectureLibrary& library = architectures();
        if (const Architecture* found = library.find(type.string())) return found;
        if (const Architecture* found = library.find_class(class_name_)) {
            if (!type.is_missing())
                report(Severity::Warning,
                       message("config.read_by_class", {{"type", word(type)}, {"class", class_name_}}), type);
            return found;
        }
        if (const Architecture* found = matching_architecture(config_)) return found;
        return library.find(kUnknown);
    }

    /// What is said of configs of several models, each under the name of its model; nullopt for one config.
    std::optional<Message> several_configs() const {
        std::vector<std::string> names;
        bool are_parts = true;  // of one model: their names are words
        for (const JsonValue& each : config_.items()) {
            if (each.find("model_type").is_missing()) return std::nullopt;
            are_parts &= is_plain(key_name(each));
            if (names.size() < kMostNames) names.push_back(key_name(each));
        }
        if (are_parts) return std::nullopt;
        return message("config.several", {{"count", config_.size()}, {"names", join(names)}});
    }

    /// The model_types of the objects inside the config's objects.
    std::set<std::string> types_inside_parts() const {
        std::set<std::string> types;
        for (const JsonValue& part : config_.items()) {
            for (const JsonValue& inside : part.items()) types.insert(inside.find("model_type").string());
        }
        return types;
    }

    /// Of an unknown model, counts the parts whose own model_type is known; without such parts, what its
    /// sizes tell.
    void find_known_parts() {
        std::vector<std::string> names;
        std::set<std::string> types =
            types_inside_parts();  // a part may be written again beside the one that it is in
        for (const JsonValue& part : config_.items()) {
            const std::string part_type = part.find("model_type").string();
            const Architecture* known = architectures().find(part_type);
            if (known == nullptr || is_stand_in(*known) || !is_plain(key_name(part))) continue;
            if (names.size() == kMostNames || !types.insert(part_type).second) continue;
            names.push_back(key_name(part));
            TemplateNode& child = parts_.node.children.emplace_back();
            child.name = child.scope = names.back();
            child.body = smallest_of(*known, part).definition;
            child.uses = true;
        }
        const JsonValue type = config_.find("model_type");
        if (names.empty()) {
            report(Severity::Warning, unknown_message(type, understood_keys(*scope_.architecture)), type);
            return;
        }
        parts_.name = parts_.node.body = "$Model(";
        add_text_pass(names);
        report(Severity::Warning,
               message("config.known_parts", {{"type", word(type)}, {"keys", join(names)}}), type);
    }

    /// Gives an unknown model of which a part is a language model the pass of a text through that part.
    void add_text_pass(const std::vector<std::string>& names) {
        constexpr std::string_view texts[] = {"text_config", "llm_config", "language_config"};
        const std::string* text =
            find_where(names, [&](const std::string& name) { return contains(texts, name); });
        if (text == nullptr) return;
        for (const std::string& line :
             {std::string("input = (batch, tokens)"), concat("forward(x) = ", *text, "(x)")})
            parts_.node.children.emplace_back().body = line;
    }

    /// The smallest class of a model_type that a config, or an object in it, may be of.
    static SmallestClass smallest_of(const Architecture& architecture, const JsonValue& config) {
        ConfigKeys keys;
        const std::string usual = computed_text(keys, {&architecture, config, ""}, "class");
        return smallest_class(architecture, usual, [&](const std::string& definition) {
            return parameters_of(config, full_name(architecture, definition));
        });
    }

    /// The parameters of a class; nullopt where they cannot be counted.
    static std::optional<Integer> parameters_of(const JsonValue& config, const std::string& class_name) {
        Opened opened;
        ConfigReader(config, class_name, opened).read();
        const Report report = count_text(opened.text());
        return report.root() == nullptr ? std::nullopt : report.root()->facts->parameters.value;
    }

    /// What is said of a config that is counted by `keys` of it alone.
    static Message unknown_message(const JsonValue& type, const std::string& keys) {
        if (keys.empty()) return message("config.no_known_key");
        if (type.is_missing()) return message("config.unknown_kind", {{"keys", keys}});
        return message("config.unknown_model_type", {{"type", word(type)}, {"keys", keys}});
    }

    /// The keys of the config that an architecture reads.
    std::string understood_keys(const Architecture& architecture) {
        std::vector<std::string> names;
        for (const TemplateKey& key : architecture.keys) {
            if (!find_in_config(key, {&architecture, config_, ""}).is_missing()) names.push_back(key.name);
        }
        return join(names);
    }

    /// The definition of the class that the config names, or of the architecture's default class.
    const TemplateDefinition* find_class() {
        const Architecture& architecture = *scope_.architecture;
        for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
            for (const TemplateDefinition& definition : each->definitions) {
                if (full_name(architecture, definition.name) == class_name_)
                    return find_definition(keys_, scope_, definition.name);
            }
        }
        const std::size_t head = std::min(class_name_.find("For"), class_name_.size());
        const std::string role = concat('$', std::string_view(class_name_).substr(head));
        if (role.size() > 1) {
            if (const TemplateDefinition* definition = find_definition(keys_, scope_, role))
                return definition;
        }
        const std::string usual = computed_text(keys_, scope_, "class");
        const std::string counted = is_stand_in(architecture) ? usual : choose_class(usual);
        const TemplateDefinition* definition = find_definition(keys_, scope_, counted);
        if (definition == nullptr)
            report(Severity::Error, message("template.no_class", {{"type", architecture.types.front()}}), {});
        return definition;
    }

    /// The definition that is counted where the config names no class, or one that is not known: of the usual
    /// class, or of the smallest where others have other totals. Configs of a format of their own have one
    /// class.
    std::string choose_class(const std::string& usual) {
        class_is_guessed_ = class_name_.empty() && !config_.find("model_type").is_missing();
        if (class_name_.empty() && !class_is_guessed_) return usual;
        const Architecture& architecture = *scope_.architecture;
        const SmallestClass smallest = smallest_of(architecture, config_);
        class_is_known_ = class_is_guessed_ && !smallest.differs;
        const std::string& counted = class_is_known_ ? usual : smallest.definition;
        tell_of_class(smallest, full_name(architecture, usual), full_name(architecture, counted));
        return counted;
    }

    void tell_of_class(const SmallestClass& smallest, const std::string& usual, const std::string& counted) {
        const std::string type = scope_.architecture->types.front();
        if (!class_is_guessed_) {
            const std::string named = to_string(ConfigValue::of(class_name_));
            report(
                Severity::Warning,
                message("config.unknown_class", {{"class", named}, {"known_class", counted}, {"type", type}}),
                config_.find("architectures"));
        } else if (class_is_known_) {
            guess_ = message("config.guessed_class", {{"known_class", counted}, {"type", type}});
        } else {
            guess_ = message("config.smallest_class", {{"known_class", counted},
                                                       {"type", type},
                                                       {"class", usual},
                                                       {"total", with_thousands(*smallest.usual_total)}});
        }
    }

    /// Names the keys that make the total an estimate.
    void check_keys() {
        if (is_stand_in(*scope_.architecture)) return;
        std::vector<ReadObject> read;
        add_read(read, scope_);
        for (const ConfigScope& scope : keys_.scopes) add_read(read, scope);
        if (const JsonValue heads = uneven_heads(read); !heads.is_missing()) {
            are_heads_even_ = false;
            report(Severity::Warning, message("config.uneven_heads", {{"key", key_name(heads)}}),
                   heads.key());
        }
        const std::vector<JsonValue> unread = unread_keys(read);
        const auto size = read.empty() ? std::nullopt : foreign_size(read.front(), unread);
        if (!size) return name_unread(unread);
        report(Severity::Error,
               message("config.foreign_size", {{"key", key_name(size->value)}, {"name", size->name}}),
               size->value.key());
    }

    /// Names the keys that may change the model and that the templates do not read.
    void name_unread(const std::vector<JsonValue>& unread) {
        if (unread.empty()) return;
        are_keys_read_ = false;
        may_have_more_ = any_of(unread, adds_parameters);
        std::vector<std::string> names;
        for (const JsonValue& value : unread) names.push_back(key_name(value));
        names.erase(std::unique(names.begin(), names.end()), names.end());
        if (names.size() > kMostNames) names.resize(kMostNames);
        report(Severity::Warning,
               may_have_more_ ? message("config.unread_parts", {{"keys", join(names)}})
                              : message("config.unread_keys", {{"keys", join(names)}}),
               unread.front().key());
    }

    std::string heading() {
        const std::string name = full_name(*scope_.architecture, "$");
        return concat("# ", class_name_.empty() ? name : to_string(ConfigValue::of(class_name_)),
                      " by its config.json (", scope_.architecture->types.front(), ")\n\n");
    }

    /// Of an unknown model or class only a part is counted; what rests on a guess is an estimate.
    std::string_view basis() const {
        if (is_stand_in(*scope_.architecture) || !class_is_known_) return "basis: partial\n";
        // A part that a template calls unknown is missing, whatever other keys do.
        const bool has_unknown_part = any_of(keys_.diagnostics, [](const Diagnostic& each) {
            return each.severity == Severity::Warning && each.message.id().starts_with("remark.");
        });
        const bool is_estimate_anyway = !are_keys_read_ || !are_heads_even_;
        if (may_have_more_ || (has_unknown_part && is_estimate_anyway)) return "basis: partial\n";
        // The class of a whole may give a part other sizes than the part's class has by default.
        const bool lacks_part = any_of(keys_.diagnostics, [](const Diagnostic& each) {
            return each.message.id() == "config.missing_part";
        });
        const bool is_estimate = class_is_guessed_ || is_estimate_anyway || !states_sizes_ || lacks_part;
        return is_estimate ? "basis: approximate\n" : "basis: exact\n";
    }

    /// The heads of attention, where no variable has them.
    std::string heads_line(std::string_view variables) const {
        if (variables.find("num_attention_heads = ") != std::string_view::npos) return {};
        for (const JsonValue& object : {config_, config_.find("text_config")}) {
            for (const std::string_view key :
                 {"num_attention_heads", "attention_heads", "n_head", "n_heads", "num_heads"}) {
                const std::optional<Integer> heads = object.find(key).integer();
                if (!heads || *heads <= 0) continue;
                if (variables.find(concat(key, " = ")) != std::string_view::npos) return {};
                return concat("num_attention_heads = ", to_string(*heads),
                              "  # among which the scores of attention are\n");
            }
        }
        return {};
    }

    /// The tree with its weights as a method stores them; nullopt where that is not known, or there is none.
    std::optional<std::string> stored_tree(const std::string& tree) const {
        if (is_stand_in(*scope_.architecture)) return std::nullopt;
        const std::optional<Quantization> quantization = read_quantization(config_);
        return quantization ? quantized_tree(tree, *quantization) : std::nullopt;
    }

    /// How many tokens a layer with a window keeps, which memory depends on and no shape shows.
    std::string window_lines() {
        std::string lines = window_settings(keys_, scope_);
        const std::vector<ConfigScope> parts = keys_.scopes;
        for (std::size_t i = 0; i < parts.size() && lines.empty(); ++i)
            lines = window_settings(keys_, parts[i]);
        if (lines.empty()) lines = window_settings(keys_, {nullptr, config_.find("text_config"), ""});
        return lines;
    }

    /// The bits of weights whose storage is not known; layers of bitsandbytes have theirs.
    std::string bits_line() const {
        return is_of_bitsandbytes(config_.find("quantization_config")) ? "" : stored_bits_line(config_);
    }

    /// Replaces linear layers by those of bitsandbytes, except the output layer and those the config
    /// excludes. For other methods adds a note that sizes are those before quantization.
    std::string quantized(std::string tree) {
        const JsonValue quantization = config_.find("quantization_config");
        if (quantization.kind() != JsonValue::Kind::Object) return tree;
        const bool is_4bit = quantization.find("load_in_4bit").boolean() == true;
        if (is_of_bitsandbytes(quantization))
            return replace_linear(tree, is_4bit ? "Linear4bit(" : "Linear8bitLt(",
                                  quantization.find("llm_int8_skip_modules"));
        const std::string method = word(quantization.find("quant_method"));
        report(Severity::Note,
               method.empty() ? message("config.quantized")
                              : message("config.quantized_by", {{"method", method}}),
               quantization.key());
        return tree;
    }

    static std::string replace_linear(std::string_view tree, std::string_view type,
                                      const JsonValue& excluded) {
        std::string text;
        while (!tree.empty()) {
            const std::size_t end = std::min(tree.find('\n'), tree.size() - 1) + 1;
            std::string line(tree.substr(0, end));
            tree.remove_prefix(end);
            const std::size_t at = line.find("): Linear(");
            const std::size_t name = line.find('(') + 1;
            if (at != std::string::npos && !is_excluded(line.substr(name, at - name), excluded))
                line.replace(at + 3, 7, type);
            append(text, line);
        }
        return text;
    }

    static bool is_excluded(std::string_view name, const JsonValue& excluded) {
        bool is_excluded = name == "lm_head";
        for (const JsonValue each : excluded.items()) is_excluded |= each.is(name);
        return is_excluded;
    }

    void report(Severity severity, Message problem, const JsonValue& culprit) {
        opened_.diagnostics.push_back({severity, std::move(problem), culprit.span()});
    }

    JsonValue config_;
    Opened& opened_;
    std::string class_name_;
    bool class_is_known_ = true;
    bool class_is_guessed_ = false;
    std::optional<Message> guess_;  ///< the note of a guessed class
    bool are_keys_read_ = true;
    bool may_have_more_ = false;  ///< than what is counted, by a key that is not read
    bool are_heads_even_ = true;
    TemplateDefinition parts_;  ///< of an unknown model
    bool states_sizes_ = true;
    ConfigKeys keys_;
    ConfigScope scope_;
};

/// True where a text may hold a config: the words of one are in it.
bool has_words_of_config(std::string_view text) {
    constexpr std::string_view kWords[] = {
        "model_type",    "architectures",        "hidden_size",  "vocab_size", "n_layers", "n_embd",
        "n_audio_state", "general.architecture", "--num-layers", "num-layers", "flavor"};
    return any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// True for an object of JSON with keys of a config, also one that is cut.
bool begins_as_config(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const auto has_key = [&](std::string_view key) {
        return bytes.find(concat('"', key, '"')) != std::string_view::npos;
    };
    if (!trim(bytes).starts_with('{') || has_key("weight_map") || has_key("class_name")) return false;
    return has_key("model_type") || has_key("_class_name") || has_key("architectures") ||
           has_key("vocab_size") || has_key("hidden_size");
}

}  // namespace

Confidence detect_config(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    if (begins_as_config(bytes)) return Confidence::Certain;
    if (bytes.find('\0') != std::string_view::npos || !has_words_of_config(bytes)) return Confidence::None;
    if (find_config(bytes).json.empty()) return Confidence::None;
    // A script or a log of training may hold messages of errors, too.
    const bool is_of_training = !megatron_arguments(bytes).empty() && !shows_tree(beginning);
    return is_of_training ? Confidence::Strong : Confidence::Likely;
}

Opened open_config(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestConfig, opened);
    if (has_errors(opened.diagnostics)) return opened;
    Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    const bool is_other =
        document && !begins_as_config(opened.source_text) && !is_config_object(document->root());
    if (!document || is_other) {
        FoundConfig found = find_config(opened.source_text);
        if (!found.json.empty()) {
            opened.source_text = std::move(found.json);
            opened.diagnostics.push_back({Severity::Note, std::move(found.note)});
            document = JsonDocument::parse(opened.source_text);
        } else if (!document) {
            opened.diagnostics.push_back({Severity::Error, document.error().message, document.error().span});
            return opened;
        }
    }
    ConfigReader(document->root(), class_of(document->root()), opened).read();
    return opened;
}

}  // namespace paramscope::open
