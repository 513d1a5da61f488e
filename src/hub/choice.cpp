#include "hub/choice.h"

#include <utility>

#include "count/count.h"
#include "formats/support/numbers.h"
#include "hub/agreement.h"
#include "hub/messages.h"
#include "hub/weight_types.h"
#include "model/write.h"

namespace paramscope::hub {
namespace {

bool is_exact(const Report& report) {
    const NodeReport* root = report.root();
    return root != nullptr && root->facts->parameters.value && root->facts->parameters.basis == Basis::Exact;
}

const Quantity& parameters_of(const Report& report) {
    static const Quantity unknown{{}, {}, Basis::Partial};
    return report.root() != nullptr ? report.root()->facts->parameters : unknown;
}

/// True where the weights are more to be trusted: the config is an estimate or unknown, or the files lack
/// some of its tensors.
bool are_weights_better(const Report& config, const Report& weights) {
    const Quantity &of_config = parameters_of(config), &of_weights = parameters_of(weights);
    if (of_weights.is_unknown()) return false;
    if (of_config.is_unknown() || of_config.basis == Basis::Approximate) return true;
    if (!is_exact(weights)) return false;
    return of_config.basis == Basis::Partial || (is_exact(config) && *of_weights.value < *of_config.value);
}

/// The config's model with the types of the files; nullopt where that does not give the size of the files.
std::optional<Model> typed_model(const Report& config, const Report& weights) {
    std::optional<Model> typed = with_types_of_weights(config, weights);
    if (!typed) return std::nullopt;
    const Report counted = count_text(write_model_text(*typed));
    const bool is_sound = !has_errors(counted.diagnostics) && is_exact(counted) &&
                          parameters_of(counted).value == parameters_of(config).value &&
                          counted.bytes == weights.bytes;
    return is_sound ? std::move(typed) : std::nullopt;
}

bool has_packed(const Report& report) {
    const NodeReport* root = report.root();
    return root != nullptr && root->facts->stored().value != root->facts->parameters.value;
}

bool knows_work(const Report& report) {
    return report.root() != nullptr && report.root()->facts->macs.value &&
           report.root()->facts->macs.is_complete();
}

/// Returns the remark for a config and weights of equal totals whose sizes in bytes differ.
Diagnostic remark_on_size(const Report& config, const Report& weights, bool is_counted) {
    MessageArguments arguments = {{"parameters", exact_in_words(parameters_of(config))},
                                  {"bytes", short_bytes(weights.bytes.value_or(0))}};
    if (is_counted && has_packed(weights))
        return {Severity::Note, message("agreement.packed", std::move(arguments))};
    arguments.emplace_back("config_bytes", short_bytes(config.bytes.value_or(0)));
    if (is_counted) return {Severity::Note, message("agreement.other_types", std::move(arguments))};
    return {Severity::Warning, message("agreement.other_size", std::move(arguments))};
}

/// True where the config may just not say its type.
bool states_no_type(const Report& config) {
    return !config.model || config.model->dtype == "float32";
}

/// Says that the weights are counted in place of the config.
Message of_weights(const Report& config, const Report& weights) {
    const std::string counted = exact_in_words(parameters_of(weights));
    if (parameters_of(config).is_unknown())
        return message("agreement.only_weights_known", {{"weights", counted}});
    return message("agreement.weights_counted",
                   {{"config", exact_in_words(parameters_of(config))}, {"weights", counted}});
}

}  // namespace

Choice choose_model(const Report& config, const Report& weights) {
    Agreement agreement = compare_with_weights(config, weights);
    Choice choice{false, std::nullopt, agreement.is_same, std::move(agreement.remark)};
    if (are_weights_better(config, weights)) {
        choice.is_of_weights = true;
        choice.is_same = false;
        choice.remark = {Severity::Warning, of_weights(config, weights)};
        return choice;
    }
    const bool has_same_total =
        is_exact(config) && is_exact(weights) && parameters_of(config).value == parameters_of(weights).value;
    if (!has_same_total || config.bytes == weights.bytes) return choice;
    choice.typed = typed_model(config, weights);
    choice.is_of_weights = !choice.typed && knows_work(weights);
    const bool is_counted = choice.typed || choice.is_of_weights;
    if (choice.is_same && is_counted && states_no_type(config)) return choice;
    choice.is_same = false;
    choice.remark = remark_on_size(config, weights, is_counted);
    return choice;
}

}  // namespace paramscope::hub
