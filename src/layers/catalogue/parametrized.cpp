#include "layers/catalogue/parametrized.h"

#include <optional>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope {
namespace {

const Module* find_child(const Module* module, std::string_view name) {
    for (std::size_t i = 0; module && i < module->children.size(); ++i) {
        if (module->children[i].name == name) return &module->children[i];
    }
    return nullptr;
}

/// The function of a type in a `ParametrizationList`, nullptr when there is none.
const Module* find_function(const Module& list, std::string_view type) {
    for (const Module& function : list.children) {
        if (function.type == type) return &function;
    }
    return nullptr;
}

/// The argument `dim` of _WeightNorm: each slice along it has a magnitude. print() does not show it: nullopt
/// unless a block rule or the text gives it.
std::optional<std::size_t> normalized_dimension(const Module& function, std::size_t rank) {
    for (const Argument& argument : function.arguments.list()) {
        for (std::size_t dim = 0; dim < rank; ++dim) {
            if (argument.name == "dim" && argument.value.number == Polynomial(static_cast<Integer>(dim)))
                return dim;
        }
    }
    return std::nullopt;
}

/// torch.nn.utils.parametrizations.weight_norm: original0 holds magnitudes, original1 the direction.
void add_weight_norm(const Tensor& weight, const Module& function, const std::string& prefix,
                     std::vector<Tensor>& tensors) {
    Dims magnitude(weight.shape.size(), Polynomial(1));
    const std::optional<std::size_t> dim = normalized_dimension(function, magnitude.size());
    if (!magnitude.empty()) magnitude[dim.value_or(0)] = weight.shape[dim.value_or(0)];
    tensors.push_back(parameter(prefix + "original0", std::move(magnitude)));
    tensors.back().assumed = !dim;
    tensors.push_back(parameter(prefix + "original1", weight.shape));
}

/// torch.nn.utils.parametrizations.spectral_norm: the weight, and the vectors of the power iteration on the
/// weight as a matrix with `rows` rows. A weight with one dimension has no such vectors.
void add_spectral_norm(const Tensor& weight, const std::string& prefix, const Polynomial& rows,
                       std::vector<Tensor>& tensors) {
    tensors.push_back(parameter(prefix + "original", weight.shape));
    if (weight.shape.size() < 2) return;
    tensors.push_back(buffer(prefix + "0._u", {rows}));
    tensors.push_back(buffer(prefix + "0._v", {product(weight.shape) / rows}));
}

/// torch.nn.utils.parametrizations.orthogonal: the weight, and the orthogonal matrix that it starts from,
/// which is square.
void add_orthogonal(const Arguments& a, const Tensor& weight, const std::string& prefix,
                    std::vector<Tensor>& tensors) {
    tensors.push_back(parameter(prefix + "original", weight.shape));
    Dims base = weight.shape;
    if (base.size() < 2) return;
    Polynomial &rows = base[base.size() - 2], &columns = base.back();
    const bool is_wide = a.value(rows).value_or(0) < a.value(columns).value_or(0);
    (is_wide ? rows : columns) = is_wide ? columns : rows;
    tensors.push_back(buffer(prefix + "0.base", std::move(base)));
}

void add_originals(const Arguments& a, const Module& list, const Tensor& weight,
                   std::vector<Tensor>& tensors) {
    const Module& module = a.module();
    const std::string prefix = concat("parametrizations.", weight.name, ".");
    if (const Module* function = find_function(list, "_WeightNorm")) {
        add_weight_norm(weight, *function, prefix, tensors);
    } else if (find_function(list, "_SpectralNorm")) {
        // The output channels of a transposed convolution are in the second dimension.
        const bool is_transposed = module.type.view().find("ConvTranspose") != std::string::npos;
        const bool is_matrix = weight.shape.size() > 1;
        add_spectral_norm(weight, prefix, is_matrix ? weight.shape[is_transposed ? 1 : 0] : Polynomial(1),
                          tensors);
    } else if (find_function(list, "_Orthogonal")) {
        add_orthogonal(a, weight, prefix, tensors);
    } else {
        tensors.push_back(parameter(prefix + "original", weight.shape));
    }
}

}  // namespace

void parametrized_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    const Module& module = a.module();
    const FoundLayer layer = find_layer(std::string_view(module.type).substr(kParametrized.size()));
    std::vector<Tensor> plain;
    if (layer.rule && layer.rule->tensors) layer.rule->tensors(a, plain);
    const Module* parametrizations = find_child(&module, "parametrizations");
    for (Tensor& tensor : plain) {
        if (const Module* list = find_child(parametrizations, tensor.name)) {
            add_originals(a, *list, tensor, tensors);
        } else {
            tensors.push_back(std::move(tensor));
        }
    }
}

bool computes_its_weights(const Module& module) {
    const Module* parametrizations = find_child(&module, "parametrizations");
    if (parametrizations == nullptr) return false;
    const auto scales = [](const Module& function) {
        return function.type == "_WeightNorm" || function.type == "_SpectralNorm";
    };
    return any_of(parametrizations->children,
                  [&](const Module& list) { return !all_of(list.children, scales); });
}

}  // namespace paramscope
