#include "formats/pictures/diagram/module_diagram.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "count/record_flow.h"
#include "formats/pictures/diagram/layered.h"

namespace paramscope {
namespace {

constexpr std::uint32_t kNone = ~0u;

/// True for modules whose subtrees have the same types and count the same, call for call.
bool are_equal(const Report& report, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t size = report.nodes[a].subtree_end - a;
    if (report.nodes[b].subtree_end - b != size) return false;
    for (std::uint32_t i = 0; i < size; ++i) {
        const NodeReport &one = report.nodes[a + i], &other = report.nodes[b + i];
        const bool is_same = one.type == other.type && &*one.facts == &*other.facts &&
                             one.subtree_end - a == other.subtree_end - b &&
                             (i == 0 || one.name == other.name);
        if (!is_same) return false;
    }
    return true;
}

Integer repeats_of(const Report& report, std::uint32_t module) {
    const OptionalInteger repeat = report.nodes[module].facts->repeat().value;
    return repeat ? std::max(*repeat, Integer{1}) : Integer{1};
}

class ModuleDiagramMaker {
  public:
    ModuleDiagramMaker(const Report& report, const FlowGraphs& graphs, std::uint32_t module)
        : report_(report), module_(module) {
        const auto found = graphs.find(module);
        if (found != graphs.end()) graph_ = &found->second;
    }

    ModuleDiagram run() {
        diagram_.flow = find_flow();
        if (diagram_.flow == ModuleDiagram::Flow::Known) {
            add_steps();
            drop_unused_ends();
            join_equal();
            number_calls();
        }
        add_uncalled();
        fold();
        return std::move(diagram_);
    }

  private:
    ModuleDiagram::Flow find_flow() const {
        if (graph_ != nullptr) return graph_->is_cut ? ModuleDiagram::Flow::Cut : ModuleDiagram::Flow::Known;
        if (report_.nodes.size() > kMostRecordedModules) return ModuleDiagram::Flow::Cut;
        const std::string_view family = report_.nodes[module_].facts->family;
        if (family == "container") return ModuleDiagram::Flow::List;
        const bool is_layer = family != "custom" && family != "block";
        return is_layer ? ModuleDiagram::Flow::Whole : ModuleDiagram::Flow::Unknown;
    }

    void add_steps() {
        for (const FlowStep& step : graph_->steps) {
            DiagramStep& added = diagram_.steps.emplace_back();
            added.kind = static_cast<DiagramStep::Kind>(step.kind);
            added.name = step.name;
            if (step.kind != FlowStep::Kind::Module) continue;
            added.modules = {step.module};
            added.copies = repeats_of(report_, step.module);
        }
        for (const FlowArrow& arrow : graph_->arrows)
            diagram_.arrows.push_back({arrow.from, arrow.to, arrow.signal});
    }

    /// Removes inputs and outputs without arrows, and tensors that nothing takes.
    void drop_unused_ends() {
        std::vector<bool> is_joined(diagram_.steps.size());
        for (const DiagramArrow& arrow : diagram_.arrows) is_joined[arrow.from] = is_joined[arrow.to] = true;
        std::vector<std::uint32_t> places(diagram_.steps.size(), kNone);
        std::vector<DiagramStep> kept;
        for (std::size_t i = 0; i < diagram_.steps.size(); ++i) {
            const DiagramStep::Kind kind = diagram_.steps[i].kind;
            const bool is_end = kind != DiagramStep::Kind::Module && kind != DiagramStep::Kind::Operation;
            if (is_end && !is_joined[i]) continue;
            places[i] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(std::move(diagram_.steps[i]));
        }
        move_to(places, std::move(kept));
    }

    /// Makes equal modules one step, each of which has only the one before it to follow: "12 ×".
    void join_equal() {
        const std::size_t count = diagram_.steps.size();
        std::vector<std::set<std::uint32_t>> before(count), after(count);
        for (const DiagramArrow& arrow : diagram_.arrows) {
            before[arrow.to].insert(arrow.from);
            after[arrow.from].insert(arrow.to);
        }
        std::vector<std::uint32_t> heads(count);
        for (std::uint32_t i = 0; i < count; ++i) heads[i] = i;
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            if (after[i].size() != 1) continue;
            const std::uint32_t next = *after[i].begin();
            if (next <= i || !are_alike(i, next) || !takes_same(before, i, next)) continue;
            heads[next] = heads[i];
        }
        std::vector<std::uint32_t> places(count);
        std::vector<DiagramStep> kept;
        for (std::uint32_t i = 0; i < count; ++i) {
            DiagramStep& step = diagram_.steps[i];
            if (heads[i] == i) {
                places[i] = static_cast<std::uint32_t>(kept.size());
                kept.push_back(std::move(step));
                continue;
            }
            DiagramStep& head = kept[places[i] = places[heads[i]]];
            head.copies += step.copies;
            head.modules.push_back(step.modules.front());
        }
        move_to(places, std::move(kept));
    }

    bool are_alike(std::uint32_t a, std::uint32_t b) const {
        const DiagramStep &one = diagram_.steps[a], &other = diagram_.steps[b];
        return one.kind == DiagramStep::Kind::Module && other.kind == DiagramStep::Kind::Module &&
               one.modules.front() != other.modules.front() &&
               are_equal(report_, one.modules.front(), other.modules.front());
    }

    /// True when `next` takes the output of `step` and otherwise what `step` takes besides its first input.
    bool takes_same(const std::vector<std::set<std::uint32_t>>& before, std::uint32_t step,
                    std::uint32_t next) const {
        if (before[step].size() != before[next].size()) return false;
        std::size_t shared = 0;
        for (const std::uint32_t from : before[next]) shared += from != step && before[step].contains(from);
        return shared + 1 == before[next].size();
    }

    void number_calls() {
        std::map<std::uint32_t, std::uint32_t> calls;
        for (DiagramStep& step : diagram_.steps) {
            if (step.kind == DiagramStep::Kind::Module) step.call = ++calls[step.modules.front()];
        }
        for (DiagramStep& step : diagram_.steps) {
            if (step.kind == DiagramStep::Kind::Module) step.calls = calls[step.modules.front()];
        }
    }

    /// Adds the children that the flow does not reach; without a known flow, all.
    void add_uncalled() {
        std::set<std::uint32_t> called;  // and the modules around them
        for (const DiagramStep& step : diagram_.steps) {
            for (std::uint32_t module : step.modules) {
                while (module != module_ && called.insert(module).second)
                    module = report_.nodes[module].parent;
            }
        }
        std::vector<std::uint32_t> uncalled;
        for (const std::uint32_t child : report_.children(module_)) {
            if (!called.contains(child)) uncalled.push_back(child);
        }
        const bool is_list = diagram_.steps.empty() && uncalled.size() > kMostModuleBoxes;
        return is_list ? add_long_list(uncalled) : add_children(uncalled);
    }

    void add_children(std::span<const std::uint32_t> children) {
        const bool is_known = diagram_.flow == ModuleDiagram::Flow::Known;
        for (const std::uint32_t child : children) {
            DiagramStep& step = diagram_.steps.emplace_back();
            step.kind = DiagramStep::Kind::Module;
            step.modules = {child};
            step.copies = repeats_of(report_, child);
            step.is_called = !is_known;
        }
    }

    /// Adds what fold() would leave of the children, without steps for all of them.
    void add_long_list(std::span<const std::uint32_t> children) {
        constexpr std::size_t kFirst = kMostModuleBoxes / 2, kLast = kMostModuleBoxes - kFirst - 1;
        const std::span<const std::uint32_t> middle =
            children.subspan(kFirst, children.size() - kFirst - kLast);
        add_children(children.first(kFirst));
        DiagramStep& more = diagram_.steps.emplace_back();
        more.kind = DiagramStep::Kind::More;
        more.modules.edit().assign(middle.begin(), middle.end());
        more.steps = middle.size();
        add_children(children.last(kLast));
    }

    /// Replaces the middle steps by one while there are too many.
    void fold() {
        std::size_t most = kMostModuleBoxes;
        while (most > 2 && is_too_large(most)) {
            fold_middle(std::min(most, diagram_.steps.size() - 1));
            most /= 2;
        }
    }

    bool is_too_large(std::size_t most) const {
        if (diagram_.steps.size() > most) return true;
        std::vector<LayeredEdge> edges;
        for (const DiagramArrow& arrow : diagram_.arrows) edges.emplace_back(arrow.from, arrow.to);
        return crossed_layers(diagram_.steps.size(), edges) > kMostCrossedLayers;
    }

    /// Keeps so many steps in an order along the arrows, of which the one in the middle stands for the rest:
    /// such a range can be one step, for no arrow leads out of it and back.
    void fold_middle(std::size_t keep) {
        const std::vector<std::uint32_t> order = in_order();
        const std::size_t first = keep / 2, end = order.size() - (keep - first - 1);
        std::vector<std::uint32_t> places(diagram_.steps.size());
        std::vector<DiagramStep> kept;
        DiagramStep more;
        more.kind = DiagramStep::Kind::More;
        more.steps = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            DiagramStep& step = diagram_.steps[order[i]];
            if (i >= first && i < end) {
                more.steps += step.steps;
                for (const std::uint32_t module : step.modules) more.modules.push_back(module);
                places[order[i]] = static_cast<std::uint32_t>(first);
            } else {
                places[order[i]] = static_cast<std::uint32_t>(i < first ? i : i - (end - first) + 1);
                kept.push_back(std::move(step));
            }
        }
        kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(first), std::move(more));
        move_to(places, std::move(kept));
    }

    std::vector<std::uint32_t> in_order() const {
        std::vector<std::vector<std::uint32_t>> after(diagram_.steps.size());
        std::vector<std::uint32_t> waits_for(diagram_.steps.size());
        for (const DiagramArrow& arrow : diagram_.arrows) {
            after[arrow.from].push_back(arrow.to);
            ++waits_for[arrow.to];
        }
        std::set<std::uint32_t> ready;  // the earliest of them is next
        for (std::uint32_t i = 0; i < waits_for.size(); ++i) {
            if (waits_for[i] == 0) ready.insert(i);
        }
        std::vector<std::uint32_t> order;
        while (!ready.empty()) {
            const std::uint32_t step = *ready.begin();
            ready.erase(ready.begin());
            order.push_back(step);
            for (const std::uint32_t next : after[step]) {
                if (--waits_for[next] == 0) ready.insert(next);
            }
        }
        return order;
    }

    /// Takes other steps: the step i has become the one at places[i]. Of arrows between the same two, the
    /// first is kept.
    void move_to(const std::vector<std::uint32_t>& places, std::vector<DiagramStep> steps) {
        diagram_.steps = std::move(steps);
        std::vector<DiagramArrow> arrows;
        std::set<std::pair<std::uint32_t, std::uint32_t>> known;
        for (DiagramArrow& arrow : diagram_.arrows) {
            const std::uint32_t from = places[arrow.from], to = places[arrow.to];
            if (from == kNone || to == kNone || from == to || !known.emplace(from, to).second) continue;
            arrows.push_back({from, to, std::move(arrow.signal)});
        }
        diagram_.arrows = std::move(arrows);
    }

    const Report& report_;
    const std::uint32_t module_;
    const FlowGraph* graph_ = nullptr;
    ModuleDiagram diagram_;
};

}  // namespace

const ModuleDiagram& ModuleDiagrams::of(const Report& report, std::uint32_t module) const {
    const auto known = made_.find(module);
    if (known != made_.end()) return known->second;
    return made_.emplace(module, ModuleDiagramMaker(report, graphs_, module).run()).first->second;
}

}  // namespace paramscope
