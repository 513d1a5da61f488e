// Counts a config.json of diffusers by the code of its class: the library's own where that is at hand, else
// our text.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "model/write.h"
#include "open/checkpoint/support/contents.h"
#include "open/formats.h"
#include "open/python/build/build.h"
#include "open/python/build/file_notes.h"
#include "open/python/build/no_model.h"
#include "open/python/messages.h"
#include "open/python/syntax/source_files.h"
#include "open/python/texts/quoted.h"
#include "open/support/json.h"
#include "open/support/named_classes.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kDiffusersMark = "diffusers/models/modeling_utils.py";
constexpr std::size_t kLargestConfig = 1u << 20;
constexpr std::size_t kMostNames = 8;  // in one sentence

void report_on_config(Opened& opened, Severity severity, Message problem, const JsonValue& place = {}) {
    opened.diagnostics.push_back({severity, std::move(problem), place.span()});
}

/// The parts of a pipeline that may have parameters, "unet (UNet2DConditionModel)".
std::vector<std::string> parts_of_pipeline(const JsonValue& index) {
    std::vector<std::string> parts;
    for (const JsonValue part : index.items()) {
        const std::string type = class_of_component(part);
        if (!type.empty()) parts.push_back(concat(part.key().string(), " (", type, ")"));
    }
    return parts;
}

/// Keys of the config that our class does not read, `keys` with blanks between them. One that is null is left
/// out, one that begins with _ tells where the config comes from.
std::vector<JsonValue> keys_left_unread(const JsonValue& config, const std::string& keys) {
    const std::string known = concat(' ', keys, ' ');
    std::vector<JsonValue> unread;
    for (const JsonValue value : config.items()) {
        const std::string key = value.key().string();
        const bool may_matter = !key.starts_with('_') && value.kind() != JsonValue::Kind::Null;
        if (may_matter && known.find(concat(' ', key, ' ')) == std::string::npos)
            unread.push_back(value.key());
    }
    return unread;
}

/// Opens one config by classes of Python.
class DiffusersConfig {
  public:
    DiffusersConfig(ByteSource& file, const Beginning& beginning, Opened& opened, const JsonValue& config)
        : file_(file), beginning_(beginning), opened_(opened), config_(config) {}

    void read() {
        const JsonValue name = config_.find("_class_name");
        if (name.string().ends_with("Pipeline"))
            return report_on_config(
                opened_, Severity::Error,
                python::message("python.pipeline", {{"parts", join(parts_of_pipeline(config_))}}));
        if (name.string().ends_with("Scheduler"))
            return report_on_config(opened_, Severity::Error,
                                    python::message("python.scheduler", {{"class", class_name()}}), name);
        if (has_library() && is_built_by("model_of_library", "the code of diffusers")) return;
        const std::string keys = keys_of_class();
        if (keys.empty()) {
            report_on_config(opened_, Severity::Error,
                             python::message("python.diffusers_class", {{"class", class_name()}}), name);
        } else if (is_built_by("model_of_known", "its class of diffusers")) {
            tell_of_unread(keys_left_unread(config_, keys));
        }
    }

  private:
    std::string class_name() const {
        return sanitize_text(config_.find("_class_name").string()).substr(0, 60);
    }

    bool has_library() const {
        return file_.packages() != nullptr && file_.packages()->open(kDiffusersMark) != nullptr;
    }

    /// The keys that our class reads; "" for a class that is not known.
    std::string keys_of_class() const {
        Diagnostics diagnostics;
        std::string keys =
            python::run(concat("from _diffusers_library import keys_of_class\nprint(keys_of_class(",
                               python::quoted(class_name()), "))\n"),
                        &diagnostics);
        keys.erase(keys.find_last_not_of('\n') + 1);
        return keys;
    }

    /// Builds the model by a function of our text; says why not where that fails.
    bool is_built_by(std::string_view function, std::string_view code) {
        python::SourceFiles files(file_, "");
        python::Built built = python::build(
            concat("from _diffusers_library import ", function, " as model_of\nmodel = model_of(",
                   python::quoted(opened_.source_text), ")\n"),
            "", {beginning_.inputs.begin(), beginning_.inputs.end()}, &files);
        const bool is_known = function == "model_of_known";
        if (built.model.root.type.empty()) {
            const Message reason = python::why_nothing_is_built(built.diagnostics, files);
            Diagnostic problem = python::code_tells_no_model(python::CodeOf::Diffusers, reason);
            if (is_known) problem.severity = Severity::Error;
            opened_.diagnostics.push_back(std::move(problem));
            return false;
        }
        add_without_places(std::move(built.diagnostics), &opened_.diagnostics);
        python::add_file_notes(files, &opened_.diagnostics);
        built.model.notes.push_back(concat(built.model.root.type, " by its config.json and ", code));
        opened_.model = write_model_text(built.model);
        return true;
    }

    void tell_of_unread(const std::vector<JsonValue>& keys) {
        if (keys.empty()) return;
        std::vector<std::string> names;
        for (const JsonValue& key : keys) {
            if (names.size() < kMostNames) names.push_back(sanitize_text(key.string()).substr(0, 60));
        }
        report_on_config(opened_, Severity::Warning,
                         python::message("python.keys_of_class", {{"keys", join(names)}}), keys.front());
        opened_.model.state_basis(Basis::Approximate);
    }

    ByteSource& file_;
    const Beginning& beginning_;
    Opened& opened_;
    JsonValue config_;
};

}  // namespace

std::optional<Opened> open_diffusers_config(ByteSource& file, const Beginning& beginning) {
    if (beginning.bytes.find("\"_class_name\"") == std::string_view::npos) return std::nullopt;
    Opened opened;
    opened.source_text = read_whole(file, kLargestConfig, opened);
    const Result<JsonDocument> document = JsonDocument::parse(opened.source_text);
    if (!document || document->root().find("_class_name").string().empty()) return std::nullopt;
    DiffusersConfig(file, beginning, opened, document->root()).read();
    return opened;
}

}  // namespace paramscope::open
