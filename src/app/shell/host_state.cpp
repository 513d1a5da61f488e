#include "app/shell/host_state.h"

#include "base/concat.h"
#include "base/source.h"
#include "formats/support/json_stream.h"
#include "formats/writers.h"

namespace paramscope::app {
namespace {

/// Digits as text: JSON.parse of a page rounds integers beyond 2^53.
std::optional<std::string> digits(const Quantity& quantity) {
    return quantity.value ? std::optional(to_string(*quantity.value)) : std::nullopt;
}

/// "3:7: expected `)`": the first error with its line and column; nullopt where there is none.
std::optional<std::string> error_text(const Workspace& workspace) {
    if (!workspace.input_error().empty()) return concat("input: ", workspace.input_error().english());
    const Diagnostic* error = workspace.error();
    if (error == nullptr) return std::nullopt;
    const Position at = position_at(*workspace.document().text, error->span.begin);
    return concat(at.line, ":", at.column, ": ", error->message.english());
}

}  // namespace

std::string host_state(const Context& context) {
    const Workspace& workspace = context.workspace;
    const Report& report = workspace.report();
    const NodeReport* root = report.root();
    JsonStream json(0);
    json.object([&] {
        json.member("source", workspace.document().name);
        json.member("parameters", root != nullptr ? digits(root->facts->parameters) : std::nullopt);
        json.member("macs", root != nullptr ? digits(root->facts->macs) : std::nullopt);
        json.member("flops", root != nullptr ? digits(root->facts->flops) : std::nullopt);
        json.member("complete", root != nullptr && root->facts->parameters.is_complete() &&
                                    root->facts->macs.is_complete());
        json.member("nodes", Integer(report.nodes.size()));
        json.member("rows", Integer(context.tree.rows().size()));
        json.member("error", error_text(workspace));
        json.member("stale", workspace.is_stale());
        json.member("counting", workspace.is_counting());
        json.member("adjusting", workspace.is_adjusting());
        json.member("input", workspace.input_text());
        json.member("selected", root != nullptr ? report.path(workspace.selected()) : "");
    });
    return json.take();
}

HostStateVersion host_state_version(const Context& context) {
    const Workspace& workspace = context.workspace;
    return {workspace.versions().document, workspace.versions().answer, context.tree.rows().size(),
            workspace.is_counting(),       workspace.is_adjusting(),    workspace.is_stopped()};
}

std::string embed_report(const Workspace& workspace) {
    WriteOptions options;
    options.depth = 0;
    options.source_text = *workspace.document().text;
    options.diagnostics = &workspace.problems();
    options.activations = &workspace.activations();
    JsonStream json(0);
    json.object([&] {
        json.member("name", workspace.report_name());
        json.member("input", workspace.input_text());
        json.member("stale", workspace.is_stale());
        json.member("error", error_text(workspace));
        json.key("report");
        json.raw(write_json_report(workspace.report(), options));
    });
    return json.take();
}

}  // namespace paramscope::app
