#include "count/infer_width.h"

#include "layers/catalogue.h"

namespace paramscope {
namespace {

/// The width a module itself shows, when its type has one and its arguments are all there.
std::optional<InferredWidth> own_width(const Module& module, const Environment& environment) {
    if (module.arguments.empty()) return std::nullopt;
    const FoundLayer found = find_layer(module.type);
    if (!found.rule || !found.rule->width) return std::nullopt;
    Diagnostics ignored;
    const Arguments arguments(*found.signature, module, environment.values(), &ignored);
    const Polynomial width = found.rule->width(arguments);
    if (arguments.failed() || width.is_zero()) return std::nullopt;
    return InferredWidth{width, module.type};
}

}  // namespace

std::optional<InferredWidth> WidthInference::infer(const std::vector<const Module*>& ancestors,
                                                   const Environment& environment) {
    for (std::size_t i = ancestors.size() - 1; i-- > 0;) {
        const std::optional<InferredWidth>& found = first_width_inside(*ancestors[i], environment);
        if (found) return found;
    }
    return std::nullopt;
}

const std::optional<InferredWidth>& WidthInference::first_width_inside(const Module& module,
                                                                       const Environment& environment) {
    const auto known = first_width_.find(&module);
    if (known != first_width_.end()) return known->second;
    std::optional<InferredWidth> width = own_width(module, environment);
    for (std::size_t i = 0; !width && i < module.children.size(); ++i) {
        width = first_width_inside(module.children[i], environment);
    }
    return first_width_[&module] = std::move(width);
}

}  // namespace paramscope
