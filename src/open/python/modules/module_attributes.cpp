// Attributes of modules: parts, tensors, and the arguments of layers, read and set.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"

namespace paramscope::open::python {
namespace {

/// `_modules`, `_parameters` and `_buffers` of a module.
std::optional<Value> registered_parts(Evaluator& e, InstanceObject& instance, std::string_view name) {
    constexpr std::pair<std::string_view, Dict::Part> kParts[] = {{"_modules", Dict::Part::Modules},
                                                                  {"_parameters", Dict::Part::Parameters},
                                                                  {"_buffers", Dict::Part::Buffers}};
    const auto* part = std::find_if(std::begin(kParts), std::end(kParts),
                                    [&](const auto& each) { return each.first == name; });
    if (part == std::end(kParts)) return std::nullopt;
    const Value result = e.dict();
    const auto add = [&](const std::string& key, const Value& value) {
        result.as<Dict>().set(*key_of(e.text(key)), e.text(key), value);
    };
    if (part->second == Dict::Part::Modules) {
        e.decisions.decide_by(instance.module->length);
        for (const auto& [key, child] : instance.module->children.entries) add(key, child);
    } else {
        const bool are_parameters = part->second == Dict::Part::Parameters;
        for (const auto& [key, tensor] : own_tensors(e, instance, true)) {
            const bool is_parameter = tensor.is(Type::Tensor)
                                          ? tensor.tensor().is_parameter
                                          : instance.module->parameters.find(key) != nullptr;
            if (is_parameter == are_parameters) add(key, tensor);
        }
        // A layer has None for each tensor that it does not have.
        if (instance.module->is_layer_bound)
            result.as<Dict>().default_factory = e.unknown(
                message("python.unknown_attribute", {{"name", name}, {"type", instance.cls->name}}));
    }
    result.as<Dict>().owner = &instance;
    result.as<Dict>().part = part->second;
    return result;
}

/// An argument as the layer keeps it: convolutions have a size for each dimension.
Value kept_argument(Evaluator& e, std::string_view layer, std::string_view name, const Value& value) {
    if (!value.is(Type::Int)) return value;
    if (name == "normalized_shape") return e.tuple({value});
    constexpr std::string_view kSizes[] = {"kernel_size", "stride", "padding", "dilation", "output_padding"};
    const bool is_size = contains(kSizes, name);
    if (!is_size || layer.find("Conv") == std::string_view::npos || !layer.ends_with('d')) return value;
    return e.tuple(std::vector<Value>(static_cast<std::size_t>(layer[layer.size() - 2] - '0'), value));
}

/// True for a layer whose weight or bias an argument can leave out: it is None then.
bool can_be_without_tensors(std::string_view type) {
    constexpr std::string_view kArguments[] = {"bias", "affine", "elementwise_affine"};
    const FoundLayer found = find_layer(type);
    return found.signature != nullptr && any_of(*found.signature, [&](const Argument& each) {
               return contains(kArguments, parameter_name(each));
           });
}

/// True for what layers of torch.nn have besides their arguments, tensors and the methods that are known
/// here. All other names are marks that libraries give modules: `_is_residual`, `_hf_hook`.
bool has_further_attribute(std::string_view name) {
    constexpr std::string_view kNames =
        " NamedShape T_destination activation activation_relu_or_gelu align_corners all_weights "
        "batch_first bias_k bias_v bidirectional check_forward_args check_hidden_size check_input "
        "cls_to_become convert_sync_batchnorm decoder dropout dropout1 dropout2 dropout3 "
        "dump_patches encoder flatten_parameters from_pretrained fromkeys gather "
        "generate_square_subsequent_mask get get_expected_cell_size get_expected_hidden_size "
        "has_uninitialized_params head head_dim head_size hidden_size in_channels in_features "
        "in_proj_bias in_proj_weight initialize_parameters input_size k_proj_weight layers linear1 "
        "linear2 log_prob max_val min_val mode multihead_attn n_clusters name nonlinearity norm "
        "norm1 norm2 norm3 num_batches_tracked num_features num_layers out_proj output_padding "
        "parallel_apply permute_hidden predict proj_size q_proj_weight recompute_scale_factor "
        "replicate reset_parameters reset_running_stats running_mean running_var scatter self_attn "
        "shortlist_size tail transposed v_proj_weight value ";
    // Each begins with an underscore.
    constexpr std::string_view kPrivateNames =
        " adjust all_weights apply apply_instance_norm backward_hooks backward_pre_hooks buffers "
        "call_impl ceil_div check_input_dim check_non_zero_input_channels compiled_call_impl "
        "compute_batch_chunk_size conv_forward ff_block fill_padding_idx_with_zero flat_weight_refs "
        "flat_weights flat_weights_names forward_hooks forward_hooks_always_called "
        "forward_hooks_with_kwargs forward_pre_hooks forward_pre_hooks_with_kwargs "
        "get_abs_string_index get_backward_hooks get_backward_pre_hooks get_full_log_prob "
        "get_in_channels get_item_by_idx get_name get_no_batch_dim get_num_spatial_dims "
        "global_is_full_backward_hook handle_no_batch_input infer_parameters init_flat_weights "
        "initialize_hook is_full_backward_hook key_to_attr keys lazy_load_hook load_from_state_dict "
        "load_hook load_state_dict_post_hooks load_state_dict_pre_hooks mask "
        "maybe_warn_non_full_backward_hook mha_block modules named_members non_persistent_buffers_set "
        "output_padding parameters qkv_same_embed_dim random_samples "
        "register_load_state_dict_pre_hook register_state_dict_hook replicate_for_data_parallel "
        "require_tuple_int require_tuple_tuple reset_parameters resolve_auto_acc_dtype "
        "reversed_padding_repeated_twice sa_block save_to_state_dict size slow_forward "
        "state_dict_hooks state_dict_pre_hooks update_flat_weights version weights_have_changed "
        "wrapped_call_impl ";
    const bool is_private = name.starts_with('_') && !name.starts_with("__");
    const std::string_view names = is_private ? kPrivateNames : kNames;
    return name.starts_with("__") ||
           names.find(concat(" ", name.substr(is_private ? 1 : 0), " ")) != std::string_view::npos;
}

/// True for a name of the layer's signature: its forward pass reads the attribute of that name.
bool is_layer_argument(const InstanceObject& instance, std::string_view name) {
    const FoundLayer found = find_layer(layer_of(*instance.cls));
    return found.signature != nullptr &&
           any_of(*found.signature, [&](const Argument& each) { return parameter_name(each) == name; });
}

}  // namespace

std::optional<Value> module_attribute(Evaluator& e, InstanceObject& instance, std::string_view name) {
    ModuleState& state = *instance.module;
    for (const Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
        if (const Value* found = each->find(name)) return *found;
    }
    if (name == "training") return Value::of(e.tracer == nullptr || e.tracer->is_early);
    if (const auto registered = registered_parts(e, instance, name)) return *registered;
    if (!state.is_layer_bound) return std::nullopt;
    for (const auto& [argument, value] : state.layer_arguments) {
        if (argument == name && name != "bias") return kept_argument(e, layer_of(*instance.cls), name, value);
    }
    if (!state.has_layer_tensors) make_layer_tensors(e, instance, layer_of(*instance.cls));
    if (contains(state.removed_tensors, name)) return Value::none();
    if (const Value* found = state.layer_tensors.find(name)) return *found;
    const bool may_have_none = name == "weight" || name == "bias";
    if (may_have_none && !state.doubts.empty()) return state.doubts.front();
    if (may_have_none && can_be_without_tensors(layer_of(*instance.cls))) return Value::none();
    const FoundLayer found = find_layer(layer_of(*instance.cls));
    if (found.signature != nullptr) {
        for (const Argument& parameter : *found.signature) {
            if (parameter_name(parameter) == name && !is_required(parameter))
                return kept_argument(e, layer_of(*instance.cls), name, value_of_argument(e, parameter.value));
        }
    }
    if (find_module_method(*instance.cls, name) != nullptr || instance.cls->find(name) != nullptr)
        return std::nullopt;
    if (!has_further_attribute(name)) return std::nullopt;
    return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", instance.cls->name}}));
}

/// Sets an argument of a layer that is built: its tensors stay, its forward pass changes. What the tensors
/// depend on, such as in_features, the forward pass takes from them.
static void set_layer_argument(Evaluator& e, InstanceObject& instance, std::string_view name,
                               const Value& value) {
    if (e.tracer != nullptr) {
        e.raise("NotImplementedError", concat("forward() changes ", name, " of a layer"));
        return;
    }
    std::vector<std::pair<std::string, Value>>& arguments = instance.module->layer_arguments;
    const std::vector<std::pair<std::string, Value>> before = arguments;
    const std::string_view type = layer_of(*instance.cls);
    Value reason;
    const Module built = layer_module(e, instance, type, &reason);
    const auto bound = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const auto& argument) { return argument.first == name; });
    if (bound != arguments.end()) {
        bound->second = value;
    } else {
        arguments.emplace_back(name, value);
    }
    if (!have_same_tensors(e, built, layer_module(e, instance, type, &reason))) arguments = before;
}

bool set_module_attribute(Evaluator& e, InstanceObject& instance, std::string_view name, const Value& value) {
    ModuleState& state = *instance.module;
    const auto remove_elsewhere = [&](Attributes* kept) {
        for (Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
            if (each != kept) each->remove(name);
        }
        instance.attributes.remove(name);
    };
    const bool is_part = is_module(value) || (value.is(Type::Tensor) && value.tensor().is_parameter);
    if (is_part && !state.was_initialized) {
        e.raise("AttributeError", concat("cannot assign ", is_module(value) ? "module" : "parameters",
                                         " before Module.__init__() call"));
        return true;
    }
    if (is_module(value)) {
        remove_elsewhere(&state.children);
        state.children.set(name, value);
        return true;
    }
    if (state.is_layer_bound && !state.has_layer_tensors)
        make_layer_tensors(e, instance, layer_of(*instance.cls));
    if (state.layer_tensors.find(name) != nullptr) {
        if (value.is(Type::Tensor) && value.tensor().is_parameter) {
            state.set_layer_tensor(name, value);
            std::erase(state.removed_tensors, std::string(name));
        } else if (value.is(Type::None)) {
            state.removed_tensors.emplace_back(name);
        } else {
            const Value reason = value.is_unknown() ? value : e.unknown(message("python.unknown_sizes"));
            const Value changed = tensor_of_unknown_shape(e, reason);
            changed.tensor().is_parameter = state.layer_tensors.find(name)->tensor().is_parameter;
            state.set_layer_tensor(name, changed);
        }
        return true;
    }
    // A weight where the layer was made without one, `linear.bias = nn.Parameter(b)`, is no argument.
    const bool is_weight = value.is(Type::Tensor) && value.tensor().is_parameter;
    const bool is_own = is_weight || state.parameters.find(name) != nullptr;
    if (state.is_layer_bound && !is_own && is_layer_argument(instance, name)) {
        set_layer_argument(e, instance, name, value);
        return true;
    }
    if (is_weight) {
        remove_elsewhere(&state.parameters);
        state.parameters.set(name, value);
        return true;
    }
    if (value.is_unknown() && !value.as<Unknown>().is_data) {
        remove_elsewhere(&state.children);
        state.children.set(name, value);
        return true;
    }
    for (Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
        if (each->find(name) == nullptr) continue;
        if (value.is(Type::None) || (each == &state.buffers && value.is(Type::Tensor))) {
            each->set(name, value);
            return true;
        }
        if (each == &state.children) {
            e.raise("TypeError", concat("cannot assign '", type_name(value), "' as child module '", name,
                                        "' (torch.nn.Module or None expected)"));
            return true;
        }
    }
    return false;
}

}  // namespace paramscope::open::python
