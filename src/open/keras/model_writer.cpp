#include "open/keras/model_writer.h"

#include <algorithm>

#include "base/concat.h"
#include "base/characters.h"
#include "open/checkpoint/contents.h"

namespace paramscope::open::keras {
namespace {

/// Rules of layers that want maps as PyTorch has them.
bool is_of_maps(const LayerType* type) {
    if (type == nullptr) return false;
    switch (type->rule) {
        case Rule::Convolution:
        case Rule::Transposed:
        case Rule::Depthwise:
        case Rule::Separable:
        case Rule::Pool:
        case Rule::GlobalPool:
        case Rule::Padding:
        case Rule::BatchNorm:
            return true;
        default:
            return false;
    }
}

/// Where a layer, or the model that is one, says what it is fed.
Sizes told_input(const Layer& layer) {
    for (const std::string_view key : {"batch_shape", "batch_input_shape"}) {
        const Sizes sizes = sizes_in(layer.config.find(key));
        if (!sizes.empty()) return sizes;
    }
    return sizes_in(layer.place.find("build_config").find("input_shape"));
}

std::string type_name(const Layer& layer) {
    return is_name(layer.class_name) && layer.class_name.size() < 100
               ? layer.class_name
               : marked_type(layer.class_name, "keras");
}

bool is_fixed(const Layer& layer) {
    return layer.config.find("trainable").boolean() == false;
}

}  // namespace

ModelWriter::ModelWriter(const ModelConfig& model, Ledger& ledger) : model_(model), ledger_(ledger) {
    for (const char* function : {"select", "chunk", "reshape"}) tree_.reserve(function);
    written_.resize(model_.layers.size());
    for (std::size_t i = 0; i < written_.size(); ++i) {
        const Layer& layer = model_.layers[i];
        by_name_.emplace(layer.name, i);
        written_[i].calls.resize(std::max<std::size_t>(layer.calls.size(), 1));
        written_[i].starts_at_one = layer.is_model();
        has_channels_first_ = has_channels_first_ || layer.config.find("data_format").is("channels_first");
    }
    look_at_sources();
}

ModelWriter::Written& ModelWriter::written(const Layer& owner) {
    return written_[static_cast<std::size_t>(&owner - model_.layers.data())];
}

/// Which outputs go into layers of maps; and of models in this one, whether their calls are counted from 1,
/// as Keras does where they were called when they were made.
void ModelWriter::look_at_sources() {
    const auto look_at = [&](const std::vector<Source>& sources, bool are_maps) {
        for (const Source& source : sources) {
            const auto found = by_name_.find(source.layer);
            if (found == by_name_.end()) continue;
            Written& of = written_[found->second];
            of.starts_at_one = of.starts_at_one && source.call != 0;
            of.feeds_maps = of.feeds_maps || are_maps;
        }
    };
    for (std::size_t i = 0; i < written_.size(); ++i) {
        const Layer& layer = model_.layers[i];
        const bool is_map = is_of_maps(find_layer_type(layer.class_name));
        for (const std::vector<Source>& call : layer.calls) look_at(call, is_map);
        if (model_.is_sequential && is_map) written_[i == 0 ? 0 : i - 1].feeds_maps = true;
    }
    look_at(model_.outputs, false);
}

void ModelWriter::take_input(std::size_t layer, const Sizes& sizes) {
    const std::size_t rank = sizes.size();
    const bool is_first = !has_channels_first_ && (rank == 4 || (rank > 2 && written_[layer].feeds_maps));
    arguments_.push_back({concat('x', arguments_.size() + 1), sizes, is_first});
}

void ModelWriter::take_inputs(const std::vector<Value>& given) {
    const auto sizes_of = [&](const Layer& layer) {
        Sizes sizes = told_input(layer);
        if (sizes.empty() && model_.is_sequential) sizes = sizes_in(model_.built);
        const std::size_t index = arguments_.size();
        return sizes.empty() && index < given.size() ? given[index].sizes : sizes;
    };
    if (model_.is_sequential) {
        if (written_.empty()) return;
        Sizes sizes = sizes_of(model_.layers.front());
        // A model that begins with a model is fed what that is fed.
        Layer first = model_.layers.front();
        while (sizes.empty() && first.is_model()) {
            const std::optional<ModelConfig> inside = read_model(first.place);
            if (!inside || inside->layers.empty()) break;
            first = inside->layers.front();
            sizes = told_input(first);
        }
        return take_input(0, sizes);
    }
    const auto take = [&](std::size_t index) {
        State& state = written_[index].calls.front();
        if (state.progress == Progress::Done) return;
        take_input(index, sizes_of(model_.layers[index]));
        state = {Progress::Done, {arguments_.back()}};
    };
    for (const Source& input : model_.inputs) {
        const auto found = by_name_.find(input.layer);
        if (found != by_name_.end()) take(found->second);
    }
    for (std::size_t i = 0; i < written_.size(); ++i) {
        if (model_.layers[i].class_name == "InputLayer") take(i);
    }
}

void ModelWriter::run(const std::vector<Value>& given) {
    take_inputs(given);
    model_.is_sequential ? run_sequence() : run_graph();
}

void ModelWriter::run_sequence() {
    if (arguments_.empty()) return;
    Value value = arguments_.front();
    for (const Layer& layer : model_.layers) {
        if (layer.class_name != "InputLayer") value = apply(layer, layer, {value}).front();
    }
    outputs_.push_back(value);
}

void ModelWriter::run_graph() {
    for (std::size_t i = 0; i < written_.size(); ++i) {
        for (std::size_t call = 0; call < written_[i].calls.size(); ++call) work_out({i, call});
    }
    for (const Source& output : model_.outputs) outputs_.push_back(value_of(output));
}

std::optional<ModelWriter::Place> ModelWriter::place_of(const Source& source) const {
    const auto found = by_name_.find(source.layer);
    if (found == by_name_.end()) return std::nullopt;
    const Written& of = written_[found->second];
    const std::size_t call = source.call - (of.starts_at_one ? 1 : 0);
    if (call >= of.calls.size()) return std::nullopt;
    return Place{found->second, call};
}

Value ModelWriter::value_of(const Source& source) const {
    Value value;
    if (const std::optional<Place> place = place_of(source)) {
        const std::vector<Value>& outputs = written_[place->layer].calls[place->call].outputs;
        if (source.output < outputs.size()) value = outputs[source.output];
    }
    if (value.sizes.empty()) value.sizes = sizes_in(source.shape);
    return value;
}

/// Works a call out after all calls that feed it; one that feeds itself gets nothing.
void ModelWriter::work_out(Place start) {
    std::vector<Place> open = {start};
    while (!open.empty()) {
        const Place place = open.back();
        State& state = written_[place.layer].calls[place.call];
        const Layer& layer = model_.layers[place.layer];
        const std::size_t depth = open.size();
        const bool is_called = place.call < layer.calls.size();
        if (state.progress == Progress::New && is_called) {
            state.progress = Progress::Open;
            for (const Source& source : layer.calls[place.call]) {
                const std::optional<Place> before = place_of(source);
                if (before && written_[before->layer].calls[before->call].progress == Progress::New)
                    open.push_back(*before);
            }
            if (open.size() > depth) continue;
        }
        open.pop_back();
        if (state.progress == Progress::Done) continue;
        std::vector<Value> inputs;
        if (is_called) {
            for (const Source& source : layer.calls[place.call]) inputs.push_back(value_of(source));
        }
        state.progress = Progress::Done;
        state.outputs = apply(layer, layer, std::move(inputs));
    }
}

std::string ModelWriter::step(std::string expression) {
    std::string name = concat('v', bindings_.size() + 1);
    bindings_.push_back(concat(name, " = ", expression));
    return name;
}

const std::string& ModelWriter::module(const Layer& owner, std::string head, std::vector<std::string> lines,
                                       const std::vector<Sizes>& weights) {
    std::string& path = written(owner).path;
    if (!path.empty()) return path;
    path = tree_.add_module({callable_name(owner.name)}, std::move(head), std::move(lines));
    if (!weights.empty() && is_fixed(owner)) frozen_.push_back(path);
    ledger_.weights.expect(owner.name, weights);
    return path;
}

std::vector<Value> ModelWriter::apply(const Layer& layer, const Layer& owner, std::vector<Value> inputs) {
    if (inputs.size() == 1 && inputs.front().sizes.empty())
        inputs.front().sizes = sizes_in(layer.place.find("build_config").find("input_shape"));
    // What is fed by something unknown is written all the same, and called by no line.
    bool is_fed = !inputs.empty();
    for (const Value& input : inputs) is_fed = is_fed && !input.said.empty();
    const std::size_t steps = bindings_.size();
    std::vector<Value> outputs;
    if (layer.is_model()) {
        outputs = nested(layer, owner, inputs);
    } else if (const LayerType* type = find_layer_type(layer.class_name);
               type != nullptr && !inputs.empty()) {
        Call call(*this, layer, *type, owner, inputs);
        if (const RuleFunction rule = rule_function(type->rule)) rule(call);
        outputs = std::move(call.outputs);
    }
    if (outputs.empty()) {
        bindings_.resize(steps);
        outputs = opaque(layer, owner, inputs);
    }
    if (is_fed) return outputs;
    bindings_.resize(steps);
    for (Value& output : outputs) output.said.clear();
    return outputs;
}

std::vector<Value> ModelWriter::opaque(const Layer& layer, const Layer& owner,
                                       const std::vector<Value>& inputs) {
    const LayerType* type = find_layer_type(layer.class_name);
    if (written(owner).path.empty()) {
        std::vector<std::string> lines = ledger_.weights.claim(owner.name, layer.class_name);
        // No weights of its own: a tensor without elements says so.
        if (lines.empty() && type != nullptr && type->rule == Rule::Weightless)
            lines.push_back("(weights): Parameter(0)");
        (lines.empty() ? ledger_.unknown : ledger_.workless)
            .push_back(concat(sanitize_text(owner.name), " (", sanitize_text(layer.class_name), ')'));
        const bool is_frozen = !lines.empty() && is_fixed(owner);
        module(owner, marked_type(layer.class_name, "keras") + '(', std::move(lines), {});
        if (is_frozen) frozen_.push_back(written(owner).path);
    }
    std::string arguments;
    for (const Value& input : inputs) append(arguments, concat(arguments.empty() ? "" : ", ", input.said));
    std::vector<Value> outputs(1);
    outputs.front().said = step(concat(written(owner).path, '(', arguments, ')'));
    return outputs;
}

std::vector<Value> ModelWriter::nested(const Layer& layer, const Layer& owner,
                                       const std::vector<Value>& inputs) {
    if (!written(owner).is_model) {
        const std::optional<ModelConfig> inside = read_model(layer.place);
        if (!inside) return {};
        ModelWriter writer(*inside, ledger_);
        writer.run(inputs);
        const std::string path = module(owner, type_name(layer) + '(', writer.lines(), {});
        for (const std::string& each : writer.frozen()) frozen_.push_back(concat(path, '.', each));
        Written& made = written(owner);
        made.is_model = true;
        made.inputs = writer.inputs();
        made.outputs = writer.outputs();
    }
    const Written& model = written(owner);
    const LayerType no_type{layer.class_name, Rule::Weightless, ""};
    Call call(*this, layer, no_type, owner, inputs);
    std::string arguments;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_first = i < model.inputs.size() && model.inputs[i].is_first;
        append(arguments,
               concat(i == 0 ? "" : ", ", (is_first ? call.first(inputs[i]) : call.last(inputs[i])).said));
    }
    const std::string given = step(concat(model.path, '(', arguments, ')'));
    std::vector<Value> outputs = model.outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        outputs[i].said = outputs.size() == 1 ? given : concat(given, '[', i, ']');
    return outputs;
}

std::vector<std::string> ModelWriter::lines() const {
    std::vector<std::string> lines;
    std::string results, arguments;
    bool is_whole = !outputs_.empty() && !arguments_.empty();
    for (const Value& output : outputs_) {
        is_whole = is_whole && !output.said.empty();
        append(results, concat(results.empty() ? "" : ", ", output.said));
    }
    for (const Value& argument : arguments_)
        append(arguments, concat(arguments.empty() ? "" : ", ", argument.said));
    if (is_whole) {
        if (outputs_.size() > 1) results = concat('(', results, ')');
        lines.push_back(concat("forward(", arguments, ") = ", results, bindings_.empty() ? "" : " where"));
        for (const std::string& binding : bindings_) lines.push_back(concat("  ", binding, ','));
        if (!bindings_.empty()) lines.back().pop_back();
    }
    for (std::string& line : tree_.lines()) lines.push_back(std::move(line));
    return lines;
}

std::string input_text(const Value& input) {
    constexpr std::string_view kMap[] = {"height", "width"};
    constexpr std::string_view kVideo[] = {"frames", "height", "width"};
    const std::size_t rank = input.sizes.size();
    std::vector<std::string> sizes;
    for (std::size_t i = 0; i < rank; ++i) {
        std::string_view name = "tokens";
        if (i == 0) name = "batch";
        if (i > 0 && rank == 4) name = kMap[std::min<std::size_t>(i - 1, 1)];
        if (i > 0 && rank > 4) name = kVideo[std::min<std::size_t>(i - 1, 2)];
        if (i + 1 == rank && rank > 2) name = "channels";
        sizes.push_back(input.sizes[i] > 0 ? std::to_string(input.sizes[i]) : std::string(name));
    }
    if (input.is_first && rank > 2) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    std::string list;
    for (const std::string& size : sizes) append(list, concat(list.empty() ? "" : ", ", size));
    return concat('(', list, rank == 1 ? ",)" : ")");
}

}  // namespace paramscope::open::keras
