#include "count/passes/build_tape.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/ranges.h"
#include "count/flow/signals.h"
#include "count/passes/activations.h"
#include "count/passes/kernels.h"
#include "count/record_flow.h"
#include "count/report/conventions.h"

namespace paramscope {
namespace {

/// Output channels from which convolutions have copies with the channels last.
constexpr int kFewestChannels = 32;

using Tensors = std::vector<TensorId>;

/// Arrows of a graph by the step that they come from and that they go to.
struct Ends {
    explicit Ends(const FlowGraph& graph) : into(graph.steps.size()), out_of(graph.steps.size()) {
        for (const FlowArrow& arrow : graph.arrows) {
            into[arrow.to].push_back(&arrow);
            out_of[arrow.from].push_back(&arrow);
        }
    }
    std::vector<std::vector<const FlowArrow*>> into, out_of;
};

/// The first tensor that a step gives away; nullptr for none.
const Dims* shape_of(const std::vector<const FlowArrow*>& arrows) {
    const auto* found = find_where(arrows, [](const FlowArrow* arrow) { return arrow->signal.is_tensor(); });
    return found == nullptr ? nullptr : &(*found)->signal.dims;
}

Polynomial elements_in(const Dims* shape) {
    return shape == nullptr ? Polynomial(0) : product(*shape);
}

Polynomial rows_of(const Dims& shape) {
    return shape.empty() ? Polynomial(1) : product(shape) / shape.back();
}

/// The value of an argument that print() shows by name, or at the first place.
std::optional<Polynomial> argument_of(const NodeReport& row, std::string_view name) {
    if (row.module == nullptr) return std::nullopt;
    const auto& arguments = row.module->arguments.pattern();
    const Argument* found = find_by(arguments, &Argument::name, name);
    if (found == nullptr && !arguments.empty() && arguments.front().name.empty()) found = &arguments.front();
    return found == nullptr ? std::nullopt : std::optional(found->value.number);
}

std::optional<Polynomial> argument_named(const NodeReport& row, std::string_view name) {
    if (row.module == nullptr) return std::nullopt;
    const Argument* const found = find_by(row.module->arguments.pattern(), &Argument::name, name);
    return found == nullptr ? std::nullopt : std::optional(found->value.number);
}

/// MultiheadAttention(embed_dim, num_heads); print() shows neither: one head then.
Polynomial heads_of_multihead(const NodeReport& row) {
    if (const auto named = argument_named(row, "num_heads")) return *named;
    if (row.module == nullptr || row.module->arguments.size() < 2) return 1;
    const Argument& second = row.module->arguments.pattern()[1];
    return second.name.empty() ? second.value.number : Polynomial(1);
}

/// The number of heads by the hyper-parameters of configs.
std::optional<Polynomial> stated_heads(const Report& report) {
    for (const std::string_view name : {"num_attention_heads", "n_head", "n_heads", "num_heads", "heads"})
        if (const VariableReport* const found = find_by(report.variables, &VariableReport::name, name))
            return Polynomial::symbol(found->name);
    return std::nullopt;
}

bool is_rotary(const NodeReport& row) {
    return row.type.find("RotaryEmbedding") != std::string_view::npos;
}

bool is_rms_norm(const NodeReport& row) {
    return row.type.find("RMSNorm") != std::string_view::npos || row.type == "T5LayerNorm";
}

bool is_new_gelu(const NodeReport& row) {
    return row.type.starts_with("NewGELUActivation");
}

/// True for types whose kernels are known better than a forward line shows them.
bool has_own_kernels(const NodeReport& row) {
    return is_rms_norm(row) || is_new_gelu(row);
}

/// The table of relative positions, (positions, heads), which a module adds to its scores: its own, or that
/// of T5, which the attention of the first block has for all.
std::optional<TensorReport> position_table(const Report& report, const NodeReport& row) {
    if (row.type.find("T5") != std::string_view::npos) {
        const NodeReport* const shared = find_by(report.nodes, &NodeReport::name, "relative_attention_bias");
        if (shared == nullptr) return std::nullopt;
        return shared->facts->tensors.find(
            [](const TensorReport& tensor) { return tensor.shape.size() == 2; });
    }
    return row.facts->tensors.find([](const TensorReport& tensor) {
        return std::string_view(tensor.name).starts_with("relative_position_bias") &&
               tensor.shape.size() == 2;
    });
}

class Builder {
  public:
    Builder(const Report& report, const TapeOptions& options)
        : report_(report),
          options_(options),
          tape_(options.types),
          graphs_(record_flow(report, *report.model, options.is_training ? Mode::Training : Mode::Forward)),
          turns_heads_(any_of(report.nodes, is_rotary)),
          scores_(scores_of_words(report)),
          trains_(trained_modules(report, options.adapters)) {}

    Tape run() {
        for (const Dims& shape : report_.inputs)
            tape_.tape().inputs.push_back(tape_.add_existing(product(shape), options_.types.value_bytes));
        Tensors outputs = run_module(0, tape_.tape().inputs);
        if (options_.is_training && !outputs.empty()) add_loss(outputs.front());
        return tape_.finish(std::move(outputs));
    }

  private:
    void add_loss(TensorId output) {
        const bool is_fused = options_.loss == Loss::FusedCrossEntropy && scores_ != nullptr;
        const bool is_of_words = options_.loss != Loss::Mean && !is_fused;
        tape_.enter(0, 1);
        tape_.tape().loss = is_of_words ? write_cross_entropy(tape_, output) : tape_.run({}, {output}, 1);
    }

    /// Calls a module with all its repeats, each of which passes its output on.
    Tensors run_repeats(std::uint32_t index, Tensors inputs) {
        const NodeReport& row = report_.nodes[index];
        const Polynomial repeat = row.facts->repeat().formula;
        if (repeat == Polynomial(1) || row.facts->repeats_followed) return run_block(index, inputs);
        const std::uint32_t loop = tape_.begin_loop(repeat, inputs.empty() ? kNoTensor : inputs.front());
        if (!inputs.empty()) inputs.front() = tape_.tape().loops[loop].input;
        Tensors outputs = run_block(index, inputs);
        const TensorId last = tape_.end_loop(loop, outputs.empty() ? kNoTensor : outputs.front());
        return last == kNoTensor ? Tensors{} : Tensors{last};
    }

    /// Calls a module that may be the block that recomputation does again.
    Tensors run_block(std::uint32_t index, const Tensors& inputs) {
        const bool is_again = !is_in_block_ && is_block(report_, index) && !inputs.empty();
        if (!is_again) return run_held(index, inputs);
        is_in_block_ = true;
        const std::uint32_t block = tape_.begin_block();
        Tensors outputs = run_module(index, inputs);
        tape_.end_block(block, outputs.empty() ? kNoTensor : outputs.front());
        is_in_block_ = false;
        for (const TensorId input : inputs) tape_.hold(input);
        return outputs;
    }

    /// The arguments of a call are there until it returns.
    Tensors run_held(std::uint32_t index, const Tensors& inputs) {
        Tensors outputs = run_module(index, inputs);
        for (const TensorId input : inputs) tape_.hold(input);
        return outputs;
    }

    Tensors run_module(std::uint32_t index, const Tensors& inputs) {
        const NodeReport& row = report_.nodes[index];
        const auto graph = graphs_.find(index);
        steps_ += 1 + (graph != graphs_.end() ? graph->second.steps.size() : 0);
        if (steps_ > kMostTapeSteps) {
            add_unknown("more steps than are followed");
            return {};
        }
        if (graph != graphs_.end() && !has_own_kernels(row)) return run_graph(index, graph->second, inputs);
        tape_.enter(index, row.facts->share());
        if (&row == scores_ && options_.has_last_scores_alone) {
            const Dims& scores = row.facts->output->dims;
            return {tape_.run({}, inputs, product(scores) / scores[scores.size() - 2])};
        }
        if (&row == scores_ && options_.is_training && options_.loss == Loss::FusedCrossEntropy)
            return {run_fused_loss(row, inputs)};
        return {run_layer(row, inputs)};
    }

    std::uint32_t index_of(const NodeReport& row) const {
        return static_cast<std::uint32_t>(&row - report_.nodes.data());
    }

    void add_unknown(std::string_view what) {
        std::vector<std::string>& known = tape_.tape().unknown;
        if (!contains(known, what)) known.emplace_back(what);
    }

    TensorId run_unknown(std::string_view what, const Polynomial& elements, const Tensors& inputs) {
        add_unknown(what);
        return tape_.run({}, inputs, elements);
    }

    /// The output layer and the loss in one kernel, as Liger's (Hsu et al., 2024): it keeps the gradient of
    /// its input, and has the scores of as many tokens as make about so many numbers as the input has.
    TensorId run_fused_loss(const NodeReport& row, const Tensors& inputs) {
        if (inputs.empty()) return run_unknown(row.type, 1, inputs);
        const Tensors cast = cast_inputs(row.type, row.facts->family, inputs);
        const TensorId loss = tape_.run({.copies = 0}, cast, 1, kBytesOfFloat32);
        const int bytes = tape_.at(cast.front()).element_bytes;
        tape_.keep_beside(tape_.at(cast.front()).elements, bytes);
        tape_.add_workspace(tape_.at(cast.front()).elements * 2, bytes);
        cast_weights(row);
        add_weight_gradients(row);
        return loss;
    }

    TensorId run_layer(const NodeReport& row, const Tensors& inputs) {
        const Signal &input = first_tensor(*row.facts->input), &output = first_tensor(*row.facts->output);
        if (!output.is_tensor()) return run_unknown(row.type, 0, inputs);
        const Polynomial elements = product(output.dims);
        if (inputs.empty()) return run_unknown(row.type, elements, inputs);
        if (row.facts->family == "embedding") return run_embedding(row, inputs, elements);
        const Tensors cast = cast_inputs(own_work(row).layer.rule ? own_work(row).layer.rule->type : row.type,
                                         row.facts->family, inputs);
        const std::size_t before = tape_.tape().operations.size();
        const TensorId made = run_known_layer(row, cast, input.dims, output.dims);
        if (row.facts->family == "convolution") add_workspace(row, made, product(input.dims) + elements);
        if (tape_.tape().operations.size() == before) return made;
        cast_weights(row);
        if (options_.unpacks_weights && &row != scores_) unpack_weights(row);
        add_weight_gradients(row);
        return trains_[index_of(row)] == Trains::Adapter ? run_adapter(row, cast.front(), made, elements)
                                                         : made;
    }

    /// Low-rank adaptation: adds B·(A·x) times a scale, as peft does.
    TensorId run_adapter(const NodeReport& row, TensorId input, TensorId output, const Polynomial& elements) {
        if (row.facts->output->dims.empty()) return output;
        const Dims& shape = row.facts->output->dims;
        const Polynomial rank = options_.adapters.rank,
                         inputs = row.facts->input->dims.empty() ? 0 : row.facts->input->dims.back();
        const int bytes = options_.types.weight_bytes;
        const TensorId low = tape_.run({.input = true}, {input}, rows_of(shape) * rank);
        tape_.add_gradient(tape_.add_tensor(inputs * rank, bytes, false));
        const TensorId high = tape_.run({.input = true}, {low}, elements);
        tape_.add_gradient(tape_.add_tensor(shape.back() * rank, bytes, false));
        const TensorId scaled = tape_.run({}, {high}, elements);
        return tape_.run({.passes_gradient = true}, {output, scaled}, elements);
    }

    /// The inputs in the types that torch.autocast gives them.
    Tensors cast_inputs(std::string_view name, std::string_view family, Tensors inputs) {
        const Autocast to = options_.types.autocast ? autocast_of(name, family) : Autocast::Follows;
        if (to == Autocast::Follows) return inputs;
        for (TensorId& input : inputs)
            if (tape_.at(input).element_bytes <= kBytesOfFloat32)
                input = tape_.convert(input, to == Autocast::Half ? kBytesOfHalf : kBytesOfFloat32);
        return inputs;
    }

    /// The copies of a layer's weights in 16 bits, which autocast makes once, and training keeps for the
    /// backward pass of the last operation.
    void cast_weights(const NodeReport& row) {
        if (!options_.types.autocast || !options_.is_training || options_.gathers_weights) return;
        if (autocast_of("", row.facts->family) != Autocast::Half || !cast_.insert(index_of(row)).second)
            return;
        for (const TensorReport& tensor : row.facts->tensors.list())
            if (tensor.role == Role::Parameter) tape_.keep_beside(product(tensor.shape), kBytesOfHalf);
    }

    void unpack_weights(const NodeReport& row) {
        const auto weight =
            row.facts->tensors.find([](const TensorReport& each) { return each.shape.size() == 2; });
        if (row.facts->family == "linear" && weight)
            tape_.add_workspace(product(weight->shape), options_.types.value_bytes);
    }

    TensorId run_known_layer(const NodeReport& row, const Tensors& inputs, const Dims& input,
                             const Dims& output) {
        const Polynomial elements = product(output);
        if (is_rms_norm(row)) return write_rms_norm(tape_, inputs.front(), elements, rows_of(output));
        const FoundLayer layer = own_work(row).layer;
        if (is_new_gelu(row)) return write_new_gelu(tape_, inputs.front(), elements);
        if (layer.rule && layer.rule->type == "MultiheadAttention") return run_multihead(row, inputs, output);
        if (layer.rule && layer.rule->type == "LSTM") return run_lstm(row, inputs, elements);
        std::optional<Keeps> keeps = keeps_of(row, layer);
        if (keeps && !is_trained(row)) keeps = keeps_of_frozen(*keeps, row, inputs);
        if (!keeps) return run_unknown(row.type, elements, inputs);
        return run_kernel(*keeps, inputs, input, output, argument_of(row, "num_groups").value_or(0));
    }

    static bool is_trained(Trains trains, const TensorReport& tensor) {
        return trains == Trains::Copy || (trains == Trains::All && tensor.trainable);
    }

    bool is_trained(const NodeReport& row) const {
        const Trains trains = trains_[index_of(row)];
        return any_of(row.facts->tensors.pattern(), [&](const TensorReport& tensor) {
            return tensor.role == Role::Parameter && is_trained(trains, tensor);
        });
    }

    /// Without gradients of its weights, a product keeps no input; without one of its input, nothing is kept.
    Keeps keeps_of_frozen(Keeps keeps, const NodeReport& row, const Tensors& inputs) const {
        const bool has_gradient = any_of(inputs, [&](TensorId each) { return tape_.at(each).has_gradient; });
        if (!has_gradient) return {.is_view = keeps.is_view};
        if (row.facts->family == "linear" || row.facts->family == "convolution") keeps.input = false;
        return keeps;
    }

    /// What a layer keeps, where the catalogue knows it.
    std::optional<Keeps> keeps_of(const NodeReport& row, const FoundLayer& layer) const {
        if (!layer.rule) return std::nullopt;
        if (works_in_place(row)) return keeps_in_place(layer.rule->type);
        const bool is_dropout = row.facts->family == "dropout";
        const bool is_off = is_dropout && (!options_.is_training || argument_of(row, "p") == Polynomial(0));
        if (is_off) return Keeps{.is_view = true};
        if (const auto keeps = keeps_of_layer(layer.rule->type, row.facts->family)) return keeps;
        return layer.creates_output() ? std::nullopt : std::optional(Keeps{.is_view = true});
    }

    TensorId run_multihead(const NodeReport& row, const Tensors& inputs, const Dims& output) {
        if (output.size() < 2) return run_unknown(row.type, product(output), inputs);
        tape_.tape().is_assumed = true;
        AttentionSizes sizes;
        sizes.heads = output.front() * heads_of_multihead(row);
        sizes.queries = sizes.keys = output[output.size() - 2];
        sizes.width = product(output);
        return write_multihead(tape_, inputs, sizes);
    }

    TensorId run_lstm(const NodeReport& row, const Tensors& inputs, const Polynomial& elements) {
        const auto layers = argument_named(row, "num_layers");
        return write_lstm(tape_, inputs.front(), elements,
                          options_.is_training ? layers.value_or(1) : Polynomial(0));
    }

    TensorId run_kernel(const Keeps& keeps, const Tensors& inputs, const Dims& input, const Dims& output,
                        const Polynomial& groups) {
        if (keeps.is_view && !inputs.empty() && keeps.copies == 0 && !keeps.output) return inputs.front();
        if (keeps.is_view && !inputs.empty()) return run_in_place(keeps, inputs, product(output));
        const TensorId made = tape_.run(keeps, inputs, product(output));
        Polynomial statistics;
        if (keeps.row_numbers > 0) statistics += rows_of(output) * keeps.row_numbers;
        if (input.size() >= 2)
            statistics += input[1] * keeps.channel_numbers + input[0] * input[1] * keeps.sample_numbers;
        if (!input.empty()) statistics += input.front() * groups * keeps.group_numbers;
        if (options_.is_training) tape_.keep_beside(statistics, kBytesOfFloat32);
        return made;
    }

    /// An operation whose output is in the memory of its input.
    TensorId run_in_place(const Keeps& keeps, const Tensors& inputs, const Polynomial& elements) {
        tape_.run_in_place(keeps, inputs.front(), elements);
        return inputs.front();
    }

    /// Convolutions by tensor cores take copies of input, output and weight with the channels last. Those
    /// with few channels, of each channel by itself, and of size 1 do without (from runs on an H100).
    void add_workspace(const NodeReport& row, TensorId made, const Polynomial& values) {
        const auto weight =
            row.facts->tensors.find([](const TensorReport& each) { return each.shape.size() > 2; });
        if (!weight) return;
        const Dims window(weight->shape.begin() + 2, weight->shape.end());
        const bool is_point = product(window) == Polynomial(1), is_of_one = weight->shape[1] == Polynomial(1);
        const bool is_wide = value_of(weight->shape[0]).value_or(0) >= kFewestChannels;
        if (is_wide && !is_point && !is_of_one)
            tape_.add_workspace(values + weight->elements, tape_.at(made).element_bytes);
    }

    /// An embedding keeps its indices.
    TensorId run_embedding(const NodeReport& row, const Tensors& inputs, const Polynomial& elements) {
        if (tape_.at(inputs.front()).exists) tape_.at(inputs.front()).element_bytes = kBytesOfIndex;
        const TensorId made = tape_.run({}, inputs, elements, value_bytes_of_weights());
        if (!tape_.at(inputs.front()).exists) tape_.keep_beside(input_elements(row), kBytesOfIndex);
        add_weight_gradients(row);
        return made;
    }

    int value_bytes_of_weights() const {
        return options_.types.autocast ? options_.types.weight_bytes : options_.types.value_bytes;
    }

    /// The backward pass of the last operation makes the gradients of a layer's weights.
    void add_weight_gradients(const NodeReport& row) {
        for (const TensorId gradient : gradients_of(index_of(row))) tape_.add_gradient(gradient);
    }

    /// One tensor for each weight of a module that is trained; of a tied one, that of its source, but for
    /// copies.
    const Tensors& gradients_of(std::uint32_t index) {
        const auto known = gradients_.find(index);
        if (known != gradients_.end()) return known->second;
        Tensors found;
        const NodeReport& row = report_.nodes[index];
        const std::string path = report_.path(row);
        for (const TensorReport& tensor : row.facts->tensors.list()) {
            if (tensor.role != Role::Parameter || !is_trained(trains_[index], tensor)) continue;
            const std::string name = tensor.tied_to.empty() || trains_[index] == Trains::Copy
                                         ? path + "." + std::string(std::string_view(tensor.name))
                                         : std::string(tensor.tied_to.view());
            const auto [at, is_new] = gradient_of_.try_emplace(name, kNoTensor);
            if (is_new)
                at->second = tape_.add_tensor(product(tensor.shape), options_.types.weight_bytes, false);
            found.push_back(at->second);
        }
        return gradients_.emplace(index, std::move(found)).first->second;
    }

    Tensors run_graph(std::uint32_t index, const FlowGraph& graph, const Tensors& inputs) {
        if (graph.is_cut) add_unknown("more steps than are followed");
        const Ends ends(graph);
        std::vector<Tensors> made(graph.steps.size());
        std::size_t next_input = 0;
        for (std::uint32_t at = 0; at < graph.steps.size(); ++at) {
            const FlowStep& step = graph.steps[at];
            const Tensors taken = taken_by(ends.into[at], made);
            tape_.enter(index, report_.nodes[index].facts->share());
            const Dims* const shape = shape_of(ends.out_of[at]);
            switch (step.kind) {
                case FlowStep::Kind::Input:
                case FlowStep::Kind::Skip:  // what a module outside has kept comes after the inputs
                    made[at] = {next_input < inputs.size()
                                    ? inputs[next_input]
                                    : tape_.add_existing(0, options_.types.value_bytes)};
                    ++next_input;
                    break;
                case FlowStep::Kind::Tensor:
                    made[at] = {add_weight(index, elements_in(shape))};
                    break;
                case FlowStep::Kind::Module:
                    made[at] = run_repeats(step.module, taken);
                    break;
                case FlowStep::Kind::Operation:
                    made[at] = {run_function(index, step.name, ends.into[at], taken, shape)};
                    break;
                case FlowStep::Kind::Output:
                    return taken;
            }
        }
        return {};
    }

    /// A weight of a module that its forward line uses.
    TensorId add_weight(std::uint32_t index, const Polynomial& elements) {
        const TensorId weight = tape_.add_existing(elements, options_.types.value_bytes);
        if (!gradients_of(index).empty()) tape_.at(weight).has_gradient = true;
        return weight;
    }

    /// The tensors that a step takes. Of a tuple an arrow does not say which part it is: one of its size is.
    Tensors taken_by(const std::vector<const FlowArrow*>& arrows, const std::vector<Tensors>& made) const {
        Tensors taken;
        for (const FlowArrow* arrow : arrows) {
            const Tensors& from = made[arrow->from];
            if (from.empty()) continue;
            const Polynomial elements = product(arrow->signal.dims);
            const auto* alike =
                find_where(from, [&](TensorId each) { return tape_.at(each).elements == elements; });
            taken.push_back(alike == nullptr ? from.front() : *alike);
        }
        return taken;
    }

    TensorId run_function(std::uint32_t module, std::string_view name,
                          const std::vector<const FlowArrow*>& arrows, const Tensors& taken,
                          const Dims* output) {
        if (output == nullptr) return run_unknown(name, 0, taken);
        if (name == "attention")
            return run_attention(report_.nodes[module], arrows, cast_inputs(name, "", taken), *output);
        std::optional<Keeps> keeps = keeps_of_function(name);
        if (!keeps) keeps = keeps_of_layer(name, "");
        if (!keeps) return run_unknown(name, product(*output), taken);
        if (name == "dropout" && !options_.is_training) keeps = Keeps{.is_view = true};
        if (!any_of(taken, [&](TensorId each) { return tape_.at(each).has_gradient; }))
            keeps = Keeps{.is_view = keeps->is_view};
        const Dims& input = arrows.empty() ? *output : arrows.front()->signal.dims;
        return run_kernel(*keeps, cast_inputs(name, "", taken), input, *output, 0);
    }

    TensorId run_attention(const NodeReport& row, const std::vector<const FlowArrow*>& arrows,
                           const Tensors& taken, const Dims& output) {
        tape_.tape().is_assumed = true;
        if (arrows.size() < 3 || taken.size() < 3) return run_unknown("attention", product(output), taken);
        const Dims &query = arrows[0]->signal.dims, &key = arrows[1]->signal.dims;
        AttentionSizes sizes;
        const std::size_t tokens = query.size() - 2;
        sizes.queries = query[tokens];
        sizes.keys = key[tokens];
        sizes.width = product(query);
        const std::size_t of_heads = query.size() > 3 ? 1 : query.size() - 1;
        sizes.is_grouped = value_of(query[of_heads]) != value_of(key[of_heads]);
        sizes.is_causal = true;
        sizes.drops = options_.is_training && drops_scores(row);
        const auto positions = position_table(report_, row);
        const auto heads =
            positions ? std::optional(query.front() * positions->shape[1]) : heads_of(arrows, query);
        if (heads) sizes.heads = *heads;
        if (positions) sizes.kernel = AttentionKernel::Eager;
        if (!heads && has_scores(tape_, taken[0], sizes)) add_unknown("number of heads");
        Tensors inputs(taken.begin(), taken.begin() + 3);
        if (turns_heads_ && query.size() <= 3) turn(arrows, &inputs);
        sizes.shares_a_tensor = inputs[0] == inputs[1];
        return write_attention(tape_, inputs, sizes, product(output));
    }

    /// The heads of all sequences: a dimension of the query or of what is added to the scores, else as a
    /// config states them.
    std::optional<Polynomial> heads_of(const std::vector<const FlowArrow*>& arrows, const Dims& query) const {
        if (query.size() > 3) return product(query) / query.back() / query[query.size() - 2];
        if (arrows.size() > 3 && arrows[3]->signal.dims.size() > 2)
            return query.front() * arrows[3]->signal.dims[arrows[3]->signal.dims.size() - 3];
        const auto heads = stated_heads(report_);
        return heads ? std::optional(query.front() * *heads) : std::nullopt;
    }

    OptionalInteger value_of(const Polynomial& size) const { return report_.quantity(size).value; }

    /// True where a module has a dropout that its forward line does not call: it is for the scores. T5 drops
    /// them as everything else.
    bool drops_scores(const NodeReport& row) const {
        const auto drops = [](const NodeReport& each) {
            return each.facts->family == "dropout" && argument_of(each, "p") != Polynomial(0);
        };
        if (row.type.find("T5") != std::string_view::npos) return any_of(report_.nodes, drops);
        return any_of(report_.children(index_of(row)), [&](std::uint32_t child) {
            return report_.nodes[child].call_order == 0 && drops(report_.nodes[child]);
        });
    }

    /// Rotary positions make new tensors of queries and keys.
    void turn(const std::vector<const FlowArrow*>& arrows, Tensors* inputs) {
        for (std::size_t i = 0; i < 2; ++i)
            (*inputs)[i] = tape_.run({}, {(*inputs)[i]}, product(arrows[i]->signal.dims));
    }

    const Report& report_;
    const TapeOptions options_;
    TapeWriter tape_;
    const FlowGraphs graphs_;
    std::map<std::uint32_t, Tensors> gradients_;  ///< of the weights of a module
    std::set<std::uint32_t> cast_;                ///< modules of which autocast has copied the weights
    std::map<std::string, TensorId, std::less<>> gradient_of_;  ///< by the path of the weight
    const bool turns_heads_;
    const NodeReport* const scores_;  ///< the layer that gives scores of words; nullptr for none
    const std::vector<Trains> trains_;
    bool is_in_block_ = false;
    std::size_t steps_ = 0;
};

}  // namespace

Tape build_tape(const Report& report, const TapeOptions& options) {
    if (report.root() == nullptr || report.inputs.empty()) return {};
    return Builder(report, options).run();
}

}  // namespace paramscope
