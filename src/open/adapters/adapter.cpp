// Counts what adapter_config.json of PEFT says together with the model that it adapts, where the sizes of
// that model are shipped.
#include <optional>
#include <set>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "count/count.h"
#include "count/functions/values.h"
#include "model/read/read.h"
#include "open/adapters/methods.h"
#include "open/config/known/known_configs.h"
#include "open/formats.h"
#include "open/messages.h"
#include "open/support/module_texts.h"
#include "open/support/named_classes.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestAdapterConfig = 1u << 20;
constexpr std::size_t kMostNames = 8;  // in one sentence

/// The class of the base for a task of PEFT: its name ends in the same way.
struct Task {
    std::string_view name, model, ending;
    bool has_labels;  ///< the base has a head whose size the adapter does not tell
};

constexpr Task kTasks[] = {
    {"CAUSAL_LM", "PeftModelForCausalLM", "", false},
    {"SEQ_2_SEQ_LM", "PeftModelForSeq2SeqLM", "", false},
    {"FEATURE_EXTRACTION", "PeftModelForFeatureExtraction", "Model", false},
    {"SEQ_CLS", "PeftModelForSequenceClassification", "ForSequenceClassification", true},
    {"TOKEN_CLS", "PeftModelForTokenClassification", "ForTokenClassification", true},
    {"QUESTION_ANS", "PeftModelForQuestionAnswering", "ForQuestionAnswering", true},
};

/// The name of a model without its owner or folder, and without how its weights are packed, in small letters.
std::string bare_name(std::string_view name) {
    std::string bare = lowercase(name.substr(name.find_last_of("/\\") + 1));
    for (const std::string_view packing : {"-bnb-4bit", "-unsloth"}) {
        if (bare.ends_with(packing)) bare.resize(bare.size() - packing.size());
    }
    return bare;
}

/// A well-known model that has the name of the copy `base`, of another owner or in a folder. A name may begin
/// like that of its owner, which copies leave out: meta-llama/Meta-Llama-3-8B.
const KnownConfig* find_namesake(std::string_view base) {
    const std::string wanted = bare_name(base);
    return find_where(known_configs(), [&](const KnownConfig& known) {
        const std::string name = bare_name(known.name);
        const std::string owner = concat(lowercase(known.name.substr(0, known.name.find('-'))), "-");
        return name == wanted || (name.starts_with(owner) && name.substr(owner.size()) == wanted);
    });
}

/// The layers that adapters are for: which arguments are the sizes of input and output, by name or in this
/// order.
struct LayerSizes {
    std::string_view type;
    std::string_view in, out;
    bool is_out_first;
};

constexpr LayerSizes kLayerSizes[] = {
    {"Linear", "in_features", "out_features", false},
    {"Conv1D", "nx", "nf", true},
    {"Embedding", "num_embeddings", "embedding_dim", false},
};

/// Puts adapters beside the layers of a model.
class AdaptedTree {
  public:
    AdaptedTree(const JsonValue& settings, const AdapterMethod& method, const Environment& environment)
        : settings_(settings), method_(method), environment_(environment) {}

    void adapt(Module& module, const std::string& path) {
        if (is_to_be_saved(path)) return save(module, path);
        if (method_.layer != nullptr && is_target(path)) return adapt_layer(module, path);
        for (Module& child : module.children)
            adapt(child, concat(path, path.empty() ? "" : ".", child.name.view()));
    }

    /// Returns the name that a tensor of the base has in the adapted model.
    std::string moved(const std::string& tensor) const {
        const std::size_t dot = tensor.rfind('.');
        if (dot == std::string::npos) return tensor;
        const std::string path = tensor.substr(0, dot);
        const std::string_view inside = contains(adapted_, path) ? ".base_layer"
                                        : contains(saved_, path) ? ".original_module"
                                                                 : "";
        return concat(path, inside, tensor.substr(dot));
    }

    std::size_t adapted() const { return adapted_.size(); }
    /// True where the tensors of an adapter are not known.
    bool failed() const { return failed_; }

    /// The names of modules in a setting that the model has none of.
    std::vector<std::string> missing_targets() const {
        std::vector<std::string> names = names_setting(settings_, "target_modules");
        std::erase_if(names, [&](const std::string& name) {
            return any_of(adapted_, [&](const std::string& path) { return is_named(name, path); });
        });
        if (names.size() > kMostNames) names.resize(kMostNames);
        return names;
    }

  private:
    bool is_target(std::string_view path) const {
        const auto is_meant = [&](const std::string& name) { return is_named(name, path); };
        return any_of(names_setting(settings_, "target_modules"), is_meant) &&
               none_of(names_setting(settings_, "exclude_modules"), is_meant);
    }

    bool is_to_be_saved(const std::string& path) const {
        return !path.empty() && any_of(names_setting(settings_, "modules_to_save"),
                                       [&](const std::string& name) { return path.ends_with(name); });
    }

    bool has_one_to_be_saved(const Module& module, const std::string& path) const {
        return is_to_be_saved(path) || any_of(module.children, [&](const Module& child) {
                   return has_one_to_be_saved(child, concat(path, ".", child.name.view()));
               });
    }

    /// Wraps a module of `modules_to_save`: it stays frozen, and a copy of it is trained.
    void save(Module& module, const std::string& path) {
        // PEFT wraps again what is inside the copy and has such a name, too: it is there twice.
        failed_ = failed_ || any_of(module.children, [&](const Module& child) {
                      return has_one_to_be_saved(child, concat(path, ".", child.name.view()));
                  });
        Module copy = module;
        wrap(module, texts_.read("ModulesToSaveWrapper(\n(modules_to_save): ModuleDict()\n)"),
             "original_module");
        copy.name = "default";
        module.children.back().children.push_back(std::move(copy));
        saved_.insert(path);
    }

    void adapt_layer(Module& module, const std::string& path) {
        const LayerSizes* sizes = find_by(kLayerSizes, &LayerSizes::type, module.type.view());
        std::string text;
        if (sizes != nullptr) {
            const AdaptedLayer layer = {sizes->type, path,
                                        size(module, sizes->in, sizes->is_out_first ? 1 : 0),
                                        size(module, sizes->out, sizes->is_out_first ? 0 : 1)};
            text = method_.layer(settings_, layer, environment_);
        }
        if (text.empty()) {
            failed_ = true;
            return;
        }
        wrap(module, texts_.read(std::move(text)), "base_layer");
        adapted_.insert(path);
    }

    /// Puts a module into another, as its first child.
    static void wrap(Module& module, Module wrapper, std::string_view name) {
        wrapper.name = module.name;
        wrapper.repeat = std::exchange(module.repeat, Polynomial(1));
        module.name = name;
        wrapper.children.insert(wrapper.children.begin(), std::move(module));
        module = std::move(wrapper);
    }

    static Polynomial size(const Module& module, std::string_view name, std::size_t place) {
        const SharedList<Argument> arguments = module.arguments.list();
        const Argument* argument = find_by(arguments, &Argument::name, name);
        if (argument == nullptr && place < arguments.size()) argument = &arguments[place];
        return argument != nullptr ? flow::size_of(argument->value) : Polynomial();
    }

    const JsonValue settings_;
    const AdapterMethod& method_;
    const Environment& environment_;
    ModuleTexts texts_;
    std::set<std::string> adapted_, saved_;
    bool failed_ = false;
};

class AdapterReader {
  public:
    AdapterReader(const JsonValue& settings, Opened& opened) : settings_(settings), opened_(opened) {}

    bool read() {
        const std::string type = settings_.find("peft_type").string();
        const std::string base = settings_.find("base_model_name_or_path").string();
        method_ = find_adapter_method(type);
        if (method_ == nullptr) return fail(message("adapter.unknown_method", {{"method", type}}));
        const KnownConfig* known = find_known_config(base);
        if (known == nullptr && (known = find_namesake(base)) != nullptr)
            warn(message("adapter.namesake", {{"base", base}, {"known", std::string(known->name)}}));
        if (known == nullptr)
            return fail(base.empty() ? message("adapter.no_base")
                                     : message("adapter.unknown_base", {{"base", base}}));
        Model model = base_model(*known);
        if (model.root.type.empty()) return false;
        if (!adapt(model)) return false;
        report_unread();
        report_trained(std::make_shared<const Model>(model));
        opened_.model = std::move(model);
        if (!is_certain_) opened_.model.state_basis(Basis::Approximate);
        return true;
    }

  private:
    bool fail(Message message) {
        opened_.diagnostics.push_back({Severity::Error, std::move(message), {}, ""});
        return false;
    }
    void warn(Message message) {
        is_certain_ = false;
        opened_.diagnostics.push_back({Severity::Warning, std::move(message), {}, ""});
    }

    /// The model that is adapted, of the class that the adapter is for.
    Model base_model(const KnownConfig& known) {
        const Result<JsonDocument> document = JsonDocument::parse(known.json);
        const std::string usual = class_of_config(document->root());
        std::string name = settings_.find("auto_mapping").find("base_model_class").string();
        const Task* task = find_by(kTasks, &Task::name, settings_.find("task_type").string());
        if (name.empty()) {
            name = task == nullptr || task->ending.empty() ? usual : concat(family_of(usual), task->ending);
            if (task == nullptr) warn(message("adapter.class_assumed", {{"class", name}}));
            if (task != nullptr && task->has_labels)
                warn(message("adapter.labels_assumed", {{"class", name}}));
        }
        whole_ = task != nullptr ? task->model : "PeftModel";
        const std::string json = with_class(document->root(), name);
        MemorySource file(json);
        Opened config = open_config(file, {"config.json", json, json.size()});
        for (Diagnostic& each : config.diagnostics)
            opened_.diagnostics.push_back({each.severity, each.message, {}, ""});
        if (has_errors(config.diagnostics)) return {};
        return read_model_text(config.text(), &opened_.diagnostics);
    }

    /// Adds the adapters to the base, and the modules that PEFT puts around it; false where that is not
    /// known.
    bool adapt(Model& model) {
        const bool has_layers = method_->layer != nullptr;
        if (const std::vector<std::string> targets = names_setting(settings_, "target_modules");
            has_layers && (targets.empty() || !all_of(targets, is_of_all_layers)))
            return fail(message("adapter.targets"));
        if (!all_of(names_setting(settings_, "modules_to_save"), is_of_all_layers))
            return fail(message("adapter.targets"));
        const Environment environment(model, {}, nullptr);
        AdaptedTree tree(settings_, *method_, environment);
        tree.adapt(model.root, "");
        const std::string prompts = has_layers ? "" : method_->prompts(settings_);
        if (has_layers ? tree.failed() || tree.adapted() == 0 : prompts.empty())
            return fail(message("adapter.settings", {{"method", std::string(method_->name)}}));
        if (const std::vector<std::string> missing = tree.missing_targets(); has_layers && !missing.empty())
            warn(message("adapter.no_such_modules", {{"names", join(missing)}}));
        for (Tie& tie : model.ties) {
            for (std::string* name : {&tie.tied, &tie.source})
                *name = concat(has_layers ? "base_model.model." : "base_model.", tree.moved(*name));
        }
        model.frozen.clear();  // all of the base is
        if (has_layers) put_into(model.root, method_->model, "model");
        put_into(model.root, whole_, "base_model");
        if (model.inputs.size() == 2) model.root.forward = read_forward("forward(x, y) = base_model(x, y)");
        if (!prompts.empty()) {
            model.root.children.push_back(
                ModuleTexts().read(concat("ModuleDict(\n(default): ", prompts, "\n)")));
            model.root.children.back().name = "prompt_encoder";
        }
        return true;
    }

    static void put_into(Module& module, std::string_view type, std::string_view name) {
        Module outer;
        outer.type = type;
        module.name = name;
        outer.children.push_back(std::move(module));
        module = std::move(outer);
    }

    /// Says how much is trained, as PEFT's print_trainable_parameters() does.
    void report_trained(std::shared_ptr<const Model> model) {
        const Report report = count(std::move(model), {});
        const OptionalInteger trained = report.root()->facts->trainable(),
                              all = report.root()->facts->parameters.value;
        const std::optional<Integer> scaled = trained ? checked_multiply(*trained, 1'000'000) : std::nullopt;
        if (!scaled || !all || *all <= 0) return;
        const Integer units = *scaled / *all;  // of 0.0001 %
        const std::string percent =
            concat(to_string(units / 10'000), ".", to_string(units % 10'000 + 10'000).substr(1));
        opened_.diagnostics.push_back({Severity::Note,
                                       message("adapter.trained", {{"trained", with_thousands(*trained)},
                                                                   {"all", with_thousands(*all)},
                                                                   {"percent", percent}}),
                                       {},
                                       ""});
    }

    /// Says which settings may change the tensors in a way that is not known.
    void report_unread() {
        constexpr std::string_view without_effect =
            "alpha_pattern auto_mapping base_model_name_or_path deltaT beta1 beta2 exclude_modules "
            "fan_in_fan_out "
            "inference_mode init_lora_weights init_weights lora_alpha lora_dropout megatron_core "
            "modules_to_save "
            "peft_type peft_version revision target_modules target_r task_type tfinal tinit total_step "
            "use_rslora "
            "alpha module_dropout rank_dropout orth_reg_weight lora_ga_config num_attention_heads "
            "encoder_dropout encoder_num_layers prompt_tuning_init prompt_tuning_init_text "
            "tokenizer_name_or_path tokenizer_kwargs init_ia3_weights vera_dropout d_initial "
            "projection_prng_key "
            "save_projection coft eps num_cayley_neumann_terms use_cayley_neumann oft_dropout "
            "qalora_group_size "
            "rank_dropout_scale r token_dim num_layers num_transformer_submodules";
        std::vector<std::string> names;
        for (const JsonValue value : settings_.items()) {
            const std::string key = value.key().string();
            const bool is_unset = value.source() == "null" || value.source() == "false" || value.is("none") ||
                                  value.integer() == Integer(0) ||
                                  (value.kind() != JsonValue::Kind::Number && value.string().empty() &&
                                   value.size() == 0 && !value.boolean().value_or(false));
            const bool is_pattern = key == "exclude_modules" && value.kind() == JsonValue::Kind::String;
            const bool is_read =
                !is_pattern && (has_word(without_effect, key) || has_word(method_->keys, key));
            if (!is_unset && !is_read && names.size() < kMostNames) names.push_back(key);
        }
        if (!names.empty()) warn(message("adapter.unread_keys", {{"keys", join(names)}}));
    }

    const JsonValue settings_;
    Opened& opened_;
    const AdapterMethod* method_ = nullptr;
    std::string_view whole_;  ///< the class around all
    bool is_certain_ = true;
};

}  // namespace

bool is_adapter_config(const Beginning& beginning) {
    return trim(beginning.bytes).starts_with('{') &&
           beginning.bytes.find("\"peft_type\"") != std::string_view::npos;
}

Opened open_adapter_config(ByteSource& file, const Beginning&) {
    Opened opened;
    if (file.size() > kLargestAdapterConfig) {
        opened.diagnostics.push_back(
            {Severity::Error, message("file.too_large", {{"most", kLargestAdapterConfig >> 20}}), {}, ""});
        return opened;
    }
    opened.source_text = file.read(0, static_cast<std::size_t>(file.size())).value_or("");
    const Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    if (document) {
        AdapterReader(document->root(), opened).read();
    } else {
        opened.diagnostics.push_back({Severity::Error, document.error().message, document.error().span, ""});
    }
    return opened;
}

}  // namespace paramscope::open
