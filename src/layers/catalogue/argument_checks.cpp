#include "layers/catalogue/argument_checks.h"

#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "layers/catalogue/type_aliases.h"
#include "layers/messages.h"

namespace paramscope {
namespace {

/// Arguments that decide no tensor: of all modules, of Paddle, torchao, MindSpore, spconv and torch.ao.
constexpr std::string_view kWithoutTensors[] = {
    "device", "dtype",       "training",        "name",       "data_format", "weight",
    "format", "pad_mode",    "weight_init",     "gamma",      "bias_init",   "beta",
    "algo",   "moving_mean", "moving_variance", "zero_point", "qscheme",     "use_batch_statistics",
};

bool takes(const Module& rule, const Argument& argument) {
    const SharedList<Argument>& signature = rule.arguments.pattern();
    if (argument.name.empty()) return !signature.empty();
    return contains_by(signature, parameter_name, std::string_view(argument.name));
}

/// True where the layer has that value for an argument.
bool has_value(const Arguments& layer, const Argument& argument) {
    if (argument.value.kind == Value::Kind::Boolean)
        return layer.flag(argument.name) == argument.value.boolean;
    if (argument.value.kind != Value::Kind::Number) return true;
    return !layer.has(argument.name) || layer.equal(layer.number(argument.name), argument.value.number);
}

}  // namespace

std::string_view unknown_argument(const Arguments& layer) {
    // Quantized layers of torch.ao print both.
    const bool is_quantized =
        contains_by(layer.module().arguments.pattern(), &Argument::name, std::string_view("zero_point"));
    for (const Argument& argument : layer.module().arguments.pattern()) {
        const std::string_view name = argument.name;
        if (name.empty() || layer.find(name) != nullptr || contains(kWithoutTensors, name)) continue;
        if (name != "scale" || !is_quantized) return name;
    }
    return {};
}

bool takes_arguments(std::string_view type, std::span<const Argument> given) {
    return all_of(given, [&](const Argument& argument) {
        bool is_known = contains(kWithoutTensors, std::string_view(argument.name));
        for (std::string base(type); !base.empty() && !is_known; base = base_type_of(base))
            is_known = any_of(find_blocks(base), [&](const Module& rule) { return takes(rule, argument); });
        return is_known;
    });
}

void check_against_children(const LayerRule& rule, const Arguments& layer) {
    const Module& module = layer.module();
    if (!rule.derive_arguments || module.children.empty() || layer.failed()) return;
    for (const Argument& derived : rule.derive_arguments(module)) {
        if (has_value(layer, derived)) continue;
        return layer.fail(derived.name,
                          message("arguments.contradicted", {{"type", module.type},
                                                             {"name", derived.name},
                                                             {"given", to_string(*layer.find(derived.name))},
                                                             {"printed", to_string(derived.value)}}));
    }
}

}  // namespace paramscope
