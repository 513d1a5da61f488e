#include "app/document/link.h"

#include <string_view>

#include "algebra/parse.h"
#include "app/document/memory_fields.h"
#include "app/words/words.h"
#include "base/ranges.h"
#include "base/utf8.h"
#include "presets/presets.h"

namespace paramscope::app {
namespace {

constexpr std::string_view kSet = "set:";
constexpr std::string_view kOpen = "open:";

/// Longest text from a link that a title or sentence quotes, in bytes.
constexpr std::size_t kLongestTitle = 200;
constexpr std::size_t kLongestQuote = 40;

// The first `limit` bytes, cut at the end of a character.
std::string shortened(std::string_view words, std::size_t limit) {
    if (words.size() <= limit) return std::string(words);
    while (limit > 0 && is_utf8_continuation(words[limit])) --limit;
    return std::string(words.substr(0, limit)) + "…";
}

std::string quoted(std::string_view words) {
    return "“" + shortened(words, kLongestQuote) + "”";
}

std::optional<Rational> read_value(std::string_view text) {
    const Result<Polynomial> value = parse_expression(text);
    return value ? value->constant() : std::nullopt;
}

/// Reads fields into a document one by one; the first problem is reported.
class Reader {
  public:
    void take(std::string_view name, const std::string& value);
    LinkedDocument result() &&;

  private:
    void take_preset(std::string_view name);
    void take_setting(std::string_view variable, std::string_view value);
    void take_convention(std::string_view name);
    void take_mode(std::string_view name);
    void take_memory(std::string_view name, std::string_view value);
    void take_device(std::string_view name);
    void tell(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }

    Document document_;
    std::optional<std::string> name_;
    bool has_model_ = false;
    std::string problem_;
};

void Reader::take(std::string_view name, const std::string& value) {
    if (name == "text") {
        document_.text = value;
        has_model_ = true;
    } else if (name == "preset") {
        take_preset(value);
    } else if (name == "name") {
        name_ = shortened(value, kLongestTitle);
    } else if (name.starts_with(kSet)) {
        take_setting(name.substr(kSet.size()), value);
    } else if (name == "build") {
        document_.build = value;
    } else if (name == "input") {
        document_.input = value;
    } else if (name == "convention") {
        take_convention(value);
    } else if (name == "mode") {
        take_mode(value);
    } else if (name == "causal") {
        document_.causal = value == "1";
    } else if (name.starts_with(kMemoryField)) {
        take_memory(name.substr(kMemoryField.size()), value);
    } else if (name == "device") {
        take_device(value);
    } else if (name == "selection") {
        document_.selection = value;
    } else if (name == "depth") {
        if (const std::optional<Integer> levels = parse_integer(value); levels && *levels >= 0)
            document_.depth = static_cast<std::uint32_t>(std::min<Integer>(*levels, UINT16_MAX));
    } else if (name.starts_with(kOpen) && document_.opened.size() < kMostOpened) {
        document_.opened.emplace(name.substr(kOpen.size()), value == "1");
    }
}

void Reader::take_preset(std::string_view name) {
    const Preset* preset = find_preset(name);
    if (preset == nullptr) return tell(word("no_such_model", {{"name", quoted(name)}}));
    document_.text = std::string(preset->text);
    document_.name = preset->title;
    has_model_ = true;
}

void Reader::take_setting(std::string_view variable, std::string_view value) {
    const std::optional<Rational> number = read_value(value);
    if (!number)
        return tell(word("link_sets_no_number", {{"variable", quoted(variable)}, {"value", quoted(value)}}));
    if (document_.find_override(variable) == nullptr) document_.overrides.emplace_back(variable, *number);
}

void Reader::take_convention(std::string_view name) {
    if (find_convention(name) == nullptr)
        return tell(word("link_convention_unknown", {{"name", quoted(name)}}));
    document_.convention = name;
}

void Reader::take_mode(std::string_view name) {
    for (const Mode mode : {Mode::Forward, Mode::Training, Mode::Decode}) {
        if (name != to_string(mode)) continue;
        document_.mode = mode;
        return;
    }
    tell(word("link_mode_unknown", {{"name", quoted(name)}}));
}

void Reader::take_memory(std::string_view name, std::string_view value) {
    if (!take_memory_field(name, value, &document_.memory))
        tell(word("link_memory_unknown", {{"name", quoted(name)}, {"value", quoted(value)}}));
}

void Reader::take_device(std::string_view name) {
    Result<Devices> found = read_devices(name);
    if (!found) return tell(word("link_device_unknown", {{"name", quoted(name)}}));
    if (found->count > 1) document_.memory.devices = found->count;
    document_.device = std::move(found->device);
}

LinkedDocument Reader::result() && {
    if (!has_model_) {
        tell(std::string(word("link_names_no_model")));
        return {std::nullopt, std::move(problem_)};
    }
    if (!is_divided(document_.memory)) {
        tell(std::string(word("mem_not_divided")));
        document_.memory.devices = document_.memory.tensor_parallel = 1;
        document_.memory.pipeline_parallel = document_.memory.expert_parallel = 1;
    }
    if (name_ && !name_->empty()) document_.name = *name_;
    if (document_.name.empty()) document_.name = word("shared_model");
    const Preset* named = find_by(presets(), &Preset::title, document_.name);
    document_.edited = named != nullptr && named->text != *document_.text;
    return {std::move(document_), std::move(problem_)};
}

}  // namespace

platform::Fields to_fields(const Document& document, bool with_text) {
    platform::Fields fields;
    const Preset* preset = find_by(presets(), &Preset::text, *document.text);
    if (preset != nullptr) {
        fields.emplace_back("preset", preset->name);
    } else if (with_text) {
        fields.emplace_back("text", *document.text);
    }
    if (preset == nullptr || preset->title != document.name) fields.emplace_back("name", document.name);
    for (const auto& [name, value] : document.overrides) {
        fields.emplace_back(std::string(kSet) + name, to_string(value));
    }
    if (!document.build.empty()) fields.emplace_back("build", document.build);
    if (!document.input.empty()) fields.emplace_back("input", document.input);
    if (document.convention != conventions().front().name) {
        fields.emplace_back("convention", document.convention);
    }
    if (document.mode != Mode::Forward) fields.emplace_back("mode", to_string(document.mode));
    if (document.causal) fields.emplace_back("causal", "1");
    add_memory_fields(document.memory, &fields);
    if (document.device) fields.emplace_back("device", document.device->name);
    if (!document.selection.empty()) fields.emplace_back("selection", document.selection);
    if (document.depth) fields.emplace_back("depth", std::to_string(*document.depth));
    if (document.opened.size() > kMostOpened) return fields;
    for (const auto& [path, opened] : document.opened) {
        fields.emplace_back(std::string(kOpen) + path, opened ? "1" : "0");
    }
    return fields;
}

LinkedDocument from_fields(const platform::Fields& fields) {
    Reader reader;
    for (const auto& [name, value] : fields) reader.take(name, value);
    return std::move(reader).result();
}

}  // namespace paramscope::app
