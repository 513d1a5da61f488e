#include "open/keras/model_writer.h"

#include <algorithm>
#include <set>

#include "base/concat.h"
#include "model/characters.h"
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
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
        const Layer& layer = model_.layers[i];
        by_name_.emplace(layer.name, i);
        states_.emplace_back(std::max<std::size_t>(layer.calls.size(), 1));
        starts_at_one_.push_back(layer.is_model());
        has_channels_first_ = has_channels_first_ || layer.config.find("data_format").is("channels_first");
    }
    find_map_makers();
}

/// Which outputs go into layers of maps; and of models in this one, whether their calls are counted from 1,
/// as Keras does where they were called when they were made.
void ModelWriter::find_map_makers() {
    const auto look_at = [&](const Source& source, bool is_map) {
        const auto found = by_name_.find(source.layer);
        if (found == by_name_.end()) return;
        if (source.call == 0) starts_at_one_[found->second] = false;
        if (is_map) feeds_maps_[model_.layers[found->second].name] = true;
    };
    const Layer* before = nullptr;
    for (const Layer& layer : model_.layers) {
        const bool is_map = is_of_maps(find_layer_type(layer.class_name));
        for (const std::vector<Source>& call : layer.calls) {
            for (const Source& source : call) look_at(source, is_map);
        }
        if (model_.is_sequential && is_map) feeds_maps_[before == nullptr ? layer.name : before->name] = true;
        before = &layer;
    }
    for (const Source& output : model_.outputs) look_at(output, false);
}

void ModelWriter::take_input(std::size_t layer, Sizes sizes) {
    Value input{concat('x', arguments_.size() + 1), std::move(sizes), false};
    const std::size_t rank = input.sizes.size();
    input.is_first =
        !has_channels_first_ && (rank == 4 || (rank > 2 && feeds_maps_.contains(model_.layers[layer].name)));
    arguments_.push_back(input);
}

void ModelWriter::take_inputs(const std::vector<Value>& given) {
    const auto sizes_of = [&](const Layer& layer) {
        Sizes sizes = told_input(layer);
        if (sizes.empty() && model_.is_sequential) sizes = sizes_in(model_.built);
        const std::size_t index = arguments_.size();
        return sizes.empty() && index < given.size() ? given[index].sizes : sizes;
    };
    if (model_.is_sequential) {
        if (model_.layers.empty()) return;
        const Layer* first = &model_.layers.front();
        std::optional<ModelConfig> inside;
        Sizes sizes = sizes_of(*first);
        // A model that begins with a model is fed what that is fed.
        for (const Layer* layer = first; sizes.empty() && layer->is_model();
             layer = &inside->layers.front()) {
            std::optional<ModelConfig> deeper = read_model(layer->place);
            if (!deeper || deeper->layers.empty()) break;
            inside = std::move(deeper);
            sizes = told_input(inside->layers.front());
        }
        take_input(0, std::move(sizes));
        return;
    }
    std::set<std::size_t> taken;
    const auto take = [&](std::size_t index) {
        if (!taken.insert(index).second) return;
        take_input(index, sizes_of(model_.layers[index]));
        states_[index].front() = {State::Progress::Done, {arguments_.back()}};
    };
    for (const Source& input : model_.inputs) {
        const auto found = by_name_.find(input.layer);
        if (found != by_name_.end()) take(found->second);
    }
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
        if (model_.layers[i].class_name == "InputLayer") take(i);
    }
}

std::vector<std::string> ModelWriter::run(const std::vector<Value>& given) {
    take_inputs(given);
    model_.is_sequential ? run_sequence() : run_graph();
    return text();
}

void ModelWriter::run_sequence() {
    if (arguments_.empty()) return;
    std::vector<Value> values = {arguments_.front()};
    for (const Layer& layer : model_.layers) {
        if (layer.class_name == "InputLayer") continue;
        values = apply(layer, layer, {values.front()});
    }
    outputs_ = {values.front()};
}

void ModelWriter::run_graph() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t call = 0; call < states_[i].size(); ++call) work_out({i, call});
    }
    for (const Source& output : model_.outputs) outputs_.push_back(value_of(output));
}

std::optional<ModelWriter::Place> ModelWriter::place_of(const Source& source) const {
    const auto found = by_name_.find(source.layer);
    if (found == by_name_.end()) return std::nullopt;
    const std::size_t call = source.call - (starts_at_one_[found->second] ? 1 : 0);
    if (call >= states_[found->second].size()) return std::nullopt;
    return Place{found->second, call};
}

Value ModelWriter::value_of(const Source& source) const {
    Value value;
    if (const std::optional<Place> place = place_of(source)) {
        const std::vector<Value>& outputs = states_[place->layer][place->call].outputs;
        if (source.output < outputs.size()) value = outputs[source.output];
    }
    if (value.sizes.empty()) value.sizes = sizes_in(source.shape);
    return value;
}

/// Works a call out after all calls that feed it; one that feeds itself gets nothing.
void ModelWriter::work_out(Place start) {
    using Progress = State::Progress;
    std::vector<Place> open = {start};
    while (!open.empty()) {
        const Place place = open.back();
        State& state = states_[place.layer][place.call];
        const Layer& layer = model_.layers[place.layer];
        const bool is_called = place.call < layer.calls.size();
        if (state.progress == Progress::New && is_called) {
            state.progress = Progress::Open;
            for (const Source& source : layer.calls[place.call]) {
                const std::optional<Place> before = place_of(source);
                if (before && states_[before->layer][before->call].progress == Progress::New)
                    open.push_back(*before);
            }
            if (open.back().layer != place.layer || open.back().call != place.call) continue;
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

std::string ModelWriter::module(const Layer& owner, std::string head, std::vector<std::string> lines,
                                std::vector<Sizes> weights) {
    std::string& path = paths_[&owner];
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
    const bool is_fed = !inputs.empty() && std::none_of(inputs.begin(), inputs.end(), [](const Value& value) {
        return value.said.empty();
    });
    const std::size_t steps = bindings_.size();
    std::vector<Value> outputs;
    if (layer.is_model()) {
        outputs = nested(layer, owner, inputs);
    } else if (const LayerType* type = find_layer_type(layer.class_name);
               type != nullptr && !inputs.empty()) {
        const RuleFunction rule = rule_function(type->rule);
        Call call(*this, layer, *type, owner, inputs);
        if (rule != nullptr) outputs = rule(call);
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
    const bool has_none = type != nullptr && type->rule == Rule::Weightless;
    if (!paths_.contains(&owner)) {
        std::vector<std::string> lines = ledger_.weights.claim(owner.name, layer.class_name);
        const bool is_told = has_none || !lines.empty();
        // No weights of its own: a tensor without elements says so.
        if (lines.empty() && has_none) lines.push_back("(weights): Parameter(0)");
        (is_told ? ledger_.workless : ledger_.unknown)
            .push_back(concat(printable(owner.name), " (", printable(layer.class_name), ')'));
        const std::string path =
            module(owner, concat(marked_type(layer.class_name, "keras"), '('), std::move(lines), {});
        if (is_told && is_fixed(owner)) frozen_.push_back(path);
    }
    std::string arguments;
    for (const Value& input : inputs) append(arguments, concat(arguments.empty() ? "" : ", ", input.said));
    return {{step(concat(paths_[&owner], '(', arguments, ')')), {}, false}};
}

std::vector<Value> ModelWriter::nested(const Layer& layer, const Layer& owner, std::vector<Value> inputs) {
    const LayerType no_type{layer.class_name, Rule::Weightless, ""};
    if (!inner_.contains(&owner)) {
        const std::optional<ModelConfig> inside = read_model(layer.place);
        if (!inside) return {};
        ModelWriter writer(*inside, ledger_);
        std::vector<std::string> lines = writer.run(inputs);
        const std::string path = module(owner, concat(type_name(layer), '('), std::move(lines), {});
        for (const std::string& each : writer.frozen()) frozen_.push_back(concat(path, '.', each));
        inner_[&owner] = {path, writer.inputs(), writer.outputs()};
    }
    const Inner& inner = inner_[&owner];
    Call call(*this, layer, no_type, owner, inputs);
    std::string arguments;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_first = i < inner.inputs.size() && inner.inputs[i].is_first;
        const Value given = is_first ? call.first(inputs[i]) : call.last(inputs[i]);
        append(arguments, concat(i == 0 ? "" : ", ", given.said));
    }
    const std::string given = step(concat(inner.path, '(', arguments, ')'));
    std::vector<Value> outputs = inner.outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        outputs[i].said = outputs.size() == 1 ? given : concat(given, '[', i, ']');
    return outputs;
}

void ModelWriter::add_part(const std::string& name, std::vector<std::string> lines) {
    tree_.add_module({name}, "Module(", std::move(lines));
}

std::vector<std::string> ModelWriter::text() const {
    std::vector<std::string> lines;
    const bool is_whole = !outputs_.empty() && !arguments_.empty() &&
                          std::none_of(outputs_.begin(), outputs_.end(),
                                       [](const Value& output) { return output.said.empty(); });
    if (is_whole) {
        std::string line = "forward(";
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            append(line, concat(i == 0 ? "" : ", ", arguments_[i].said));
        append(line, outputs_.size() == 1 ? ") = " : ") = (");
        for (std::size_t i = 0; i < outputs_.size(); ++i)
            append(line, concat(i == 0 ? "" : ", ", outputs_[i].said));
        append(line, outputs_.size() == 1 ? "" : ")");
        append(line, bindings_.empty() ? "" : " where");
        lines.push_back(std::move(line));
        for (std::size_t i = 0; i < bindings_.size(); ++i)
            lines.push_back(concat("  ", bindings_[i], i + 1 < bindings_.size() ? "," : ""));
    }
    const std::string tree = tree_.text();
    for (std::size_t at = 0; at < tree.size();) {
        const std::size_t end = std::min(tree.find('\n', at), tree.size());
        lines.push_back(tree.substr(at + 2, end - at - 2));  // lines of children are one level in
        at = end + 1;
    }
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
        sizes.push_back(input.sizes[i] > 0 ? text(input.sizes[i]) : std::string(name));
    }
    if (input.is_first && rank > 2) std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    std::string list;
    for (const std::string& size : sizes) append(list, concat(list.empty() ? "" : ", ", size));
    return concat('(', list, rank == 1 ? ",)" : ")");
}

}  // namespace paramscope::open::keras
