#include "count/library/infer_width.h"

#include <algorithm>
#include <utility>

#include "layers/catalogue.h"

namespace paramscope {
namespace {

/// What a layer that shows its sizes reads, and gives.
std::optional<std::pair<Polynomial, Polynomial>> own_widths(const Module& module,
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
    const auto is_silent = [&](const Module* module) { return !scope(*module, environment).speaks; };
    const auto nearest = std::find_if_not(ancestors.rbegin() + 1, ancestors.rend(), is_silent);
    if (nearest == ancestors.rend()) return std::nullopt;
    const Scope& around = scope(**nearest, environment);
    if (!around.has_stream) return std::nullopt;
    std::vector<Polynomial> widths = around.agreed;
    for (auto above = nearest; above != ancestors.rend(); ++above) {
        const std::vector<Polynomial>& tables = scope(**above, environment).tables;
        if (tables.empty()) continue;
        std::erase_if(widths, [&](const Polynomial& width) {
            return std::none_of(tables.begin(), tables.end(),
                                [&](const Polynomial& table) { return environment.equal(width, table); });
        });
        break;
    }
    if (widths.size() != 1) return std::nullopt;
    return InferredWidth{widths.front(), around.neighbour};
}

const std::optional<WidthInference::Ends>& WidthInference::ends(const Module& module,
                                                                const Environment& environment) {
    const auto known = ends_.find(&module);
    if (known != ends_.end()) return known->second;
    std::optional<Ends> found;
    if (const auto own = own_widths(module, environment)) found = Ends{own->first, own->second, module.type};
    const std::vector<Module>& children = module.children;
    for (auto child = children.begin(); !found && child != children.end(); ++child) {
        found = ends(*child, environment);
    }
    for (auto child = children.rbegin(); found && child != children.rend(); ++child) {
        const std::optional<Ends>& last = ends(*child, environment);
        if (!last) continue;
        found->gives = last->gives;
        break;
    }
    return ends_[&module] = std::move(found);
}

const WidthInference::Scope& WidthInference::scope(const Module& module, const Environment& environment) {
    const auto known = scopes_.find(&module);
    if (known != scopes_.end()) return known->second;
    Scope found;
    for (const Module& child : module.children) {
        const std::optional<Ends>& own = ends(child, environment);
        if (!own) continue;
        if (find_layer(child.type).family == "embedding") found.tables.push_back(own->gives);
        found.has_stream = found.has_stream || !child.children.empty() || !found.tables.empty();
        if (!found.speaks) {
            found.neighbour = own->first;
            found.agreed = {own->reads};
            if (!environment.equal(own->gives, own->reads)) found.agreed.push_back(own->gives);
        }
        found.speaks = true;
        std::erase_if(found.agreed, [&](const Polynomial& width) {
            return !environment.equal(width, own->reads) && !environment.equal(width, own->gives);
        });
    }
    return scopes_[&module] = std::move(found);
}

}  // namespace paramscope
