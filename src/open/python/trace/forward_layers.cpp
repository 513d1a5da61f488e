// Calls of layers in a forward pass, by the catalogue's rules.
#include <algorithm>

#include "base/concat.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {
namespace {

/// The function of forward lines that computes a layer from its weight and bias; "" for none.
std::string function_of_layer(std::string_view type) {
    if (type == "Linear") return "linear";
    if (type == "Embedding") return "embedding";
    if (type == "LayerNorm") return "layer_norm";
    if (type == "RMSNorm") return "rms_norm";
    if (type == "GroupNorm") return "group_norm";
    if (type.starts_with("BatchNorm")) return "batch_norm";
    if (type.starts_with("InstanceNorm")) return "instance_norm";
    if (!type.starts_with("Conv")) return "";
    const bool is_transposed = type.starts_with("ConvTranspose");
    return concat(is_transposed ? "conv_transpose" : "conv", type.substr(type.size() - 2, 1), "d");
}

bool is_recurrent(std::string_view type) {
    return type == "LSTM" || type == "GRU" || type == "RNN";
}

/// True for an input of one sample, without the dimension of the batch.
bool is_without_batch(std::string_view type, std::size_t rank) {
    if (is_recurrent(type) || type == "MultiheadAttention") return rank == 2;
    const bool is_map = type.size() > 5 && type.back() == 'd' && type[type.size() - 2] >= '1' &&
                        type[type.size() - 2] <= '3' && !type.starts_with("BatchNorm") &&
                        !type.starts_with("Dropout");
    return is_map && rank == static_cast<std::size_t>(type[type.size() - 2] - '0') + 1;
}

/// The sizes of the states that a recurrent layer takes; nullopt where they are not known.
std::optional<std::vector<Value>> state_shape(Evaluator& e, const InstanceObject& module,
                                              const Value& input) {
    const auto get = [&](std::string_view name) {
        for (const auto& [key, value] : module.module->layer_arguments) {
            if (key == name) return value;
        }
        return Value::none();
    };
    const std::vector<Value>& shape = input.tensor().shape;
    const Value hidden = get("hidden_size"), projected = get("proj_size"), given = get("num_layers");
    const bool is_projected = projected.is_whole() && projected.whole() != 0;
    if (!input.tensor().is_shape_known || shape.size() != 3 || !hidden.is_whole() || is_projected)
        return std::nullopt;
    const auto flag = [&](std::string_view name) { return decide(e, get(name)) == Truth::True; };
    const Value layers = given.is_whole() ? given : Value::of(1);
    const Polynomial doubled = 2 * e.decisions.formula_of(layers);
    const Value states =
        flag("bidirectional") ? Value::of(2 * layers.whole(), e.decisions.keep(doubled)) : layers;
    return std::vector<Value>{states, shape[flag("batch_first") ? 0 : 1], hidden};
}

}  // namespace

/// Gives a lazy layer the number of inputs that a tensor has.
void ForwardPass::take_lazy_size(InstanceObject& module, const Value& input) {
    const Value* open = lazy_size(module);
    if (open == nullptr || !open->is_unknown() || !input.tensor().is_shape_known) return;
    const std::string_view type = layer_of(*module.cls);
    const std::vector<Value>& shape = input.tensor().shape;
    const std::size_t spatial =
        type.ends_with('d') ? static_cast<std::size_t>(type[type.size() - 2] - '0') : 0;
    const bool is_single = type.starts_with("BatchNorm") ? false : shape.size() == spatial + 1;  // no batch
    const std::size_t at = type == "Linear" ? shape.size() - 1 : is_single ? 0 : 1;
    if (at >= shape.size()) return;
    evaluator_.decisions.decide_by(shape[at]);
    set_lazy_size(module, Value::of(shape[at].whole()));
}

Value ForwardPass::call_layer(InstanceObject& module, std::string_view type, python::Arguments& arguments) {
    if (type == "Identity" && !arguments.positional.empty()) return arguments.positional.front();
    std::vector<Value> tensors;
    for (const Value& each : arguments.positional) collect_tensors(each, tensors);
    for (const auto& [name, each] : arguments.named) collect_tensors(each, tensors);
    if (tensors.empty()) {
        for (const Value& each : arguments.positional) {
            if (each.is_unknown()) return tensor_of_unknown_shape(evaluator_, each);
        }
        return tensor_of_unknown_shape(evaluator_,
                                       evaluator_.unknown(message("python.unknown_call", {{"type", type}})));
    }
    if (type == "Identity") return tensors.front();
    hint(type, module, tensors.front());
    take_lazy_size(module, tensors.front());
    if (!check_inputs(type, module, tensors))
        return tensor_of_unknown_shape(evaluator_, evaluator_.unknown(mismatch_->why));
    const bool is_bare = frames_.empty();
    const bool is_alone = module.module->children.entries.empty() && module.module->removed_tensors.empty() &&
                          module.module->parameters.entries.empty() &&
                          !has_changed_tensors(evaluator_, module);
    if (is_bare && !is_alone) return call_changed_layer(module, type, ForwardStep(), arguments);
    if (is_bare) push_frame(module);
    std::optional<ForwardStep> step = is_bare ? ForwardStep() : step_of(module);
    Value result;
    if (!step) {
        result = call_layer_elsewhere(module, type, arguments);
    } else if (!is_alone) {
        result = call_changed_layer(module, type, std::move(*step), arguments);
    } else if (type == "MultiheadAttention") {
        result = call_attention(module, std::move(*step), arguments);
    } else {
        Value reason;
        std::vector<OpenArgument> open;
        const Module written = layer_module(evaluator_, module, type, &reason, &open);
        if (reason.is_unknown() || !module.module->doubts.empty()) {
            result = tensor_of_unknown_shape(evaluator_,
                                             reason.is_unknown() ? reason : module.module->doubts.front());
        } else {
            const bool takes_several = type == "Bilinear" || type.ends_with("Loss") ||
                                       type == "CosineSimilarity" || type == "PairwiseDistance";
            if (!takes_several) tensors.resize(1);
            std::vector<Signal> inputs;
            for (const Value& each : tensors) {
                const std::optional<Signal> signal = signal_of(each);
                step->operands.push_back(operand_of(each));
                inputs.push_back(signal.value_or(Signal::unknown()));
            }
            if (inputs.front().is_unknown()) {
                // The reason of the input comes before that of the step, which has none of its own.
                result = tensor_of_unknown_shape(evaluator_, tensors.front().tensor().shape_reason);
                record(std::move(*step), Signal::unknown());
            } else {
                const auto why = deciding_argument(module, written, open, inputs);
                result = why ? tensor_of_unknown_shape(evaluator_, *why)
                             : run_layer(written, type, std::move(inputs), std::move(*step));
            }
        }
    }
    if (is_bare) frames_.pop_back();
    const FoundLayer found = find_layer(type);
    const bool has_weights = found.rule != nullptr && found.rule->tensors != nullptr;
    mark_type(result, has_weights ? module.module->data_type : tensors.front().tensor().data_type);
    return result;
}

/// Notes a mismatch, and returns false, where PyTorch refuses inputs that the layer's rule does not look at,
/// and, while inputs are looked for, where they are those of one sample.
bool ForwardPass::check_inputs(std::string_view type, const InstanceObject& module,
                               const std::vector<Value>& tensors) {
    const TensorObject& input = tensors.front().tensor();
    if (is_searching && input.is_shape_known && is_without_batch(type, input.shape.size())) {
        note_mismatch(message("python.unknown_sizes"));
        return false;
    }
    if (type == "Embedding") return check_indices(module, input);
    if (!is_recurrent(type) || tensors.size() < 2) return true;
    if (is_searching && type == "LSTM" && tensors.size() == 2) {
        note_mismatch(message("python.state_shape", {{"type", type}}));  // it takes a pair
        return false;
    }
    const std::optional<std::vector<Value>> wanted = state_shape(evaluator_, module, tensors.front());
    for (std::size_t i = 1; i < tensors.size() && wanted; ++i) {
        if (!tensors[i].tensor().is_shape_known) continue;
        const std::vector<Value>& given = tensors[i].tensor().shape;
        bool fits = given.size() == wanted->size();
        for (std::size_t at = 0; at < wanted->size() && fits; ++at) {
            fits = given[at].whole() == (*wanted)[at].whole();
            if (fits)
                note_equal(given[at], (*wanted)[at]);
            else
                note_unmet(Unmet::Kind::Equal, given[at], (*wanted)[at]);
        }
        if (fits) continue;
        note_mismatch(message("python.state_shape", {{"type", type}}));
        return false;
    }
    return true;
}

/// False where a number that is looked up, such as a position, is beyond the rows of the table.
bool ForwardPass::check_indices(const InstanceObject& module, const TensorObject& indices) {
    for (const auto& [key, rows] : module.module->layer_arguments) {
        const bool has_bounds = key == "num_embeddings" && rows.is_whole() && indices.bound.is_whole();
        if (!has_bounds || indices.bound.whole() <= rows.whole()) continue;
        note_unmet(Unmet::Kind::Most, indices.bound, rows);
        note_mismatch(message("python.no_row", {{"rows", to_string(rows.whole())},
                                                {"index", to_string(indices.bound.whole() - 1)}}));
        return false;
    }
    return true;
}

/// A layer that is no part of the model, as one that forward() makes: a function with its tensors.
Value ForwardPass::call_layer_elsewhere(InstanceObject& module, std::string_view type,
                                        python::Arguments& arguments) {
    if (const std::optional<Value> result = call_as_function(module, type, arguments)) return *result;
    return tensor_of_unknown_shape(evaluator_,
                                   evaluator_.unknown(message("python.module_elsewhere", {{"type", type}})));
}

/// A layer with other tensors than its type's, as one with weight_norm: its line is the function with them.
Value ForwardPass::call_changed_layer(InstanceObject& module, std::string_view type, ForwardStep step,
                                      python::Arguments arguments) {
    std::vector<ForwardOperand> operands;
    const bool has_input = !arguments.positional.empty() && arguments.positional.front().is(Type::Tensor);
    if (has_input && !frames_.empty()) operands.push_back(operand_of(arguments.positional.front()));
    push_frame(module);
    for (Value& each : arguments.positional) each = take_input(each, "input", &operands, nullptr);
    const std::optional<Value> result = call_as_function(module, type, arguments);
    return end_frame(result ? *result : unknown_result(type), std::move(step), std::move(operands));
}

std::optional<Value> ForwardPass::deciding_argument(const InstanceObject& layer, const Module& written,
                                                    const std::vector<OpenArgument>& open,
                                                    std::span<const Signal> inputs) {
    if (open.empty()) return std::nullopt;
    const auto deciding = std::find_if(open.begin(), open.end(), [&](const OpenArgument& each) {
        return depends_on(written, each, inputs, environment().values());
    });
    bool& decides = unknown_arguments_decide_[&layer];
    decides = decides || deciding != open.end();
    return deciding != open.end() ? std::optional(deciding->why) : std::nullopt;
}

/// MultiheadAttention(query, key, value): the rule is batch first where the argument is not written.
Value ForwardPass::call_attention(InstanceObject& module, ForwardStep step, python::Arguments& arguments) {
    Value reason;
    std::vector<OpenArgument> open;
    Module written = layer_module(evaluator_, module, "MultiheadAttention", &reason, &open);
    std::vector<Value> tensors;
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr std::string_view kNames[] = {"query", "key", "value"};
        const Value* given = arguments.get(i, kNames[i]);
        if (given != nullptr && given->is(Type::Tensor)) tensors.push_back(*given);
    }
    if (tensors.size() != 3 || reason.is_unknown()) return unknown_result("MultiheadAttention");
    const bool is_written =
        written.arguments.find([](const Argument& each) { return each.name == "batch_first"; }).has_value();
    const bool is_turned =
        !is_written && tensors.front().tensor().is_shape_known && tensors.front().tensor().shape.size() == 3;
    const auto turn = [&](const Value& tensor) {
        python::Arguments turned;
        turned.positional = {tensor, Value::of(0), Value::of(1)};
        return call_function("transpose", turned).value_or(tensor);
    };
    const bool are_same = tensors[0].object == tensors[1].object && tensors[1].object == tensors[2].object;
    if (is_turned) {
        tensors[0] = turn(tensors[0]);
        tensors[1] = are_same ? tensors[0] : turn(tensors[1]);
        tensors[2] = are_same ? tensors[0] : turn(tensors[2]);
    }
    std::vector<Signal> inputs;
    for (const Value& each : tensors) {
        const std::optional<Signal> signal = signal_of(each);
        if (!signal) return tensor_of_unknown_shape(evaluator_, each.tensor().shape_reason);
        step.operands.push_back(operand_of(each));
        inputs.push_back(*signal);
    }
    if (const auto why = deciding_argument(module, written, open, inputs))
        return tensor_of_unknown_shape(evaluator_, *why);
    const Value* weights = arguments.get(4, "need_weights");
    const bool has_weights = weights == nullptr || decide(evaluator_, *weights) != Truth::False;
    if (has_weights) step.arguments.push_back(*argument("need_weights", Value::of(true)));
    Value result = run_layer(written, "MultiheadAttention", std::move(inputs), std::move(step));
    if (is_turned && result.is(Type::Tuple)) result.items()[0] = turn(result.items()[0]);
    if (result.is(Type::Tuple) && !has_weights) result.items()[1] = Value::none();
    return result;
}

/// The weight of torch.nn.utils.spectral_norm(), divided by its largest singular value u·W·v.
Value ForwardPass::spectral_weight(const Value& weight, const Value& u, const Value& v) {
    const auto call = [&](std::string_view function, std::vector<Value> positional) {
        python::Arguments given;
        given.positional = std::move(positional);
        const std::optional<Value> result = call_function(function, given);
        return result ? *result : unknown_result(function);
    };
    if (!weight.is(Type::Tensor) || !u.is(Type::Tensor) || !v.is(Type::Tensor)) return weight;
    const Value product = call("mv", {call("flatten", {weight, Value::of(1)}), v});
    return binary("/", weight, call("dot", {u, product}));
}

/// A layer as the function that computes the same with its tensors; nullopt for one that no function
/// computes.
std::optional<Value> ForwardPass::call_as_function(InstanceObject& module, std::string_view type,
                                                   const python::Arguments& arguments) {
    if (arguments.positional.empty() || !arguments.positional.front().is(Type::Tensor)) return std::nullopt;
    const Value& input = arguments.positional.front();
    const bool has_tensors = !own_tensors(evaluator_, module, true).empty();
    if (!has_tensors && module.module->rule_tensors().entries.empty()) {
        Value reason;
        std::vector<OpenArgument> open;
        const Module written = layer_module(evaluator_, module, type, &reason, &open);
        if (reason.is_unknown() || !open.empty()) return std::nullopt;
        SharedList<Argument> given = written.arguments.list();
        note_symbols(given);
        return apply_layer(type, {input}, std::move(given));
    }
    const auto tensor = [&](const char* name) {
        const std::optional<Value> found =
            find_attribute(evaluator_, Value::of(Type::Instance, &module), name);
        return found && found->is(Type::Tensor) ? *found : Value::none();
    };
    const std::string function = function_of_layer(type);
    Value weight = Value::none();
    if (module.module->parameters.find("weight_orig") != nullptr)
        weight = spectral_weight(tensor("weight_orig"), tensor("weight_u"), tensor("weight_v"));
    else if (module.module->parameters.find("weight_v") != nullptr)
        weight = tensor("weight_v");
    else
        weight = tensor("weight");
    if (weight.is(Type::None) || function.empty()) return std::nullopt;
    std::vector<Value> tensors = {input, weight};
    if (const Value bias = tensor("bias"); bias.is(Type::Tensor)) tensors.push_back(bias);
    std::vector<Argument> given;
    for (const char* name : {"stride", "padding", "dilation", "groups", "output_padding"}) {
        for (const auto& [bound, value] : module.module->layer_arguments) {
            if (bound != name || !type.starts_with("Conv")) continue;
            std::optional<Argument> made = argument(name, value);
            if (!made) return std::nullopt;
            given.push_back(std::move(*made));
        }
    }
    const Value result = apply(function, tensors, std::move(given));
    mark_type(result, weight.tensor().data_type);
    return result;
}

void ForwardPass::hint(std::string_view type, const InstanceObject& module, const Value& input) {
    const TensorOrigin& origin = input.tensor().origin;
    if (!is_probing || !origin.unshaped_input || *origin.unshaped_input >= hints.size()) return;
    hint_shape(hints[*origin.unshaped_input], type, module, origin.is_flat);
}

void ForwardPass::hint_of_first_layer(InstanceObject& root) {
    std::vector<InstanceObject*> modules;
    collect_modules(root, modules);
    for (const InstanceObject* each : modules) {
        if (hints.size() == 1 && each->module->is_layer_bound)
            hint_shape(hints.front(), each->cls->name, *each, false);
    }
}

void ForwardPass::hint_shape(InputHint& hint, std::string_view type, const InstanceObject& module,
                             bool is_flat) {
    if (!hint.shape.empty()) return;
    const auto bound = [&](std::string_view name) -> std::optional<Value> {
        for (const auto& [key, value] : module.module->layer_arguments) {
            if (key == name && value.is_whole()) return value;
        }
        return std::nullopt;
    };
    const auto free = [&](std::string_view name, int size) {
        return evaluator_.decisions.input_size(name, size);
    };
    const auto flag = [&](std::string_view name) {
        for (const auto& [key, value] : module.module->layer_arguments) {
            if (key == name) return decide(evaluator_, value) == Truth::True;
        }
        return false;
    };
    const Value batch = free("batch", 1);
    if (type.starts_with("Conv") && type.size() > 2 && type.back() == 'd') {
        const auto channels = bound("in_channels");
        if (!channels) return;
        hint.shape = {batch, *channels};
        const char spatial = type[type.size() - 2];
        // A generator's first layer makes an image of one position.
        const bool is_generator = type.starts_with("ConvTranspose") && hints.size() == 1;
        for (char i = '0'; is_generator && i < spatial; ++i) hint.shape.push_back(Value::of(1));
        if (is_generator) return;
        if (spatial == '1') hint.shape.push_back(free("length", 128));
        if (spatial == '3') hint.shape.push_back(free("frames", 16));
        if (spatial >= '2') hint.shape.insert(hint.shape.end(), {free("height", 224), free("width", 224)});
    } else if (type == "Embedding") {
        hint.shape = {batch, free("tokens", 128)};
        if (hint.rank == 1) hint.shape.erase(hint.shape.begin());
    } else if (type == "Linear") {
        const auto features = bound("in_features");
        if (!features) return;
        hint.shape = {batch, *features};
        if (hint.rank == 3 && !is_flat) hint.shape.insert(hint.shape.begin() + 1, free("tokens", 128));
    } else if (type == "LSTM" || type == "GRU" || type == "RNN" || type == "MultiheadAttention") {
        const auto features = bound(type == "MultiheadAttention" ? "embed_dim" : "input_size");
        if (!features) return;
        hint.shape = {batch, free("tokens", 128), *features};
        if (!flag("batch_first")) std::swap(hint.shape[0], hint.shape[1]);
    } else if (type == "BatchNorm2d") {
        if (const auto channels = bound("num_features"))
            hint.shape = {batch, *channels, free("height", 224), free("width", 224)};
    }
}

}  // namespace paramscope::open::python
