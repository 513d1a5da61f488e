#include "open/keras/model_writer.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/checkpoint/support/contents.h"

namespace paramscope::open::keras {
namespace {

constexpr std::size_t kLongestType = 100;

/// True for layers that PyTorch has with channels first.
bool works_on_maps(const Layer& layer) {
    const LayerType* type = find_layer_type(layer.class_name);
    return type != nullptr && type->rule >= Rule::Pool && type->rule <= Rule::Separable;
}

/// The input shape that was recorded when the layer was built; empty when there is none.
Sizes built_input_sizes(const Layer& layer) {
    return read_sizes(layer.json.find("build_config").find("input_shape"));
}

/// The input shape in a layer's config; empty when there is none.
Sizes configured_input_sizes(const Layer& layer) {
    for (const std::string_view key : {"batch_shape", "batch_input_shape"}) {
        const Sizes sizes = read_sizes(layer.config.find(key));
        if (!sizes.empty()) return sizes;
    }
    return built_input_sizes(layer);
}

/// The layer that a model, or the first model in it, starts with.
Layer innermost_first_layer(Layer layer) {
    while (configured_input_sizes(layer).empty() && layer.is_model()) {
        const std::optional<ModelConfig> model = read_model(layer.json);
        if (!model || model->layers.empty()) break;
        layer = model->layers.front();
    }
    return layer;
}

std::string type_name(const Layer& layer) {
    return is_name(layer.class_name) && layer.class_name.size() < kLongestType
               ? layer.class_name
               : marked_type(layer.class_name, "keras");
}

bool is_frozen(const Layer& layer) {
    return layer.config.find("trainable").boolean() == false;
}

std::vector<std::string> expressions_of(const std::vector<Value>& values) {
    std::vector<std::string> expressions;
    for (const Value& value : values) expressions.push_back(value.expression);
    return expressions;
}

/// A tensor of the line, whose shape is `signal`.
Value value_of_line(std::string expression, const Signal& signal, bool channels_first) {
    Dims shape = signal.dims;
    if (channels_first && shape.size() > 2) std::rotate(shape.begin() + 1, shape.begin() + 2, shape.end());
    return {std::move(expression), std::move(shape), channels_first};
}

Signal signal_of(const Value& value) {
    return value.shape.empty() ? Signal::unknown() : Signal::tensor(value.shape_in_line());
}

bool are_all_known(const std::vector<Value>& values) {
    return none_of(values, [](const Value& value) { return value.expression.empty(); });
}

}  // namespace

ModelWriter::ModelWriter(const ModelConfig& model, SharedState& shared) : model_(model), shared_(shared) {
    for (const char* function : {"select", "chunk", "reshape"}) graph_.tree.reserve(function);
    states_.resize(model_.layers.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const Layer& layer = model_.layers[i];
        layers_by_name_.emplace(layer.name, i);
        states_[i].calls.resize(std::max<std::size_t>(layer.calls.size(), 1));
        states_[i].starts_at_one = layer.is_model();
        has_channels_first_ = has_channels_first_ || layer.config.find("data_format").is("channels_first");
    }
    inspect_sources();
}

ModelWriter::LayerState& ModelWriter::state_of(const Layer& owner) {
    return states_[static_cast<std::size_t>(&owner - model_.layers.data())];
}

/// Finds out which layers feed layers that work on maps, and which nested models have their calls counted
/// from 1: Keras does so when a model was called as it was made.
void ModelWriter::inspect_sources() {
    const auto inspect = [&](const std::vector<Source>& sources, bool feed_maps) {
        for (const Source& source : sources) {
            const auto found = layers_by_name_.find(source.layer);
            if (found == layers_by_name_.end()) continue;
            LayerState& state = states_[found->second];
            state.starts_at_one = state.starts_at_one && source.call != 0;
            state.feeds_maps = state.feeds_maps || feed_maps;
        }
    };
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const Layer& layer = model_.layers[i];
        const bool feed_maps = works_on_maps(layer);
        for (const std::vector<Source>& call : layer.calls) inspect(call, feed_maps);
        if (model_.is_sequential && feed_maps) states_[i == 0 ? 0 : i - 1].feeds_maps = true;
    }
    inspect(model_.outputs, false);
}

/// Adds an input that enters at `layer`. Inputs of map layers are channels first in the line.
void ModelWriter::add_input(std::size_t layer, const Dims& shape) {
    const std::size_t rank = shape.size();
    Value input{{}, shape, !has_channels_first_ && (rank == 4 || (rank > 2 && states_[layer].feeds_maps))};
    input.expression = graph_.add_input(signal_of(input));
    inputs_.push_back(std::move(input));
}

/// The shape of the next input, which enters at `layer`: what the config leaves open is that of the outer
/// input.
Dims ModelWriter::input_shape(const Layer& layer, const std::vector<Value>& outer_inputs) const {
    Sizes sizes = configured_input_sizes(layer);
    if (sizes.empty() && model_.is_sequential) sizes = read_sizes(model_.built);
    const std::size_t index = inputs_.size();
    const Dims outer = index < outer_inputs.size() ? outer_inputs[index].shape : Dims();
    if (sizes.empty()) return outer;
    Dims shape = named_shape(sizes);
    for (std::size_t i = 0; i < shape.size() && outer.size() == shape.size(); ++i) {
        if (sizes[i] < 1) shape[i] = outer[i];
    }
    return shape;
}

void ModelWriter::add_sequence_input(const std::vector<Value>& outer_inputs) {
    if (states_.empty()) return;
    const Layer& first = model_.layers.front();
    Dims shape = input_shape(first, outer_inputs);
    if (shape.empty()) shape = named_shape(configured_input_sizes(innermost_first_layer(first)));
    add_input(0, shape);
}

void ModelWriter::add_inputs(const std::vector<Value>& outer_inputs) {
    if (model_.is_sequential) return add_sequence_input(outer_inputs);
    const auto add = [&](std::size_t index) {
        CallState& call = states_[index].calls.front();
        if (call.progress == Progress::Done) return;
        add_input(index, input_shape(model_.layers[index], outer_inputs));
        call = {Progress::Done, {inputs_.back()}};
    };
    for (const Source& input : model_.inputs) {
        const auto found = layers_by_name_.find(input.layer);
        if (found != layers_by_name_.end()) add(found->second);
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (model_.layers[i].class_name == "InputLayer") add(i);
    }
}

void ModelWriter::run(const std::vector<Value>& outer_inputs) {
    add_inputs(outer_inputs);
    model_.is_sequential ? run_sequence() : run_graph();
}

void ModelWriter::run_sequence() {
    if (inputs_.empty()) return;
    Value value = inputs_.front();
    for (const Layer& layer : model_.layers) {
        if (layer.class_name != "InputLayer") value = apply(layer, layer, {value}).front();
    }
    outputs_.push_back(value);
}

void ModelWriter::run_graph() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t call = 0; call < states_[i].calls.size(); ++call) run_call({i, call});
    }
    for (const Source& output : model_.outputs) outputs_.push_back(value_of(output));
}

std::optional<ModelWriter::CallId> ModelWriter::find_call(const Source& source) const {
    const auto found = layers_by_name_.find(source.layer);
    if (found == layers_by_name_.end()) return std::nullopt;
    const LayerState& state = states_[found->second];
    const std::size_t call = source.call - (state.starts_at_one ? 1 : 0);
    if (call >= state.calls.size()) return std::nullopt;
    return CallId{found->second, call};
}

/// The output that `source` names; without an expression when it is unknown.
Value ModelWriter::value_of(const Source& source) const {
    Value value;
    if (const std::optional<CallId> id = find_call(source)) {
        const std::vector<Value>& outputs = states_[id->layer].calls[id->call].outputs;
        if (source.output < outputs.size()) value = outputs[source.output];
    }
    if (value.shape.empty()) value.shape = named_shape(read_sizes(source.shape));
    return value;
}

/// Makes an input of a layer one that steps can take: an unknown one becomes a step, and its shape is that
/// which it has by the config.
void ModelWriter::take(Value& input, const Sizes& built) {
    if (input.shape.empty()) input.shape = named_shape(built);
    if (input.expression.empty()) input.expression = graph_.add_step("unknown()", Signal::unknown());
    if (!input.shape.empty()) graph_.set_shape(input.expression, signal_of(input));
}

/// Applies the layer of a call, after all calls that feed it. A call that feeds itself gets an unknown input.
void ModelWriter::run_call(CallId start) {
    std::vector<CallId> stack = {start};
    while (!stack.empty()) {
        const CallId id = stack.back();
        CallState& state = states_[id.layer].calls[id.call];
        const Layer& layer = model_.layers[id.layer];
        const std::size_t depth = stack.size();
        const bool is_called = id.call < layer.calls.size();
        if (state.progress == Progress::New && is_called) {
            state.progress = Progress::Open;
            for (const Source& source : layer.calls[id.call]) {
                const std::optional<CallId> feeder = find_call(source);
                if (feeder && states_[feeder->layer].calls[feeder->call].progress == Progress::New)
                    stack.push_back(*feeder);
            }
            if (stack.size() > depth) continue;
        }
        stack.pop_back();
        if (state.progress == Progress::Done) continue;
        std::vector<Value> inputs;
        if (is_called) {
            for (const Source& source : layer.calls[id.call]) inputs.push_back(value_of(source));
        }
        state.progress = Progress::Done;
        state.outputs = apply(layer, layer, std::move(inputs));
    }
}

Value ModelWriter::add_step(std::string_view expression, bool channels_first) {
    std::string name = graph_.add_step(expression);
    const Signal shape = graph_.shape_of(name);
    return value_of_line(std::move(name), shape, channels_first);
}

const std::string& ModelWriter::add_module(const Layer& owner, std::string head,
                                           std::vector<std::string> lines,
                                           const std::vector<Sizes>& weights) {
    std::string& path = state_of(owner).path;
    if (!path.empty()) return path;
    path = graph_.tree.add_module(callable_name(owner.name), std::move(head), std::move(lines));
    if (!weights.empty() && is_frozen(owner)) frozen_paths_.push_back(path);
    shared_.weights.expect(owner.name, weights);
    return path;
}

std::vector<Value> ModelWriter::apply(const Layer& layer, const Layer& owner, std::vector<Value> inputs) {
    const bool is_called = !inputs.empty() && are_all_known(inputs);
    const std::size_t steps_before = graph_.step_count();
    for (Value& input : inputs) take(input, inputs.size() == 1 ? built_input_sizes(layer) : Sizes());
    const std::size_t steps_of_inputs = graph_.step_count();
    std::vector<Value> outputs;
    const LayerType* type = find_layer_type(layer.class_name);
    if (layer.is_model()) {
        outputs = apply_model(layer, owner, inputs);
    } else if (type != nullptr && !inputs.empty()) {
        Call call(*this, layer, *type, owner, inputs);
        if (const RuleFunction rule = rule_function(type->rule)) rule(call);
        outputs = std::move(call.outputs);
    }
    if (outputs.empty()) {
        graph_.drop_steps_after(steps_of_inputs);
        outputs = apply_unknown(layer, owner, inputs);
    }
    if (is_called) return outputs;
    // A layer with an unknown input keeps its module, but the forward line cannot call it.
    graph_.drop_steps_after(steps_before);
    for (Value& output : outputs) output.expression.clear();
    return outputs;
}

/// A layer that no rule translates: a module of its own type with the weights that the file has under its
/// name.
std::vector<Value> ModelWriter::apply_unknown(const Layer& layer, const Layer& owner,
                                              const std::vector<Value>& inputs) {
    const LayerType* type = find_layer_type(layer.class_name);
    if (state_of(owner).path.empty()) {
        std::vector<std::string> lines = shared_.weights.claim(owner.name, layer.class_name);
        // A tensor without elements states that the module has no weights.
        if (lines.empty() && type != nullptr && type->rule == Rule::Weightless)
            lines.push_back("(weights): Parameter(0)");
        const bool has_known_weights = !lines.empty();
        (has_known_weights ? shared_.unknown_work : shared_.unknown_weights)
            .push_back(concat(sanitize_text(owner.name), " (", sanitize_text(layer.class_name), ')'));
        add_module(owner, marked_type(layer.class_name, "keras") + '(', std::move(lines), {});
        if (has_known_weights && is_frozen(owner)) frozen_paths_.push_back(state_of(owner).path);
    }
    const std::string call = concat(state_of(owner).path, '(', join(inputs, ", ", &Value::expression), ')');
    return {{graph_.add_step(call, Signal::unknown()), {}, false}};
}

/// A model nested in this one: a module with a forward line of its own, translated at its first call.
std::vector<Value> ModelWriter::apply_model(const Layer& layer, const Layer& owner,
                                            const std::vector<Value>& inputs) {
    const bool is_first = !state_of(owner).is_model;
    if (is_first) {
        const std::optional<ModelConfig> config = read_model(layer.json);
        if (!config) return {};
        ModelWriter writer(*config, shared_);
        writer.run(inputs);
        const std::string path = add_module(owner, type_name(layer) + '(', writer.lines(), {});
        for (const std::string& frozen : writer.frozen_paths())
            frozen_paths_.push_back(concat(path, '.', frozen));
        LayerState& state = state_of(owner);
        state.is_model = true;
        state.inputs = writer.inputs();
        state.outputs = writer.outputs();
    }
    const LayerState& model = state_of(owner);
    const LayerType no_type{layer.class_name, Rule::Weightless, ""};
    Call call(*this, layer, no_type, owner, inputs);
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool channels_first = i < model.inputs.size() && model.inputs[i].channels_first;
        arguments.push_back(call.in_layout(inputs[i], channels_first).expression);
    }
    const std::string expression = concat(model.path, '(', join(arguments), ')');
    std::vector<Value> outputs = model.outputs;
    std::vector<Signal> signals;
    for (const Value& output : outputs) signals.push_back(signal_of(output));
    const Signal known = signals.size() == 1 ? signals.front() : Signal::tuple(std::move(signals));
    const std::string result = is_first ? graph_.add_step(expression, known) : graph_.add_step(expression);
    if (graph_.shape_of(result).is_unknown()) graph_.set_shape(result, known);
    const Signal all = graph_.shape_of(result);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const bool is_item = outputs.size() > 1;
        outputs[i] = value_of_line(is_item ? concat(result, '[', i, ']') : result,
                                   !is_item               ? all
                                   : i < all.items.size() ? all.items[i]
                                                          : Signal::unknown(),
                                   outputs[i].channels_first);
    }
    return outputs;
}

std::vector<std::string> ModelWriter::lines() const {
    std::vector<std::string> lines;
    if (are_all_known(outputs_)) lines = graph_.lines(expressions_of(outputs_));
    for (std::string& line : graph_.tree.lines()) lines.push_back(std::move(line));
    return lines;
}

}  // namespace paramscope::open::keras
