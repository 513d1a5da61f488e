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
#include "formats/comparison.h"
#include "formats/derivation.h"
#include "formats/device_times.h"
#include "formats/sections.h"
#include "formats/write.h"
#include "model/dtype.h"
#include "model/read.h"

namespace paramscope::bindings {
namespace {

/// The answer for an error in one of the settings; its span refers to the setting's own text.
Answer wrong_setting(std::string where, const Error& error, std::string_view text) {
    const Diagnostic diagnostic{Severity::Error, error.message, error.span, ""};
    return {write_json_diagnostics({diagnostic}, text), std::move(where)};
}

Answer wrong_request(std::string where, Message message) {
    return wrong_setting(std::move(where), {ErrorCode::UnknownSymbol, std::move(message), {}}, "");
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

ReportWriter find_writer(std::string_view name) {
    for (const ReportFormat& format : derivation_formats()) {
        if (format.name == name) return format.write;
    }
    return find_report_writer(name);
}

/// A number of JavaScript as a whole one within bounds; a NaN is the least.
Integer whole(double value, Integer least, Integer most) {
    if (!(value > static_cast<double>(least))) return least;
    return value < static_cast<double>(most) ? static_cast<Integer>(value) : most;
}

Answer apply_memory(const WriteRequest& request, MemoryOptions* options) {
    if (!request.optimizer.empty()) {
        const auto all = optimizers();
        const auto found = std::find_if(all.begin(), all.end(), [&](const OptimizerState& state) {
            return state.name == request.optimizer;
        });
        if (found == all.end())
            return wrong_request("memory",
                                 message("request.unknown_optimizer", {{"name", request.optimizer}}));
        options->is_training = true;
        options->optimizer = found->optimizer;
    }
    if (!request.weights_dtype.empty() && !bits_of(request.weights_dtype))
        return wrong_request("memory", message("request.unknown_dtype", {{"name", request.weights_dtype}}));
    options->weights_dtype = request.weights_dtype;
    options->recomputes = request.recompute;
    if (options->recomputes && !options->is_training)
        return wrong_request("memory", message("request.needs_train"));
    options->lora_rank = whole(request.lora_rank, 0, kLargestRank);
    options->zero_stage = static_cast<int>(whole(request.zero_stage, 0, 3));
    options->tensor_parallel = whole(request.tensor_parallel, 1, kMostDevices);
    options->devices = std::max(whole(request.gpus, 1, kMostDevices), options->tensor_parallel);
    if (options->devices % options->tensor_parallel == 0) return {};
    return wrong_request("memory",
                         message("request.gpus", {{"gpus", to_string(options->devices)},
                                                  {"parallel", to_string(options->tensor_parallel)}}));
}

/// What follows each line break.
std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        text.remove_prefix(1);
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.emplace_back(line);
        text.remove_prefix(line.size());
    }
    return lines;
}

bool has_ties(const CountOptions& options) {
    return !options.ties.empty() || options.has_no_more_ties;
}

}  // namespace

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

Answer BoundModel::write(const std::string& format, const WriteRequest& request) const {
    const ReportWriter writer = find_writer(format);
    if (writer == nullptr)
        return wrong_request("format", message("request.unknown_format", {{"name", format}}));
    MemoryOptions memory;
    if (Answer wrong = apply_memory(request, &memory); !wrong.wrong.empty()) return wrong;
    const Device* device = request.device.empty() ? nullptr : find_device(request.device);
    if (device == nullptr && !request.device.empty())
        return wrong_request("device", message("request.unknown_device", {{"name", request.device}}));
    if (device == nullptr && format == "roofline")
        return wrong_request("device", message("request.roofline"));

    WriteOptions options{request.depth, text_};
    options.language = request.language == "zh" ? Language::Chinese : Language::English;
    if (!request.opened.empty()) options.opened = lines_of(request.opened);
    std::vector<const ReportSection*> sections;
    if (request.conventions) sections.push_back(&kConventionsSection);
    const ReportSection plan = memory_section(memory);
    if (request.memory || device != nullptr) sections.push_back(&plan);
    std::optional<DeviceTimes> times;
    if (device != nullptr) {
        times.emplace(report_, *device, memory, [&](Mode mode) {
            CountOptions other = options_;
            other.mode = mode;
            return counted(other);
        });
        sections.push_back(&times->section());
        times->add_to(&options, format);
    }
    options.sections = sections;
    return {writer(report_, options)};
}

Answer BoundModel::compare(const BoundModel& other, const std::string& format, const std::string& name,
                           const std::string& other_name) const {
    const ComparisonFormat* found = find_comparison_format(format);
    if (found == nullptr)
        return wrong_request("format", message("request.unknown_format", {{"name", format}}));
    return {found->write(compare_reports({name, &report_}, {other_name, &other.report_}), nullptr)};
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
