#include "cli/remote.h"

#include <utility>

#include "base/ranges.h"
#include "cli/messages.h"
#include "cli/network.h"
#include "cli/source.h"
#include "hub/choice.h"
#include "hub/further_modules.h"
#include "model/write.h"
#include "open/config/known_configs.h"

namespace paramscope::cli {
namespace {

constexpr std::string_view kConfig = "config.json";

void add(open::Opened& opened, Severity severity, Message remark) {
    opened.diagnostics.push_back({severity, std::move(remark)});
}

open::Opened open_weights(const FetchedModel& fetched, const open::ModelFormat* format,
                          std::string_view expression = {}, std::span<const Dims> inputs = {}) {
    return open::open_model(*fetched.weights, fetched.weights_name, format, expression, inputs);
}

/// Opens the config and compares it with the weights, which are the model where the config cannot be read, is
/// an estimate or contradicts them.
open::Opened open_config(const FetchedModel& fetched, const open::ModelFormat* format) {
    open::Opened config = open::open_model(*fetched.config, kConfig, format);
    if (!fetched.without_code.empty()) add(config, Severity::Warning, Message(fetched.without_code));
    if (!fetched.without_weights.empty())
        add(config, Severity::Warning, message("remote.not_compared", {{"reason", fetched.without_weights}}));
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

/// Adds the modules that a sentence transformer keeps in folders. Those that cannot be read are missing.
void add_modules(const FetchedModel& fetched, open::Opened& opened) {
    if (fetched.modules.empty() || opened.model.is_empty() || has_errors(opened.diagnostics)) return;
    std::vector<hub::FurtherModule> modules;
    for (const FetchedModel::Module& each : fetched.modules) {
        const open::Opened module = open::open_model(*each.weights, each.weights_name);
        if (has_errors(module.diagnostics) || module.model.is_empty()) {
            add(opened, Severity::Warning, message("remote.module_unread", {{"module", each.name}}));
            opened.model.state_basis(Basis::Partial);
        } else {
            modules.push_back({each.name, count_model(module.model, {})});
        }
    }
    if (!modules.empty())
        opened.model = write_model_text(hub::with_further_modules(count_model(opened.model, {}), modules));
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
    constexpr std::string_view starts[] = {"hf:", "HF:", "http://", "https://"};
    return any_of(starts, [&](std::string_view start) { return source.starts_with(start); });
}

Result<open::Opened> open_remote(std::string_view source, const open::ModelFormat* format,
                                 std::string_view expression, std::span<const Dims> inputs) {
    const FetchedModel fetched = fetch_model(source);
    if (!fetched.problem.empty()) {
        if (fetched.is_unreachable) return open_known(source, fetched);
        return Error{ErrorCode::Domain, fetched.problem, {}};
    }
    open::Opened opened =
        fetched.config ? open_config(fetched, format) : open_weights(fetched, format, expression, inputs);
    add_modules(fetched, opened);
    add(opened, Severity::Note, Message(fetched.summary()));
    return opened;
}

Result<RemoteFile> open_remote_file(std::string_view source) {
    FetchedModel fetched = fetch_model(source);
    if (!fetched.problem.empty()) return Error{ErrorCode::Domain, fetched.problem, {}};
    if (fetched.config != nullptr) return Error{ErrorCode::Domain, message("remote.no_file"), {}};
    return RemoteFile{std::move(fetched.weights), std::move(fetched.weights_name)};
}

}  // namespace paramscope::cli
