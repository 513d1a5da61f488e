#include "app/inspector/operations_section.h"

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "count/report/conventions.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

// Most modules that are tallied; larger models would delay the frame.
constexpr std::size_t kMostModules = 20'000;

constexpr Word kNames[kListedOperations] = {
    "op_convolution", "op_linear",    "op_attention_score", "op_attention_value",
    "op_matmul",      "op_recurrent", "op_bilinear",        "op_bias_add",
    "op_add",         "op_multiply",  "op_divide",          "op_exp",
    "op_sqrt",        "op_compare",   "op_look_up",
};

}  // namespace

std::vector<std::pair<Operation, Quantity>> tally_of(const Report& report, std::size_t node) {
    Quantity sums[kListedOperations];
    bool done[kListedOperations] = {};
    const std::size_t end = report.nodes[node].subtree_end;
    std::vector<std::optional<Integer>> times(end - node);
    for (std::size_t i = node; i < end; ++i) {
        const NodeReport& row = report.nodes[i];
        std::optional<Integer>& here = times[i - node];
        here = i == node ? Integer{1} : times[row.parent - node];
        if (!row.facts->repeats_followed) {
            here = here && row.facts->repeat().value ? checked_multiply(*here, *row.facts->repeat().value)
                                                     : std::nullopt;
        }
        const OwnWork own = own_work(row);
        for (std::size_t kind = 0; kind < kListedOperations; ++kind) {
            const Polynomial own_times = times_of(own, static_cast<Operation>(kind));
            if (own_times.is_zero()) continue;
            const std::optional<Integer> each = report.quantity(own_times).value;
            const std::optional<Integer> all = each && here ? checked_multiply(*each, *here) : std::nullopt;
            Quantity& sum = sums[kind];
            const std::optional<Integer> next = all ? checked_add(sum.value.value_or(0), *all) : std::nullopt;
            if (next) sum.value = next;
            if (!next) sum.basis = Basis::Partial;
            done[kind] = true;
        }
    }
    std::vector<std::pair<Operation, Quantity>> tally;
    for (std::size_t kind = 0; kind < kListedOperations; ++kind) {
        if (done[kind]) tally.emplace_back(static_cast<Operation>(kind), std::move(sums[kind]));
    }
    return tally;
}

void OperationsSection::draw(const Workspace& workspace) {
    if (revision_ != workspace.revision() || node_ != workspace.selected()) {
        revision_ = workspace.revision();
        node_ = workspace.selected();
        tally_.clear();
        const NodeReport& node = workspace.report().nodes[node_];
        if (node.subtree_end - node_ <= kMostModules) tally_ = tally_of(workspace.report(), node_);
    }
    if (tally_.empty()) return;
    section(word("operations"));
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    for (const auto& [operation, quantity] : tally_) {
        text_pair(word(kNames[static_cast<std::size_t>(operation)]), palette().muted, exact(quantity),
                  palette().text);
    }
    ImGui::PopStyleVar();
}

}  // namespace paramscope::app
