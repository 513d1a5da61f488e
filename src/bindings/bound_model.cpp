#include "bindings/bound_model.h"

#include <algorithm>
#include <optional>

#include "algebra/parse.h"
#include "base/characters.h"
#include "base/concat.h"
#include "bindings/answers_json.h"
#include "bindings/messages.h"
#include "count/library/block_rules.h"
#include "count/unused_overrides.h"
#include "formats/support/write.h"
#include "model/read/read.h"

namespace paramscope::bindings {
namespace {

/// The answer for an error in one of the settings; its span refers to the setting's own text.
Answer wrong_setting(std::string where, const Error& error, std::string_view text) {
    const Diagnostic diagnostic{Severity::Error, error.message, error.span};
    return {write_json_diagnostics({diagnostic}, text), std::move(where)};
}

Answer wrong_path(const std::string& path) {
    return wrong_request("path", message("request.unknown_module", {{"path", path}}));
}

std::optional<Mode> find_mode(std::string_view name) {
    for (const Mode mode : {Mode::Forward, Mode::Training, Mode::Decode}) {
        if (name == to_string(mode)) return mode;
    }
    return std::nullopt;
}

Answer apply_ties(std::string_view lines, CountOptions* options) {
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line == "none") {
            options->has_no_more_ties = true;
            continue;
        }
        const std::size_t equals = std::min(line.find('='), line.size());
        const std::string_view tied = trim(line.substr(0, equals));
        const std::string_view source = equals == line.size() ? "" : trim(line.substr(equals + 1));
        if (tied.empty() || source.empty())
            return wrong_request("tie", message("request.not_a_tie", {{"text", line}}));
        options->ties.push_back({std::string(tied), std::string(source), Span{}});
    }
    return {};
}

/// Parses settings into options; the answer is empty unless a setting is wrong.
Answer apply_settings(const Settings& settings, CountOptions* options) {
    for (const auto& [name, expression] : settings.set) {
        Result<Polynomial> value = parse_expression(expression);
        if (!value) return wrong_setting(concat("set ", name), value.error(), expression);
        options->overrides.emplace_back(name, std::move(*value));
    }
    if (!settings.input.empty()) {
        Result<std::vector<Dims>> inputs = parse_input_shapes(settings.input);
        if (!inputs) return wrong_setting("input", inputs.error(), settings.input);
        options->inputs = std::move(*inputs);
    }
    if (find_convention(settings.convention) == nullptr) {
        return wrong_request("convention",
                             message("request.unknown_convention", {{"name", settings.convention}}));
    }
    options->convention = settings.convention;
    const std::optional<Mode> mode = find_mode(settings.mode);
    if (!mode) return wrong_request("mode", message("request.unknown_mode", {{"name", settings.mode}}));
    options->mode = *mode;
    options->causal = settings.causal;
    return apply_ties(settings.ties, options);
}

bool has_ties(const CountOptions& options) {
    return !options.ties.empty() || options.has_no_more_ties;
}

}  // namespace

Answer wrong_request(std::string where, Message message) {
    return wrong_setting(std::move(where), {ErrorCode::UnknownSymbol, std::move(message), {}}, "");
}

BoundModel::BoundModel(std::string text) : text_(std::move(text)) {
    model_ = std::make_shared<const Model>(read_model_text(text_, &read_));
}

Answer BoundModel::diagnostics() const {
    return judged(read_, "model");
}

Answer BoundModel::count(const Settings& settings) {
    CountOptions options;
    if (Answer wrong = apply_settings(settings, &options); !wrong.wrong.empty()) return wrong;
    options_ = std::move(options);
    report_ = has_ties(options_) ? counted(options_) : recount_.count(model_, options_, read_);
    warn_about_unused_overrides(options_, text_, report_);
    return judged(report_.diagnostics, "model");
}

Report BoundModel::counted(const CountOptions& options) const {
    return has_ties(options) ? count_text(text_, options) : paramscope::count(model_, options, read_);
}

Answer BoundModel::formula(const std::string& path, Subject subject, Notation notation) const {
    const NodeReport* node = find(path);
    if (node == nullptr) return wrong_path(path);
    const auto index = static_cast<std::size_t>(node - report_.nodes.data());
    const SubjectNumbers numbers(report_, subject, index);
    const Quantity& quantity = numbers.of(index);
    return {quantity.value ? print(quantity.formula, notation) : ""};
}

Answer BoundModel::explanation(const std::string& path, Subject subject, Notation notation) const {
    const NodeReport* node = find(path);
    if (node == nullptr) return wrong_path(path);
    const auto index = static_cast<std::size_t>(node - report_.nodes.data());
    return {write_json_explanation(explain(report_, index, subject), notation)};
}

bool BoundModel::has_unknown_types() const {
    return paramscope::has_unknown_types(model_->root);
}

std::string BoundModel::suggested_input() const {
    const std::optional<Dims> shape = suggest_input(*model_);
    return shape ? to_string(*shape) : "";
}

Answer BoundModel::judged(const Diagnostics& diagnostics, std::string_view where) const {
    return {write_json_diagnostics(diagnostics, text_), has_errors(diagnostics) ? std::string(where) : ""};
}

const NodeReport* BoundModel::find(std::string_view path) const {
    const std::optional<std::uint32_t> node = report_.find(path);
    return node ? &report_.nodes[*node] : nullptr;
}

}  // namespace paramscope::bindings
