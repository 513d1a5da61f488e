#include "count/count.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "count/environment/environment.h"
#include "count/flow/flow.h"
#include "count/flow/routing.h"
#include "count/messages.h"
#include "count/possible_ties.h"
#include "count/stated_totals.h"
#include "count/total_range.h"
#include "count/totals/totals.h"
#include "count/tree/sharing.h"
#include "count/tree/tree.h"
#include "count/work_range.h"
#include "model/read/read.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostDiagnostics = 200;

/// Removes duplicate diagnostics and caps the list at kMostDiagnostics; a last note counts those left out.
void deduplicate_and_cap(Diagnostics* diagnostics) {
    Diagnostics kept;
    std::size_t left_out = 0;
    for (Diagnostic& diagnostic : *diagnostics) {
        if (contains(kept, diagnostic)) continue;
        if (kept.size() < kMostDiagnostics) {
            kept.push_back(std::move(diagnostic));
        } else {
            ++left_out;
        }
    }
    if (left_out > 0) {
        kept.push_back({Severity::Note, message("diagnostics.left_out", {{"count", left_out}})});
    }
    *diagnostics = std::move(kept);
}

/// Sends the inputs through the tree. Sizes that do not fit are an error where a person wrote the line, and a
/// warning where it was traced: nobody can mend it, and the parameters are known.
void follow_inputs(const Model& model, const Environment& environment, Mode mode, Tree* tree,
                   Diagnostics* diagnostics) {
    Diagnostics found;
    run_flow(tree, environment, mode, &found);
    for (Diagnostic& each : found) {
        if (model.is_traced && each.severity == Severity::Error) each.severity = Severity::Warning;
        diagnostics->push_back(std::move(each));
    }
}

/// Adds a note with a suggested input when a layer has work that no input reached.
void note_missing_input(const Model& model, const Tree& tree, Diagnostics* diagnostics) {
    const bool lacks_work = any_of(tree.nodes, [](const Node& node) {
        return node.layer.rule && node.layer.rule->has_work && node.calls == 0;
    });
    if (!lacks_work) return;
    const std::optional<Dims> suggestion = suggest_input(model);
    Message note = suggestion ? message("input.missing_suggested", {{"shape", to_string(*suggestion)}})
                              : message("input.missing");
    diagnostics->push_back({Severity::Note, std::move(note)});
}

/// Adds a note when the text is one loss.
void note_loss(const Model& model, const Tree& tree, Diagnostics* diagnostics) {
    const Node& root = tree.nodes.front();
    if (!root.layer.rule || root.layer.family() != "loss") return;
    diagnostics->push_back(
        {Severity::Note, message("loss.no_model", {{"type", model.root.type}}), model.root.type_span});
}

const Convention& chosen_convention(const std::string& name, Diagnostics* diagnostics) {
    if (const Convention* convention = find_convention(name)) return *convention;
    const std::string known = join(conventions(), ", ", &Convention::name);
    diagnostics->push_back(
        {Severity::Error, message("convention.unknown", {{"name", name}, {"known", known}})});
    return conventions().front();
}

Report counted(std::shared_ptr<const Model> counted_model, const CountOptions& options,
               Diagnostics reader_diagnostics, ValueChecks* checks) {
    Report report;
    report.model = std::move(counted_model);
    const Model& model = *report.model;
    report.diagnostics = std::move(reader_diagnostics);
    const Convention& convention = chosen_convention(options.convention, &report.diagnostics);
    report.convention = convention.name;
    report.mode = options.mode;
    report.causal = options.causal;
    report.given_inputs = options.inputs;
    Environment environment(model, options, &report.diagnostics, checks);
    report.inputs = environment.inputs();
    report.cached = environment.cached();
    const bool is_empty = model.root.type.empty();
    if (!is_empty) {
        Tree tree = build_tree(model, environment, &report.diagnostics);
        set_expert_shares(&tree, environment, &report.diagnostics);
        follow_inputs(model, environment, options.mode, &tree, &report.diagnostics);
        apply_sharing(model, &tree, environment, &report.diagnostics);
        find_possible_ties(model, environment, tree, &report);
        note_loss(model, tree, &report.diagnostics);
        const bool has_input = !environment.inputs().empty() || !options.inputs.empty() || model.is_traced;
        const bool lacks_only_input = !has_input && !has_errors(report.diagnostics);
        if (lacks_only_input) note_missing_input(model, tree, &report.diagnostics);
        sum_up(std::move(tree), environment, convention, options, &report);
        find_possible_buffers(&report);
        add_total_range(&report);
        compare_stated_total(&report);
    }
    report.variables = environment.take_variables();
    add_work_range(&report);
    deduplicate_and_cap(&report.diagnostics);
    return report;
}

/// The options with sizes that the model refused completed to one image; nullopt where that makes no sense.
std::optional<CountOptions> with_one_image(const Model& model, const CountOptions& options) {
    if (options.inputs.size() != 1) return std::nullopt;
    const std::optional<Dims> image = one_image(model, options.inputs.front());
    if (!image) return std::nullopt;
    CountOptions completed = options;
    completed.inputs = {*image};
    return completed;
}

}  // namespace

Report count(std::shared_ptr<const Model> model, const CountOptions& options, Diagnostics reader_diagnostics,
             ValueChecks* checks) {
    const bool is_readable = !has_errors(reader_diagnostics);
    Report report = counted(model, options, reader_diagnostics, checks);
    if (!is_readable || !has_errors(report.diagnostics)) return report;
    const std::optional<CountOptions> completed = with_one_image(*model, options);
    if (!completed) return report;
    reader_diagnostics.push_back(note_of_image(options.inputs.front(), completed->inputs.front()));
    Report of_image = counted(std::move(model), *completed, std::move(reader_diagnostics), checks);
    return has_errors(of_image.diagnostics) ? std::move(report) : std::move(of_image);
}

Report count_text(std::string_view text, const CountOptions& options) {
    Diagnostics diagnostics;
    auto model = std::make_shared<Model>(read_model_text(text, &diagnostics));
    model->ties.insert(model->ties.end(), options.ties.begin(), options.ties.end());
    model->has_no_more_ties |= options.has_no_more_ties;
    return count(std::move(model), options, std::move(diagnostics));
}

}  // namespace paramscope
