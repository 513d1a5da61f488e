// Functions of torch around a model: weight_norm(), no_grad(), torch.jit.
#include "base/concat.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/libraries.h"
#include "open/python/libraries/questions.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

Value no(Evaluator&, const Value&, Arguments&) {
    return Value::of(false);
}

Value zero(Evaluator&, const Value&, Arguments&) {
    return Value::of(0);
}

/// weight_norm() as PyTorch has had it: the weight becomes a length and a direction.
Value weight_norm(Evaluator& e, const Value&, Arguments& a) {
    const Value* module = a.get(0, "module");
    if (module == nullptr || !module->is(Type::Instance) || module->instance().module == nullptr)
        return module != nullptr ? *module : Value::none();
    ModuleState& state = *module->instance().module;
    const Value* name = a.get(1, "name");
    const Value* dim = a.get(2, "dim");
    const std::string weight = name != nullptr && name->is(Type::Str) ? name->str() : "weight";
    own_tensors(e, module->instance(), false);
    const Value* tensor = state.layer_tensors.find(weight);
    if (tensor == nullptr) tensor = state.parameters.find(weight);
    const bool is_of_all = dim != nullptr && dim->is(Type::None);  // one length
    const bool has_dim = dim == nullptr || is_of_all || dim->is_whole();
    if (tensor == nullptr || !tensor->is(Type::Tensor) || !tensor->tensor().is_shape_known || !has_dim) {
        state.doubts.push_back(not_evaluated(e, "weight_norm"));
        return *module;
    }
    const std::vector<Value> shape = tensor->tensor().shape;
    std::vector<Value> lengths(is_of_all ? 0 : shape.size(), Value::of(1));
    const auto kept = position(dim == nullptr || is_of_all ? Integer{0} : dim->whole(), lengths.size());
    if (kept) lengths[*kept] = shape[*kept];
    const auto add = [&](std::string_view suffix, std::vector<Value> sizes) {
        const Value made = python::tensor(e, std::move(sizes));
        made.tensor().is_parameter = true;
        state.parameters.set(concat(weight, suffix), made);
    };
    add("_g", lengths);
    add("_v", shape);
    if (!state.parameters.remove(weight)) state.removed_tensors.push_back(weight);
    module->instance().attributes.set(weight, python::tensor(e, shape));
    return *module;
}

/// The module's own weight again, in place of the tensors with these suffixes.
Value restore_weight(Evaluator& e, Arguments& a, std::string_view made_by, std::string_view original,
                     std::initializer_list<std::string_view> suffixes) {
    const Value* module = a.get(0, "module");
    if (module == nullptr || !module->is(Type::Instance) || module->instance().module == nullptr)
        return module != nullptr ? *module : Value::none();
    ModuleState& state = *module->instance().module;
    const Value* name = a.get(1, "name");
    const std::string weight = name != nullptr && name->is(Type::Str) ? name->str() : "weight";
    const Value* found = state.parameters.find(concat(weight, original));
    if (found == nullptr)
        return e.raise("ValueError",
                       concat(made_by, " of '", weight, "' not found in ", module->instance().cls->name));
    const Value tensor = *found;
    for (const std::string_view suffix : suffixes) {
        state.parameters.remove(concat(weight, suffix));
        state.buffers.remove(concat(weight, suffix));
    }
    module->instance().attributes.remove(weight);
    if (std::erase(state.removed_tensors, weight) == 0) state.parameters.set(weight, tensor);
    return *module;
}

Value remove_weight_norm(Evaluator& e, const Value&, Arguments& a) {
    return restore_weight(e, a, "weight_norm", "_v", {"_g", "_v"});
}

Value remove_spectral_norm(Evaluator& e, const Value&, Arguments& a) {
    return restore_weight(e, a, "spectral_norm", "_orig", {"_orig", "_u", "_v"});
}

Value spectral_norm(Evaluator& e, const Value&, Arguments& a) {
    const Value* module = a.get(0, "module");
    if (module == nullptr || !module->is(Type::Instance) || module->instance().module == nullptr)
        return module != nullptr ? *module : Value::none();
    ModuleState& state = *module->instance().module;
    own_tensors(e, module->instance(), false);
    const Value* found = state.layer_tensors.find("weight");
    if (found == nullptr || a.positional.size() + a.named.size() > 1 || !found->tensor().is_shape_known ||
        found->tensor().shape.empty() ||
        module->instance().cls->name.find("Transpose") != std::string::npos) {
        state.doubts.push_back(not_evaluated(e, "spectral_norm"));
        return *module;
    }
    const Value weight = *found;
    const std::vector<Value> shape = weight.tensor().shape;
    Value columns = Value::of(1);
    for (std::size_t i = 1; i < shape.size(); ++i) columns = binary(e, "*", columns, shape[i]);
    state.removed_tensors.emplace_back("weight");
    state.parameters.set("weight_orig", weight);
    module->instance().attributes.set("weight", tensor(e, shape));
    state.buffers.set("weight_u", tensor(e, {shape[0]}));
    state.buffers.set("weight_v", tensor(e, {columns}));
    return *module;
}

Value is_tensor(Evaluator&, const Value&, Arguments& a) {
    const bool is_known = !a.positional.empty() && !a.positional[0].is_unknown();
    return is_known || a.positional.empty() ? Value::of(is_known && a.positional[0].is(Type::Tensor))
                                            : a.positional[0];
}

/// skip_init(Linear, 8, 4): the module, made without numbers in its weights.
Value skip_init(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "skip_init");
    Arguments rest;
    rest.positional.assign(a.positional.begin() + 1, a.positional.end());
    rest.named = a.named;
    rest.is_complete = a.is_complete;
    return call(e, a.positional[0], rest);
}

/// annotate(type, value)
Value second_argument(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() == 2 ? a.positional[1] : not_evaluated(e, "annotate");
}

/// set_default_dtype(torch.float16): what is made from now on is of that type.
Value set_default_type(Evaluator& e, const Value&, Arguments& a) {
    note_conversion(e, a.get(0, "d"));
    return Value::none();
}

/// `@no_grad()`, and `with no_grad():`.
Value without_gradients(Evaluator& e, const Value& self, Arguments& a) {
    const bool is_applied = !a.positional.empty() && a.positional[0].is(Type::Function);
    return is_applied ? make_pass_through(e, self, a) : e.builtin(kNoGradients, pass_through);
}

constexpr BuiltinRow kTorchFunctionsRows[] = {
    {"is_tensor", is_tensor},
    {"compile", pass_through},
    {"manual_seed", nothing},
    {"set_default_dtype", set_default_type},
    {"no_grad", without_gradients},
    {"inference_mode", without_gradients},
    {"enable_grad", make_pass_through},
    {"autocast", make_pass_through},
    {"set_grad_enabled", make_pass_through},
};
constexpr BuiltinRow kTorchUtilsFunctionsRows[] = {{"skip_init", skip_init},
                                                   {"weight_norm", weight_norm},
                                                   {"remove_weight_norm", remove_weight_norm},
                                                   {"spectral_norm", spectral_norm},
                                                   {"remove_spectral_norm", remove_spectral_norm}};
constexpr BuiltinRow kAutogradFunctionsRows[] = {{"Variable", pass_through}};
/// Questions of torch.cuda and other devices: there are none.
constexpr BuiltinRow kDeviceFunctionsRows[] = {{"is_available", no},     {"is_built", no},
                                               {"is_initialized", no},   {"is_bf16_supported", no},
                                               {"device_count", zero},   {"current_accelerator", nothing},
                                               {"current_device", zero}, {"device_of", make_pass_through},
                                               {"empty_cache", nothing}, {"synchronize", nothing},
                                               {"manual_seed", nothing}, {"manual_seed_all", nothing},
                                               {"set_device", nothing}};
/// torch.jit.trace(module, example_inputs)
Value trace_module(Evaluator& e, const Value& self, Arguments& a) {
    note_question(e, "torch.jit.trace", a);
    return pass_through(e, self, a);
}

constexpr BuiltinRow kJitFunctionsRows[] = {{"script", pass_through},
                                            {"script_method", pass_through},
                                            {"ignore", pass_through},
                                            {"export", pass_through},
                                            {"unused", pass_through},
                                            {"annotate", second_argument},
                                            {"script_if_tracing", pass_through},
                                            {"trace", trace_module},
                                            {"freeze", pass_through},
                                            {"interface", pass_through},
                                            {"optimize_for_inference", pass_through},
                                            {"_overload_method", pass_through},
                                            {"is_scripting", no},
                                            {"is_tracing", no}};
constexpr BuiltinRow kExportFunctionsRows[] = {
    {"is_in_onnx_export", no},        {"is_compiling", no},
    {"is_dynamo_compiling", no},      {"is_exporting", no},
    {"compile", pass_through},        {"disable", pass_through},
    {"allow_in_graph", pass_through}, {"assume_constant_result", pass_through}};
constexpr BuiltinRow kAutocastFunctionsRows[] = {{"autocast", make_pass_through},
                                                 {"custom_fwd", pass_through},
                                                 {"custom_bwd", pass_through},
                                                 {"is_autocast_available", no}};
/// Of torch._dynamo and torch.fx.
constexpr BuiltinRow kCompileFunctionsRows[] = {
    {"disable", pass_through}, {"allow_in_graph", pass_through}, {"wrap", pass_through},
    {"is_compiling", no},      {"optimize", make_pass_through},  {"run", pass_through}};

}  // namespace

const std::span<const BuiltinRow> kTorchFunctions = kTorchFunctionsRows;
const std::span<const BuiltinRow> kTorchUtilsFunctions = kTorchUtilsFunctionsRows;
const std::span<const BuiltinRow> kAutogradFunctions = kAutogradFunctionsRows;
const std::span<const BuiltinRow> kDeviceFunctions = kDeviceFunctionsRows;
const std::span<const BuiltinRow> kExportFunctions = kExportFunctionsRows;
const std::span<const BuiltinRow> kAutocastFunctions = kAutocastFunctionsRows;
const std::span<const BuiltinRow> kCompileFunctions = kCompileFunctionsRows;
const std::span<const BuiltinRow> kJitFunctions = kJitFunctionsRows;

}  // namespace paramscope::open::python
