#include "transfer/counter.h"

#include "count/report/memory.h"
#include "model/read.h"

namespace paramscope::transfer {
namespace {

std::vector<Dims> shapes_of(const Model& model) {
    std::vector<Dims> shapes;
    for (const Input& input : model.inputs) shapes.push_back(input.shape);
    return shapes;
}

bool is_source_code(const Diagnostics& diagnostics) {
    return !diagnostics.empty() && diagnostics.front().message.id() == "other_text.python_source";
}

}  // namespace

void Counter::read(std::string_view text) {
    diagnostics_.clear();
    recount_ = {};  // frees memory before the next model is read
    model_.reset();
    model_ = std::make_shared<Model>(read_model_text(text, &diagnostics_));
}

Counted Counter::count(const Settings& settings) {
    Counted counted;
    CountOptions options;
    for (const auto& [name, value] : settings.overrides) options.overrides.emplace_back(name, value);
    options.convention = settings.convention;
    options.mode = settings.mode;
    options.causal = settings.causal;
    choose_input(settings, &options, &counted);
    counted.is_source_code = is_source_code(diagnostics_);
    counted.is_invalid = has_errors(diagnostics_);
    counted.report = recount_.count(model_, options, diagnostics_);
    counted.activations = activation_total(counted.report);
    return counted;
}

void Counter::choose_input(const Settings& settings, CountOptions* options, Counted* counted) const {
    if (!settings.input.empty()) {
        counted->input_origin = InputOrigin::Typed;
        counted->input_text = settings.input;
        Result<std::vector<Dims>> shapes = parse_input_shapes(settings.input);
        if (shapes) {
            options->inputs = std::move(*shapes);
        } else {
            counted->input_error = shapes.error().message;
        }
        return;
    }
    if (!model_->inputs.empty()) {
        counted->input_origin = InputOrigin::Text;
        counted->input_text = shapes_text(shapes_of(*model_));
        return;
    }
    const std::optional<Dims> suggested = suggest_input(*model_);
    counted->input_origin = suggested ? InputOrigin::Assumed : InputOrigin::None;
    if (suggested) options->inputs = {*suggested};
    counted->input_text = shapes_text(options->inputs);
}

std::string shapes_text(const std::vector<Dims>& shapes) {
    std::string text;
    for (const Dims& shape : shapes) {
        if (!text.empty()) text += "; ";
        text += to_string(shape);
    }
    return text;
}

}  // namespace paramscope::transfer
