#include "count/library/infer_width.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope {
namespace {

/// Input and output width of a layer that prints its sizes.
std::optional<std::pair<Polynomial, Polynomial>> printed_widths(const Module& module,
                                                                const Environment& environment) {
    if (module.arguments.empty()) return std::nullopt;
    const FoundLayer found = find_layer(module.type);
    if (!found.rule || !found.rule->width) return std::nullopt;
    Diagnostics ignored;
    const Arguments arguments(*found.signature, module, environment.values(), &ignored);
    const Polynomial width = found.rule->width(arguments);
    if (arguments.failed() || width.is_zero()) return std::nullopt;
    for (const std::string_view name : {"out_features", "out_channels", "nf"}) {
        if (arguments.has(name)) return {{width, arguments.number(name)}};
    }
    return {{width, width}};
}

}  // namespace

std::optional<InferredWidth> WidthInference::infer(const std::vector<const Module*>& ancestors,
                                                   const Environment& environment) {
    const auto shows_no_width = [&](const Module* module) {
        return !child_widths_of(*module, environment).has_any;
    };
    const auto nearest = std::find_if_not(ancestors.rbegin() + 1, ancestors.rend(), shows_no_width);
    if (nearest == ancestors.rend()) return std::nullopt;
    const ChildWidths& around = child_widths_of(**nearest, environment);
    if (!around.has_residual_stream) return std::nullopt;
    std::vector<Polynomial> candidates = around.shared;
    for (auto above = nearest; above != ancestors.rend(); ++above) {
        const std::vector<Polynomial>& embeddings = child_widths_of(**above, environment).embeddings;
        if (embeddings.empty()) continue;
        std::erase_if(candidates, [&](const Polynomial& width) {
            return none_of(embeddings,
                           [&](const Polynomial& other) { return environment.equal(width, other); });
        });
        break;
    }
    if (candidates.size() != 1) return std::nullopt;
    return InferredWidth{candidates.front(), around.neighbour};
}

const std::optional<WidthInference::Widths>& WidthInference::widths_of(const Module& module,
                                                                       const Environment& environment) {
    const auto known = widths_.find(&module);
    if (known != widths_.end()) return known->second;
    std::optional<Widths> found;
    if (const auto printed = printed_widths(module, environment)) {
        found = Widths{printed->first, printed->second, module.type.str()};
    }
    const std::vector<Module>& children = module.children;
    for (auto child = children.begin(); !found && child != children.end(); ++child) {
        found = widths_of(*child, environment);
    }
    for (auto child = children.rbegin(); found && child != children.rend(); ++child) {
        const std::optional<Widths>& last = widths_of(*child, environment);
        if (!last) continue;
        found->output = last->output;
        break;
    }
    return widths_[&module] = std::move(found);
}

const WidthInference::ChildWidths& WidthInference::child_widths_of(const Module& module,
                                                                   const Environment& environment) {
    const auto known = child_widths_.find(&module);
    if (known != child_widths_.end()) return known->second;
    ChildWidths found;
    for (const Module& child : module.children) {
        const std::optional<Widths>& widths = widths_of(child, environment);
        if (!widths) continue;
        if (find_layer(child.type).family() == "embedding") found.embeddings.push_back(widths->output);
        found.has_residual_stream =
            found.has_residual_stream || !child.children.empty() || !found.embeddings.empty();
        if (!found.has_any) {
            found.neighbour = widths->first_type;
            found.shared = {widths->input};
            if (!environment.equal(widths->output, widths->input)) found.shared.push_back(widths->output);
        }
        found.has_any = true;
        std::erase_if(found.shared, [&](const Polynomial& width) {
            return !environment.equal(width, widths->input) && !environment.equal(width, widths->output);
        });
    }
    return child_widths_[&module] = std::move(found);
}

}  // namespace paramscope
