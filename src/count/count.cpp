#include "count/count.h"

#include <algorithm>

#include "base/concat.h"
#include "count/environment.h"
#include "count/flow/flow.h"
#include "count/flow/routing.h"
#include "count/sharing.h"
#include "count/tie_hint.h"
#include "count/report/totals.h"
#include "count/tree.h"
#include "model/read.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostDiagnostics = 200;

/// One message is said once for a place, and a flood of them ends in one line that counts the rest.
void thin_out(Diagnostics* diagnostics) {
    Diagnostics kept;
    std::size_t left_out = 0;
    for (Diagnostic& diagnostic : *diagnostics) {
        if (std::find(kept.begin(), kept.end(), diagnostic) != kept.end()) continue;
        if (kept.size() < kMostDiagnostics) {
            kept.push_back(std::move(diagnostic));
        } else {
            ++left_out;
        }
    }
    if (left_out > 0) {
        kept.push_back({Severity::Note, std::to_string(left_out) + " more messages are left out", {}, ""});
    }
    *diagnostics = std::move(kept);
}

void note_missing_input(const Model& model, const Tree& tree, Diagnostics* diagnostics) {
    const bool works = std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) {
        return node.layer.rule && node.layer.rule->has_work && node.calls == 0;
    });
    if (!works) return;
    const std::optional<Dims> suggestion = suggest_input(model);
    diagnostics->push_back({Severity::Note,
                            "no input shape is given, so FLOPs are not known" +
                                (suggestion ? ": try input = " + to_string(*suggestion) : std::string()),
                            {}, ""});
}

const Convention& chosen_convention(const std::string& name, Diagnostics* diagnostics) {
    if (const Convention* convention = find_convention(name)) return *convention;
    std::string known;
    for (const Convention& convention : conventions()) {
        known += concat(known.empty() ? "" : ", ", convention.name);
    }
    diagnostics->push_back(
        {Severity::Error, concat("unknown convention '", name, "'; known are ", known), {}, ""});
    return conventions().front();
}

}  // namespace

Report count(std::shared_ptr<const Model> model, const CountOptions& options, Diagnostics read) {
    Report report;
    report.model = model;
    report.diagnostics = std::move(read);
    const Convention& convention = chosen_convention(options.convention, &report.diagnostics);
    report.convention = convention.name;
    report.mode = options.mode;
    report.causal = options.causal;
    Environment environment(*model, options, &report.diagnostics);
    report.inputs = environment.inputs();
    const bool is_empty = model->root.type.empty();
    if (!is_empty) {
        Tree tree = build_tree(model->root, environment, &report.diagnostics);
        set_expert_shares(&tree, environment, &report.diagnostics);
        run_flow(&tree, environment, &report.diagnostics);
        apply_sharing(*model, &tree, environment, &report.diagnostics);
        const bool is_input_all_that_lacks = environment.inputs().empty() && !has_errors(report.diagnostics);
        if (is_input_all_that_lacks) note_missing_input(*model, tree, &report.diagnostics);
        sum_up(std::move(tree), environment, convention, options, &report);
        note_possible_ties(*model, &report);
    }
    report.variables = environment.take_variables();
    thin_out(&report.diagnostics);
    return report;
}

Report count_text(std::string_view text, const CountOptions& options) {
    Diagnostics diagnostics;
    auto model = std::make_shared<Model>(read_model_text(text, &diagnostics));
    return count(std::move(model), options, std::move(diagnostics));
}

}  // namespace paramscope
