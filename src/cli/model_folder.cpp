#include "cli/model_folder.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/shipped_texts.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "hub/names.h"
#include "open/support/json.h"
#include "open/support/named_classes.h"

namespace paramscope {

// Generated from web/hub/weight_names.json (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kWeightNameTexts;

namespace cli {
namespace {

using open::JsonValue;
using Path = std::filesystem::path;

constexpr std::string_view kConfigName = "config.json";
constexpr std::string_view kPipelineIndex = "model_index.json";
constexpr std::string_view kModuleList = "modules.json";
constexpr std::string_view kAdapterConfig = "adapter_config.json";
constexpr std::size_t kLargestList = 1u << 20;
constexpr std::size_t kMostParts = 20;

std::vector<std::string> names_in(const Path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (is_file(entry->path())) names.push_back(entry->path().filename().string());
    }
    sort(names);
    return names;
}

/// True for a part of a file, `m-00002-of-00004.safetensors`, that is not the first.
bool is_later_part(std::string_view name) {
    const std::size_t of = name.find("-of-");
    if (of == std::string_view::npos) return false;
    const std::size_t begin = name.find_last_not_of("0123456789", of - 1) + 1;
    const std::optional<int> number = read_number(name.substr(begin, of - begin));
    return number && *number != 1;
}

/// True for the same weights in another form: `model.fp16.safetensors` beside `model.safetensors`.
bool is_variant(const std::string& name, const std::vector<std::string>& names) {
    const std::size_t end = name.rfind('.');
    const std::size_t dot =
        end == std::string::npos || end == 0 ? std::string::npos : name.rfind('.', end - 1);
    return dot != std::string::npos && contains(names, name.substr(0, dot) + name.substr(end));
}

/// How files of weights are called, which the page's scripts know from the same file (web/hub/repository.js).
JsonValue weight_names() {
    static const Result<open::JsonDocument> document =
        open::JsonDocument::parse(kWeightNameTexts.front().text);
    return document->root();
}

/// True for a file of that kind: its name, or one that ends as `*.pt` says.
bool is_of_kind(const std::string& name, const JsonValue kind) {
    for (const JsonValue each : kind.items()) {
        const std::string pattern = each.string();
        if (pattern.starts_with('*') ? name.ends_with(pattern.substr(1)) : name == pattern) return true;
    }
    return false;
}

/// True for a file beside weights that looks like some, such as the state of an optimizer.
bool is_beside_weights(const std::string& name) {
    for (const JsonValue start : weight_names().find("others").items()) {
        if (name.starts_with(start.string())) return true;
    }
    return false;
}

/// The names of files of weights that may be meant: those of the best kind that is there.
std::vector<std::string> weights_in(const Path& folder) {
    const std::vector<std::string> names = names_in(folder);
    for (const JsonValue kind : weight_names().find("kinds").items()) {
        std::vector<std::string> found;
        for (const std::string& name : names) {
            if (is_of_kind(name, kind) && !is_beside_weights(name) && !is_later_part(name) &&
                !is_variant(name, names))
                found.push_back(name);
        }
        if (!found.empty()) return found;
    }
    return {};
}

/// A list in JSON; "" where there is none, and for one that is too large.
std::string list_text(const Path& path) {
    const std::unique_ptr<open::ByteSource> file = open_regular(path);
    if (file == nullptr || file->size() > kLargestList) return "";
    return file->read(0, static_cast<std::size_t>(file->size())).value_or("");
}

/// Takes config and weights of a folder, of several files of weights none.
void take_files(const Path& folder, FetchedFiles& files) {
    files.config = open_regular(folder / kConfigName);
    const std::vector<std::string> weights = weights_in(folder);
    if (weights.size() > 1) {
        const std::string names = join(weights, ", ", [](const auto& name) { return name; });
        files.without_weights = message("folder.several_files", {{"names", names}}).english();
    } else if (!weights.empty() && !(files.config && weights.front().ends_with(".onnx"))) {
        files.weights_name = weights.front();
        files.weights = open_regular(folder / files.weights_name);
    }
}

/// Says why a folder tells no model, where it does not.
void state_problem(FetchedModel& model) {
    if (model.config || model.weights) return;
    model.problem =
        model.without_weights.empty() ? message("folder.no_model") : Message(model.without_weights);
}

bool is_part(const std::string& name) {
    return !name.empty() && name != ".." && name.find_first_of("/\\") == std::string::npos;
}

/// Adds the part in that folder. One that is needed is missing without files.
void add_part(const Path& folder, const std::string& name, bool is_needed, FetchedModel& model) {
    if (!is_part(name) || model.parts.size() == kMostParts) return;
    FetchedModel::Part part;
    take_files(folder / name, part);
    part.name = name;
    if (part.config || part.weights || is_needed) model.parts.push_back(std::move(part));
}

/// Takes the components that a pipeline lists: {"unet": ["diffusers", "UNet2DConditionModel"], …}.
void take_components(const Path& folder, const std::string& index, FetchedModel& model) {
    const Result<open::JsonDocument> json = open::JsonDocument::parse(index);
    if (!json) return;
    for (const JsonValue value : json->root().items()) {
        if (value.kind() != JsonValue::Kind::Array) continue;
        add_part(folder, value.key().string(), !open::class_of_component(value).empty(), model);
    }
    const auto is_missing = [](const FetchedModel::Part& part) { return !part.config && !part.weights; };
    if (all_of(model.parts, is_missing)) model.parts.clear();
    const std::string type = json->root().find("_class_name").string();
    model.whole = is_name(type) ? type : "DiffusionPipeline";
}

/// Returns the config with the base class of its type, which `AutoModel` makes: Qwen2Model for
/// Qwen2ForCausalLM. Where that has a decoder, sentence transformers take its encoder alone, and no class is
/// named.
std::string with_base_class(std::string config) {
    const Result<open::JsonDocument> json = open::JsonDocument::parse(config);
    const std::string name = json ? open::class_of_config(json->root()) : std::string();
    if (name.empty()) return config;
    const bool has_decoder = name.ends_with("ForConditionalGeneration");
    return open::with_class(json->root(), has_decoder ? "" : concat(open::family_of(name), "Model"));
}

/// The config of a sentence transformer without weights.
class BaseConfig final : public open::ByteSource {
  public:
    explicit BaseConfig(std::unique_ptr<ByteSource> config)
        : text_(with_base_class(
              config->read(0, static_cast<std::size_t>(std::min<std::uint64_t>(config->size(), kLargestList)))
                  .value_or(""))),
          config_(std::move(config)) {}
    std::uint64_t size() const override { return text_.size(); }
    std::unique_ptr<ByteSource> sibling(std::string_view name) override { return config_->sibling(name); }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return open::MemorySource(text_).read(offset, buffer);
    }

    std::string text_;
    std::unique_ptr<ByteSource> config_;
};

/// Takes the modules of a sentence transformer that have weights in folders of their own.
void take_modules(const Path& folder, const std::string& list, FetchedModel& model) {
    const Result<open::JsonDocument> json = open::JsonDocument::parse(list);
    if (!json) return;
    for (const JsonValue value : json->root().items()) {
        const std::string name = value.find("path").string();
        const std::size_t before = model.parts.size();
        add_part(folder, name, true, model);
        if (model.parts.size() == before) continue;
        // Their config.json has no architecture: the weights tell all.
        FetchedModel::Part& part = model.parts.back();
        part.config = nullptr;
        if (part.weights == nullptr && open::is_without_weights("modules", value.find("type").string()))
            model.parts.pop_back();
    }
    if (!model.parts.empty()) model.whole = "SentenceTransformer";
    if (model.config && !model.weights) model.config = std::make_unique<BaseConfig>(std::move(model.config));
}

/// The model that adapters are for: in a folder, or on the hub.
FetchedModel open_base(const std::string& base) {
    if (is_model_folder(base)) return open_model_folder(base);
    if (hub::looks_like_repository(base) || hub::looks_like_name(base)) return fetch_model("hf:" + base);
    FetchedModel missing;
    missing.problem = message("folder.no_base");
    return missing;
}

FetchedModel open_adapters(const Path& folder, const std::string& config) {
    FetchedModel::Part adapter;
    take_files(folder, adapter);
    adapter.name = "adapter";
    adapter.config = nullptr;
    const Result<open::JsonDocument> json = open::JsonDocument::parse(config);
    const std::string base = json ? json->root().find("base_model_name_or_path").string() : "";
    FetchedModel model = open_base(base);
    if (model.problem.empty() && adapter.weights) {
        model.whole = "PeftModel";
        model.parts.push_back(std::move(adapter));
        return model;
    }
    FetchedModel alone;
    static_cast<FetchedFiles&>(alone) = std::move(adapter);
    if (!alone.weights) alone.config = open_regular(folder / kAdapterConfig);
    state_problem(alone);
    alone.without_base =
        message("folder.without_base", {{"base", base}, {"reason", model.problem}}).english();
    return alone;
}

}  // namespace

bool is_model_folder(std::string_view path) {
    constexpr std::string_view marks[] = {kConfigName, kPipelineIndex, kAdapterConfig};
    if (!is_folder(path)) return false;
    const auto is_code = [](const std::string& name) { return name.ends_with(".py"); };
    return any_of(marks, [&](std::string_view mark) { return is_file(Path(path) / mark); }) ||
           (!weights_in(path).empty() && none_of(names_in(path), is_code));
}

FetchedModel open_model_folder(std::string_view path) {
    const Path folder(path);
    if (const std::string adapters = list_text(folder / kAdapterConfig); !adapters.empty())
        return open_adapters(folder, adapters);
    FetchedModel model;
    if (const std::string index = list_text(folder / kPipelineIndex); !index.empty())
        take_components(folder, index, model);
    if (!model.parts.empty()) return model;
    take_files(folder, model);
    if (const std::string list = list_text(folder / kModuleList); !list.empty())
        take_modules(folder, list, model);
    state_problem(model);
    return model;
}

}  // namespace cli
}  // namespace paramscope
