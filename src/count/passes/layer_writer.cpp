#include "count/passes/layer_writer.h"

#include <utility>

#include "base/ranges.h"
#include "count/flow/signals.h"
#include "count/passes/activations.h"
#include "count/passes/kernels.h"
#include "count/passes/steps/arguments.h"

namespace paramscope {
namespace {

/// Output channels from which convolutions have copies with the channels last.
constexpr int kFewestChannels = 32;
/// An activation whose backward pass is written by hand.
constexpr std::string_view kBloomGelu = "BloomGelu";
/// Tensors that it makes besides its result, at a time.
constexpr int kTensorsOfBloomGelu = 3;

/// A norm of another library: torch.nn's shows its class alone.
bool is_rms_norm(const NodeReport& row) {
    const OwnWork own = own_work(row);
    if (own.layer.rule && own.layer.rule->type == "RMSNorm" && !row.module->forward) return false;
    return row.type.find("RMSNorm") != std::string_view::npos || row.type == "T5LayerNorm";
}

/// RMS norms of transformers that multiply by their weight before they leave float32.
constexpr std::string_view kWideNorms[] = {
    "Afmoe",     "FlexOlmo",  "Gemma",          "GptOss",  "Helium",     "Kyutai",
    "Llama4",    "MiniMaxM3", "Moshi",          "Olmo2",   "Olmo3",      "OlmoHybrid",
    "Qwen3Next", "Qwen3_5",   "RecurrentGemma", "T5Gemma", "VaultGemma",
};

bool multiplies_wide(const NodeReport& row) {
    return any_of(kWideNorms, [&](std::string_view name) { return row.type.starts_with(name); });
}

bool is_new_gelu(const NodeReport& row) {
    return row.type.starts_with("NewGELUActivation");
}

}  // namespace

bool is_mean(std::string_view type, const Dims& output) {
    if (!type.starts_with("AdaptiveAvgPool") || output.size() < 3) return false;
    const std::size_t sizes = static_cast<std::size_t>(type[type.size() - 2] - '0');
    return all_of(std::vector(output.end() - static_cast<std::ptrdiff_t>(sizes), output.end()),
                  [](const Polynomial& size) { return size == Polynomial(1); });
}

bool has_own_kernels(const NodeReport& row) {
    return is_rms_norm(row) || is_new_gelu(row) || row.type.starts_with(kBloomGelu);
}

TensorId LayerWriter::run_layer(const NodeReport& row, const Tensors& inputs) {
    const Signal &first_input = first_tensor(*row.facts->input),
                 &first_output = first_tensor(*row.facts->output);
    if (!first_output.is_tensor()) return run_unknown(row.type, 0, inputs);
    const bool is_called = call_.input != nullptr && call_.module == index_of(row);
    const Dims &input = is_called ? *call_.input : first_input.dims,
               &output = is_called ? *call_.output : first_output.dims;
    const Polynomial elements = product(output);
    if (inputs.empty()) return run_unknown(row.type, elements, inputs);
    if (&row == scores_ && options_.is_training && options_.loss == Loss::FusedCrossEntropy)
        return run_fused_loss(row, inputs);
    if (row.facts->family == "embedding") return run_embedding(row, inputs, elements);
    if (!works_in_place(row) && !inputs.empty()) tape_.see(inputs.front(), product(input));
    const Tensors cast = cast_inputs(own_work(row).layer.rule ? own_work(row).layer.rule->type : row.type,
                                     row.facts->family, inputs);
    if (!works_in_place(row)) tape_.see(cast.front(), product(input));
    const std::size_t before = tape_.tape().operations.size();
    const TensorId made = run_known_layer(row, cast, input, output);
    // The backward pass has a gradient of the slope for each number, before it adds them up.
    if (row.type == "PReLU" && options_.is_training)
        tape_.add_workspace(elements, tape_.at(made).element_bytes);
    if (row.facts->family == "convolution") add_workspace(row, made, product(input) + elements);
    if (tape_.tape().operations.size() == before) return made;
    cast_weights(row, cast.front());
    if (options_.unpacks_weights && &row != scores_) unpack_weights(row);
    add_weight_gradients(row);
    return trains_[index_of(row)] == Trains::Adapter ? run_adapter(row, cast.front(), made, elements) : made;
}

/// The output layer and the loss in one kernel, as Liger's (Hsu et al., 2024): it keeps the gradient of
/// its input, and has the scores of as many tokens as make about so many numbers as the input has.
TensorId LayerWriter::run_fused_loss(const NodeReport& row, const Tensors& inputs) {
    const Tensors cast = cast_inputs(row.type, row.facts->family, inputs);
    const TensorId loss = tape_.run({.copies = 0}, cast, 1, kBytesOfFloat32);
    const int bytes = tape_.at(cast.front()).element_bytes;
    tape_.keep_beside(tape_.at(cast.front()).elements, bytes);
    tape_.add_workspace(tape_.at(cast.front()).elements * 2, bytes);
    cast_weights(row, cast.front());
    add_weight_gradients(row);
    return loss;
}

/// Low-rank adaptation: adds B·(A·x) times a scale, as peft does.
TensorId LayerWriter::run_adapter(const NodeReport& row, TensorId input, TensorId output,
                                  const Polynomial& elements) {
    if (row.facts->output->dims.empty()) return output;
    const Dims& shape = row.facts->output->dims;
    const Polynomial rank = options_.adapters.rank,
                     inputs = row.facts->input->dims.empty() ? 0 : row.facts->input->dims.back();
    const int bytes = options_.types.weight_bytes;
    tape_.name("Linear");
    const TensorId low = tape_.run({.input = true}, {input}, rows_of(shape) * rank);
    tape_.add_gradient(tape_.add_tensor(inputs * rank, bytes, false));
    const TensorId high = tape_.run({.input = true}, {low}, elements);
    tape_.add_gradient(tape_.add_tensor(shape.back() * rank, bytes, false));
    const TensorId scaled = tape_.run({}, {high}, elements);
    return tape_.run({.passes_gradient = true}, {output, scaled}, elements);
}

Tensors LayerWriter::cast_inputs(std::string_view name, std::string_view family, Tensors inputs) {
    const Autocast to = options_.types.autocast ? autocast_of(name, family) : Autocast::Follows;
    if (to == Autocast::Follows || to == Autocast::Float32Result) return inputs;
    for (TensorId& input : inputs)
        if (tape_.at(input).element_bytes <= kBytesOfFloat32)
            input = tape_.convert(input, to == Autocast::Half ? kBytesOfHalf : kBytesOfFloat32);
    return inputs;
}

/// The copies of a layer's weights in 16 bits, which autocast makes once, and training keeps for the
/// gradient of the layer's input, of convolutions always; what is added to each row it does without.
void LayerWriter::cast_weights(const NodeReport& row, TensorId input) {
    if (!options_.types.autocast || !options_.is_training || options_.gathers_weights) return;
    if (row.facts->family != "convolution" && !tape_.at(input).has_gradient) return;
    if (autocast_of("", row.facts->family) != Autocast::Half || !cast_.insert(index_of(row)).second) return;
    for (const TensorReport& tensor : row.facts->tensors.list())
        if (tensor.role == Role::Parameter && tensor.shape.size() > 1)
            tape_.keep_beside(product(tensor.shape), kBytesOfHalf);
}

void LayerWriter::unpack_weights(const NodeReport& row) {
    const auto weight =
        row.facts->tensors.find([](const TensorReport& each) { return each.shape.size() == 2; });
    if (row.facts->family == "linear" && weight)
        tape_.add_workspace(product(weight->shape), options_.types.value_bytes);
}

TensorId LayerWriter::run_known_layer(const NodeReport& row, const Tensors& inputs, const Dims& input,
                                      const Dims& output) {
    const Polynomial elements = product(output);
    const FoundLayer layer = own_work(row).layer;
    const std::string_view type = layer.rule ? layer.rule->type : std::string_view(row.type);
    tape_.name(type);
    if (is_rms_norm(row))
        return write_rms_norm(tape_, inputs.front(), elements, rows_of(output), multiplies_wide(row));
    if (is_new_gelu(row)) return write_new_gelu(tape_, inputs.front(), elements);
    if (type == "MultiheadAttention") return run_multihead(row, inputs, output);
    const bool is_on_cpu = tape_.types().on_cpu, is_training = options_.is_training;
    if (type == "LSTM" && !is_on_cpu) return write_lstm(tape_, row, inputs.front(), output, is_training);
    if ((type == "GRU" || type == "RNN") && is_on_cpu && !output.empty())
        return write_steps(tape_, row, inputs.front(), input, output, is_training);
    const KernelCall call{inputs.front(),
                          input,
                          output,
                          parts_normalized(row, output),
                          argument_of(row, "size").value_or(1),
                          !row.facts->tensors.empty(),
                          inputs.size() > 1 ? inputs[1] : kNoTensor};
    if (const auto made = write_kernels(tape_, type, call)) return *made;
    std::optional<Keeps> keeps =
        row.type.starts_with(kBloomGelu) ? keeps_of_layer(kBloomGelu, "") : keeps_of(row, layer, output);
    if (keeps && !is_trained(row)) keeps = keeps_of_frozen(*keeps, row, inputs);
    if (!keeps) return run_unknown(row.type, elements, inputs);
    if (type == "MaxPool1d" && is_on_cpu && !is_training) keeps = Keeps{};  // it makes no indices
    Tensors taken = inputs;
    if (row.facts->family == "convolution") taken.front() = pad_input(row, inputs.front(), input);
    const TensorId made =
        run_kernel(*keeps, taken, input, output, call.parts, argument_of(row, "num_groups").value_or(0));
    if (is_training && input.size() >= 2) add_of_norms(row, type, made, input);
    if (row.type.starts_with(kBloomGelu))
        tape_.add_workspace(elements * kTensorsOfBloomGelu, tape_.at(made).element_bytes);
    return made;
}

/// A convolution that pads its input with numbers of its own, or not equally on both sides, has another
/// function do so first.
TensorId LayerWriter::pad_input(const NodeReport& row, TensorId taken, const Dims& input) {
    const Value *const mode = value_named(row, "padding_mode"), *const padding = value_named(row, "padding"),
                       *const dilation = value_named(row, "dilation");
    const auto weight =
        row.facts->tensors.find([](const TensorReport& each) { return each.shape.size() > 2; });
    const bool is_same = padding != nullptr && padding->text == "same";
    const bool has_mode = mode != nullptr && mode->text != "zeros";
    if (!weight || padding == nullptr || input.size() < weight->shape.size() || (!is_same && !has_mode))
        return taken;
    const std::size_t first = input.size() - (weight->shape.size() - 2);
    const auto size_at = [](const Value* value, std::size_t i) {
        if (value == nullptr) return Polynomial(1);
        return i < value->items.size() ? value->items[i].number : value->number;
    };
    Polynomial padded = 1;
    for (std::size_t i = 0; i < input.size(); ++i) {
        Polynomial more = 0;
        if (i >= first) {
            const std::size_t at = i - first;
            more = is_same ? size_at(dilation, at) * (weight->shape[at + 2] - 1) : size_at(padding, at) * 2;
            if (!has_mode) more = more.whole().value_or(0) % 2;
        }
        padded *= input[i] + more;
    }
    if (padded == product(input)) return taken;
    const bool repeats_ends = has_mode && mode->text != "circular";
    return tape_.run({.input = repeats_ends}, {taken}, padded);
}

/// What norms of channels have besides, on a CPU.
void LayerWriter::add_of_norms(const NodeReport& row, std::string_view type, TensorId made,
                               const Dims& input) {
    const int bytes = tape_.at(made).element_bytes;
    const bool is_of_samples = type.starts_with("InstanceNorm");
    // Weights and means are repeated for each sample.
    const auto has = [&](Role role) {
        return any_of(row.facts->tensors.pattern(),
                      [&](const TensorReport& each) { return each.role == role; });
    };
    if (is_of_samples && has(Role::Parameter)) tape_.keep_beside(input[0] * input[1], bytes);
    if (is_of_samples && has(Role::Buffer)) tape_.keep_beside(input[0] * input[1] * 2, bytes);
    const bool copies = is_of_samples || type == "BatchNorm1d";
    if (copies && tape_.types().on_cpu && input.size() == 3) tape_.add_workspace(product(input), bytes);
}

bool LayerWriter::is_trained(std::uint32_t index, const TensorReport& tensor) const {
    const Trains trains = trains_[index];
    return tensor.role == Role::Parameter &&
           (trains == Trains::Copy || (trains == Trains::All && tensor.trainable));
}

bool LayerWriter::is_trained(const NodeReport& row) const {
    return any_of(row.facts->tensors.pattern(),
                  [&](const TensorReport& tensor) { return is_trained(index_of(row), tensor); });
}

/// Without gradients of its weights, a product keeps no input; without one of its input, nothing is kept.
Keeps LayerWriter::keeps_of_frozen(Keeps keeps, const NodeReport& row, const Tensors& inputs) const {
    const bool has_gradient = any_of(inputs, [&](TensorId each) { return tape_.at(each).has_gradient; });
    if (!has_gradient) return {.is_view = keeps.is_view};
    if (row.facts->family == "linear")
        keeps.input = false;  // one formula gives all gradients of a convolution
    return keeps;
}

/// What a layer keeps, where the catalogue knows it.
std::optional<Keeps> LayerWriter::keeps_of(const NodeReport& row, const FoundLayer& layer,
                                           const Dims& output) const {
    if (!layer.rule) return std::nullopt;
    if (works_in_place(row)) return keeps_in_place(layer.rule->type);
    const bool is_dropout = row.facts->family == "dropout";
    const bool is_off = is_dropout && (!options_.is_training || argument_of(row, "p") == Polynomial(0));
    if (is_off) return Keeps{.is_view = true};
    // What windows are added up in has the memory of the windows.
    if (layer.rule->type == "Fold" && !(input_elements(row) == product(output))) return std::nullopt;
    if (is_mean(layer.rule->type, output)) return Keeps{};
    if (const auto keeps = keeps_of_layer(layer.rule->type, row.facts->family)) return keeps;
    return layer.creates_output() ? std::nullopt : std::optional(Keeps{.is_view = true});
}

TensorId LayerWriter::run_multihead(const NodeReport& row, const Tensors& inputs, const Dims& output) {
    if (output.size() < 2) return run_unknown(row.type, product(output), inputs);
    tape_.tape().is_assumed = true;
    tape_.tape().may_need_less |= !options_.is_training;
    AttentionSizes sizes = attention_.multihead(row, output, options_.is_training);
    if (needs_weights_) sizes.set(AttentionTrait::Eager);
    note_heads(inputs.front(), sizes);
    return write_multihead(tape_, inputs, sizes, gradients_of_first_product(row));
}

/// Of MultiheadAttention, the gradients of what makes queries, keys and values.
Tensors LayerWriter::gradients_of_first_product(const NodeReport& row) {
    Tensors found;
    if (row.facts->family != "attention") return found;
    for (const TensorReport& tensor : row.facts->tensors.list())
        if (is_trained(index_of(row), tensor) && !std::string_view(tensor.name).starts_with("out_proj"))
            found.push_back(gradient_of(index_of(row), tensor));
    return found;
}

TensorId LayerWriter::run_kernel(const Keeps& keeps, const Tensors& inputs, const Dims& input,
                                 const Dims& output, const Polynomial& parts, const Polynomial& groups) {
    const bool is_in_place = keeps.is_view && (keeps.copies > 0 || keeps.output);
    if (is_in_place && !inputs.empty()) {
        tape_.run_in_place(keeps, inputs.front(), product(output));
        return inputs.front();
    }
    if (keeps.is_view && !inputs.empty()) return inputs.front();
    const TensorId made = tape_.run(keeps, inputs, product(output));
    Polynomial statistics = parts * keeps.row_numbers;
    if (input.size() >= 2)
        statistics += input[1] * keeps.channel_numbers + input[0] * input[1] * keeps.sample_numbers;
    if (!input.empty()) statistics += input.front() * groups * keeps.group_numbers;
    if (!options_.is_training) return made;
    const int bytes = tape_.at(made).element_bytes;
    tape_.keep_beside(statistics, tape_.types().on_cpu ? bytes : kBytesOfFloat32);
    if (input.size() >= 2) tape_.keep_beside(input[0] * input[1] * keeps.sample_factors, bytes);
    return made;
}

/// Convolutions by tensor cores take copies of input, output and weight with the channels last. Those
/// with few channels, of each channel by itself, and of size 1 do without (from runs on an H100).
void LayerWriter::add_workspace(const NodeReport& row, TensorId made, const Polynomial& values) {
    const auto weight =
        row.facts->tensors.find([](const TensorReport& each) { return each.shape.size() > 2; });
    if (!weight) return;
    if (tape_.types().on_cpu) {  // oneDNN may copy input, weight and output into its own layout
        const Polynomial bytes = (values + weight->elements) * Integer{tape_.at(made).element_bytes};
        return add_doubt({std::string(row.type), bytes});
    }
    const Dims window(weight->shape.begin() + 2, weight->shape.end());
    const bool is_point = product(window) == Polynomial(1), is_of_one = weight->shape[1] == Polynomial(1);
    const bool is_wide = report_.quantity(weight->shape[0]).value.value_or(0) >= kFewestChannels;
    if (is_wide && !is_point && !is_of_one)
        tape_.add_workspace(values + weight->elements, tape_.at(made).element_bytes);
}

/// An embedding keeps its indices.
TensorId LayerWriter::run_embedding(const NodeReport& row, const Tensors& inputs,
                                    const Polynomial& elements) {
    tape_.name(row.type);
    if (tape_.at(inputs.front()).exists) tape_.at(inputs.front()).element_bytes = kBytesOfIndex;
    const int bytes = options_.types.autocast ? options_.types.weight_bytes : options_.types.value_bytes;
    const TensorId made = tape_.run({}, inputs, elements, bytes);
    if (!tape_.at(inputs.front()).exists) tape_.keep_beside(input_elements(row), kBytesOfIndex);
    add_weight_gradients(row);
    return made;
}

/// The backward pass of the last operation makes the gradients of a layer's weights.
void LayerWriter::add_weight_gradients(const NodeReport& row) {
    const Dims& output = row.facts->output->dims;
    const bool is_linear = row.facts->family == "linear" && !output.empty();
    if (is_linear) tape_.view_gradients();
    if (is_linear && output.size() > 2) tape_.view_output();
    const Tensors before = gradients_of_first_product(row);
    for (const TensorId gradient : gradients_of(index_of(row))) {
        if (contains(before, gradient)) continue;
        tape_.add_gradient(gradient);
        const bool is_bias = is_linear && tape_.at(gradient).elements == output.back();
        if (is_bias && !tape_.types().on_cpu) tape_.sum_rows(gradient);
    }
}

const Tensors& LayerWriter::gradients_of(std::uint32_t index) {
    const auto known = gradients_.find(index);
    if (known != gradients_.end()) return known->second;
    Tensors found;
    for (const TensorReport& tensor : report_.nodes[index].facts->tensors.list())
        if (is_trained(index, tensor)) found.push_back(gradient_of(index, tensor));
    return gradients_.emplace(index, std::move(found)).first->second;
}

TensorId LayerWriter::gradient_of(std::uint32_t index, const TensorReport& tensor) {
    const std::string name =
        tensor.tied_to.empty() || trains_[index] == Trains::Copy
            ? report_.path(report_.nodes[index]) + "." + std::string(std::string_view(tensor.name))
            : std::string(tensor.tied_to.view());
    const auto [at, is_new] = gradient_of_.try_emplace(name, kNoTensor);
    if (is_new) at->second = tape_.add_tensor(product(tensor.shape), options_.types.weight_bytes, false);
    return at->second;
}

void LayerWriter::note_heads(TensorId query, const AttentionSizes& sizes) {
    if (!has_scores(tape_, query, sizes)) return;
    tape_.tape().assumes_heads |= sizes.has(AttentionTrait::AssumesHeads);
    if (sizes.heads.is_zero()) add_unknown("number of heads");
}

void LayerWriter::add_unknown(std::string_view what) {
    std::vector<std::string>& known = tape_.tape().unknown;
    if (!contains(known, what)) known.emplace_back(what);
}

TensorId LayerWriter::run_unknown(std::string_view what, const Polynomial& elements, const Tensors& inputs) {
    add_unknown(what);
    return tape_.run({}, inputs, elements);
}

TensorId LayerWriter::run_attention(const NodeReport& row, const AttentionCall& call, const Tensors& taken,
                                    const Dims& output) {
    const std::vector<const FlowArrow*>& arrows = call.arrows;
    tape_.tape().is_assumed = true;
    if (arrows.size() < 3 || taken.size() < 3) return run_unknown("attention", product(output), taken);
    const Dims& query = arrows[0]->signal.dims;
    const AttentionSizes sizes = attention_.sizes(row, call, options_.is_training);
    note_heads(taken.front(), sizes);
    Tensors inputs(taken.begin(), taken.begin() + 3);
    // Rotary positions make new tensors of queries and keys.
    for (std::size_t i = 0; i < 2 && attention_.turns(query); ++i)
        inputs[i] = tape_.run({}, {inputs[i]}, product(arrows[i]->signal.dims));
    for (std::size_t i = 0; i < inputs.size(); ++i) tape_.see(inputs[i], product(arrows[i]->signal.dims));
    return write_attention(tape_, inputs, sizes, product(output));
}

}  // namespace paramscope
