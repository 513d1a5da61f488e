#include "cli/remote.h"

#include <utility>

#include "base/ranges.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/network.h"
#include "cli/source.h"
#include "formats/support/numbers.h"
#include "hub/choice.h"
#include "hub/names.h"
#include "hub/parts.h"
#include "model/write.h"
#include "open/config/known/known_configs.h"

namespace paramscope::cli {
namespace {

constexpr std::string_view kConfig = "config.json";

void add(open::Opened& opened, Severity severity, Message remark) {
    opened.diagnostics.push_back({severity, std::move(remark)});
}

open::Opened open_weights(const FetchedFiles& fetched, const open::ModelFormat* format,
                          std::string_view expression = {}, std::span<const Dims> inputs = {}) {
    return open::open_model(*fetched.weights, fetched.weights_name, format, expression, inputs);
}

/// Adds a note why a config has no weights beside it. A config that states no sizes is refused then: the
/// library's defaults may be those of another model.
void add_missing_weights(open::Opened& config, const std::string& reason) {
    const bool has_sizes = none_of(
        config.diagnostics, [](const Diagnostic& each) { return each.message.id() == "config.no_sizes"; });
    if (has_sizes)
        return add(config, Severity::Warning, message("remote.not_compared", {{"reason", reason}}));
    config.model = {};
    add(config, Severity::Error, message("remote.no_sizes", {{"reason", reason}}));
}

/// Opens the config and compares it with the weights, which are the model where the config cannot be read, is
/// an estimate or contradicts them.
open::Opened open_config(const FetchedFiles& fetched, const open::ModelFormat* format) {
    open::Opened config = open::open_model(*fetched.config, kConfig, format);
    if (!fetched.without_code.empty()) add(config, Severity::Warning, Message(fetched.without_code));
    if (!fetched.without_weights.empty()) add_missing_weights(config, fetched.without_weights);
    if (fetched.weights == nullptr) return config;
    open::Opened weights = open_weights(fetched, nullptr);
    if (has_errors(weights.diagnostics)) {
        add(config, Severity::Warning,
            message("remote.not_compared", {{"reason", weights.diagnostics.front().message}}));
        return config;
    }
    if (config.model.is_empty() || has_errors(config.diagnostics)) {
        const Message reason = config.diagnostics.empty() ? Message() : config.diagnostics.front().message;
        add(weights, Severity::Warning, message("remote.config_unread", {{"reason", reason}}));
        return weights;
    }
    hub::Choice choice = hub::choose_model(count_model(config.model, {}), count_model(weights.model, {}));
    if (choice.typed) {
        config.model = write_model_text(*choice.typed);
        // What the config says of quantized weights is known of the files now.
        std::erase_if(config.diagnostics, [](const Diagnostic& each) {
            return each.message.id().starts_with("config.quantized");
        });
    }
    open::Opened& chosen = choice.is_of_weights ? weights : config;
    chosen.diagnostics.push_back(std::move(choice.remark));
    return std::move(chosen);
}

/// Opens what was fetched of one model; empty where nothing was.
open::Opened open_files_of(const FetchedFiles& fetched, const open::ModelFormat* format = nullptr,
                           std::string_view expression = {}, std::span<const Dims> inputs = {}) {
    if (fetched.config) return open_config(fetched, format);
    return fetched.weights ? open_weights(fetched, format, expression, inputs) : open::Opened();
}

/// Says how much of a model with adapters is trained.
void add_trained(open::Opened& opened) {
    const Report report = count_model(opened.model, {});
    const OptionalInteger trained = report.root()->facts->trainable();
    const OptionalInteger all = report.root()->facts->parameters.value;
    if (!trained || !all || *all == 0) return;
    add(opened, Severity::Note,
        message("remote.trained",
                {{"trained", with_thousands(*trained)},
                 {"all", with_thousands(*all)},
                 {"percent", percent(Rational(*trained).to_double() / Rational(*all).to_double())}}));
}

/// Joins the parts, of which `opened` is the main one unless they are the components of a pipeline. A part
/// that cannot be read is missing.
void add_parts(const FetchedModel& fetched, open::Opened& opened) {
    std::vector<hub::ModelPart> parts;
    const std::string_view main = hub::name_of_main(fetched.whole);
    if (!main.empty()) {
        if (opened.model.is_empty() || has_errors(opened.diagnostics)) return;
        parts.push_back({std::string(main), count_model(opened.model, {})});
    }
    bool are_all = true;
    for (const FetchedModel::Part& each : fetched.parts) {
        const open::Opened part = open_files_of(each);
        if (has_errors(part.diagnostics) || part.model.is_empty()) {
            add(opened, Severity::Warning, message("remote.part_unread", {{"part", each.name}}));
            are_all = false;
            continue;
        }
        for (const Diagnostic& diagnostic : part.diagnostics)
            add(opened, diagnostic.severity,
                message("remote.of_part", {{"part", each.name}, {"remark", diagnostic.message}}));
        parts.push_back({each.name, count_model(part.model, {})});
    }
    if (parts.empty()) {
        add(opened, Severity::Error, message("remote.no_part"));
        return;
    }
    opened.model = write_model_text(hub::join_parts(fetched.whole, parts));
    if (!are_all) opened.model.state_basis(Basis::Partial);
    if (main.empty()) {
        add(opened, Severity::Note, message("remote.parts_once", {{"count", parts.size()}}));
    } else if (main == hub::kBaseOfAdapters) {
        add_trained(opened);
    }
}

/// Opens the sizes that are shipped of a model whose host cannot be reached.
Result<open::Opened> open_known(std::string_view source, const FetchedModel& fetched) {
    const open::KnownConfig* known = open::find_known_config(source);
    if (known == nullptr) return Error{ErrorCode::Domain, fetched.problem, {}};
    open::MemorySource file(known->json);
    open::Opened opened = open::open_model(file, kConfig);
    add(opened, Severity::Note, message("remote.known_config", {{"reason", fetched.problem}}));
    return opened;
}

}  // namespace

bool is_remote(std::string_view source) {
    constexpr std::string_view starts[] = {
        "hf:", "HF:", "http://", "https://", "hf.co/", "huggingface.co/", "www.huggingface.co/"};
    return any_of(starts, [&](std::string_view start) { return source.starts_with(start); }) ||
           (hub::looks_like_repository(source) && !is_there(source.substr(0, source.find('/'))));
}

open::Opened open_fetched(const FetchedModel& fetched, const open::ModelFormat* format,
                          std::string_view expression, std::span<const Dims> inputs) {
    open::Opened opened = open_files_of(fetched, format, expression, inputs);
    if (!fetched.parts.empty()) add_parts(fetched, opened);
    if (!fetched.without_base.empty()) add(opened, Severity::Warning, Message(fetched.without_base));
    if (fetched.summary) add(opened, Severity::Note, Message(fetched.summary()));
    return opened;
}

Result<open::Opened> open_remote(std::string_view source, const open::ModelFormat* format,
                                 std::string_view expression, std::span<const Dims> inputs) {
    const FetchedModel fetched = fetch_model(source);
    if (fetched.problem.empty()) return open_fetched(fetched, format, expression, inputs);
    if (fetched.is_unreachable) return open_known(source, fetched);
    return Error{ErrorCode::Domain, fetched.problem, {}};
}

Result<RemoteFile> open_remote_file(std::string_view source) {
    FetchedModel fetched = fetch_model(source);
    if (!fetched.problem.empty()) return Error{ErrorCode::Domain, fetched.problem, {}};
    if (fetched.config != nullptr || fetched.weights == nullptr)
        return Error{ErrorCode::Domain, message("remote.no_file"), {}};
    return RemoteFile{std::move(fetched.weights), std::move(fetched.weights_name)};
}

}  // namespace paramscope::cli
