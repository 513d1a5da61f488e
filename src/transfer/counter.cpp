#include "transfer/counter.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/cost/memory.h"
#include "model/read/read.h"

namespace paramscope::transfer {
namespace {

std::vector<Dims> shapes_of(const Model& model) {
    std::vector<Dims> shapes;
    for (const Input& input : model.inputs) shapes.push_back(input.shape);
    return shapes;
}

bool is_source_code(const Diagnostics& diagnostics) {
    if (diagnostics.empty()) return false;
    const std::string_view id = diagnostics.front().message.id();
    return id == "other_text.python_source" || id == "other_text.keras_source";
}

/// True for `{ "name"`: JSON, of which only a reader of files says what is wrong with it.
bool begins_json(std::string_view text) {
    const auto skip = [&text] {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    };
    skip();
    if (!text.starts_with('{')) return false;
    text.remove_prefix(1);
    skip();
    return text.starts_with('"');
}

}  // namespace

void Counter::read(std::string_view text) {
    diagnostics_.clear();
    recount_ = {};  // frees memory before the next model is read
    model_.reset();
    model_ = std::make_shared<Model>(read_model_text(text, &diagnostics_));
    is_source_code_ = is_source_code(diagnostics_) || (has_errors(diagnostics_) && begins_json(text));
}

Counted Counter::count(const Settings& settings) {
    Counted counted;
    CountOptions options;
    for (const auto& [name, value] : settings.overrides) options.overrides.emplace_back(name, value);
    options.convention = settings.convention;
    options.mode = settings.mode;
    options.causal = settings.causal;
    choose_input(settings, &options, &counted);
    counted.is_source_code = is_source_code_;
    counted.is_invalid = has_errors(diagnostics_);
    counted.report = recount_.count(model_, options, diagnostics_);
    if (counted.input_origin == InputOrigin::Typed) blame_input(options, &counted);
    counted.activations = activation_total(counted.report);
    return counted;
}

void Counter::blame_input(CountOptions options, Counted* counted) const {
    const Diagnostics& problems = counted->report.diagnostics;
    const auto* error = find_by(problems, &Diagnostic::severity, Severity::Error);
    if (counted->is_invalid || error == nullptr) return;
    options.inputs = inputs_without_typed();
    if (options.inputs.empty() && model_->inputs.empty()) return;
    Report usual = paramscope::count(model_, options, diagnostics_);
    if (has_errors(usual.diagnostics)) return;
    counted->input_error = error->message;
    counted->report = std::move(usual);
}

void Counter::choose_input(const Settings& settings, CountOptions* options, Counted* counted) const {
    if (!settings.input.empty()) {
        counted->input_origin = InputOrigin::Typed;
        counted->input_text = settings.input;
        Result<std::vector<Dims>> shapes = parse_input_shapes(settings.input);
        if (!shapes) counted->input_error = shapes.error().message;
        options->inputs = shapes ? std::move(*shapes) : inputs_without_typed();
        return;
    }
    if (!model_->inputs.empty()) {
        counted->input_origin = InputOrigin::Text;
        counted->input_text = shapes_text(shapes_of(*model_));
        return;
    }
    options->inputs = inputs_without_typed();
    counted->input_origin = options->inputs.empty() ? InputOrigin::None : InputOrigin::Assumed;
    counted->input_text = shapes_text(options->inputs);
}

std::vector<Dims> Counter::inputs_without_typed() const {
    if (!model_->inputs.empty()) return {};
    const std::optional<Dims> suggested = suggest_input(*model_);
    return suggested ? std::vector<Dims>{*suggested} : std::vector<Dims>();
}

std::string shapes_text(const std::vector<Dims>& shapes) {
    return join(shapes, "; ", [](const Dims& shape) { return to_string(shape); });
}

}  // namespace paramscope::transfer
