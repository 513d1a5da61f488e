#include "app/shell/host_state.h"

#include <cmath>
#include <cstdio>

#include "algebra/print.h"
#include "base/source.h"

namespace paramscope::app {
namespace {

/// A model can have a complaint for each of its modules: a page around an embed gets the first.
constexpr std::size_t kMostDiagnostics = 100;

std::string quoted(std::string_view words) {
    std::string json = "\"";
    for (const char c : words) {
        if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            json.append("\\u00").append(1, kDigits[static_cast<std::size_t>(c) >> 4]);
            json += kDigits[static_cast<std::size_t>(c) & 15];
            continue;
        }
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json += '"';
}

std::string quoted(const std::optional<Integer>& value) {
    return value ? quoted(to_string(*value)) : "null";
}

std::string boolean(bool value) {
    return value ? "true" : "false";
}

std::string error_text(const Workspace& workspace) {
    if (!workspace.input_error().empty()) return quoted("input: " + workspace.input_error().english());
    const Diagnostic* error = workspace.error();
    if (error == nullptr) return "null";
    const Position at = position_at(workspace.document().text, error->span.begin);
    return quoted(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + error->message.english());
}

std::string places_text(const Places& places) {
    std::string json = "{";
    for (const Places::Place& place : places.all()) {
        if (json.size() > 1) json += ',';
        const auto number = [](float value) { return std::to_string(std::lround(value)); };
        json += quoted(place.name) + ":[" + number(place.low.x) + ',' + number(place.low.y) + ',' +
                number(place.high.x - place.low.x) + ',' + number(place.high.y - place.low.y) + ']';
    }
    return json += '}';
}

/// Adds members to a JSON object.
class Members {
  public:
    Members& add(std::string_view name, const std::string& json) {
        json_ += json_.empty() ? '{' : ',';
        json_ += quoted(name) + ':' + json;
        return *this;
    }
    std::string text() const { return json_.empty() ? "{}" : json_ + '}'; }

  private:
    std::string json_;
};

std::string totals_text(const Report& report, const NodeReport& root) {
    return Members()
        .add("parameters", quoted(root.parameters.value))
        .add("trainable", quoted(root.trainable))
        .add("frozen", quoted(root.frozen))
        .add("buffers", quoted(root.buffers.value))
        .add("macs", quoted(root.macs.value))
        .add("flops", quoted(root.flops.value))
        .add("bytes", quoted(report.bytes))
        .add("parameters_complete", boolean(root.parameters.complete))
        .add("flops_complete", boolean(root.flops.complete))
        .text();
}

std::string formulas_text(const NodeReport& root) {
    Members formulas;
    formulas.add("parameters", quoted(print(root.parameters.formula, Notation::Plain)));
    formulas.add("flops", root.flops.value ? quoted(print(root.flops.formula, Notation::Plain)) : "null");
    return formulas.text();
}

std::string variables_text(const Report& report) {
    Members variables;
    for (const VariableReport& variable : report.variables) {
        if (variable.value) variables.add(variable.name, quoted(to_string(*variable.value)));
    }
    return variables.text();
}

std::string diagnostics_text(const Workspace& workspace) {
    std::string json = "[";
    std::size_t left = kMostDiagnostics;
    for (const Diagnostic& diagnostic : workspace.problems()) {
        if (left-- == 0) break;
        const Position at = position_at(workspace.document().text, diagnostic.span.begin);
        if (json.size() > 1) json += ',';
        json += Members()
                    .add("severity", quoted(to_string(diagnostic.severity)))
                    .add("line", std::to_string(at.line))
                    .add("column", std::to_string(at.column))
                    .add("path", quoted(diagnostic.path))
                    .add("message", quoted(diagnostic.message.english()))
                    .text();
    }
    return json += ']';
}

}  // namespace

std::string published_report(const Workspace& workspace) {
    const Report& report = workspace.report();
    const NodeReport* root = report.root();
    return Members()
        .add("name", quoted(workspace.report_name()))
        .add("input", quoted(workspace.input_text()))
        .add("convention", quoted(report.convention))
        .add("variables", variables_text(report))
        .add("totals", root != nullptr ? totals_text(report, *root) : "null")
        .add("formula", root != nullptr ? formulas_text(*root) : "null")
        .add("stale", boolean(workspace.is_stale()))
        .add("error", error_text(workspace))
        .add("diagnostics", diagnostics_text(workspace))
        .text();
}

std::string published_state(const Context& context) {
    const Workspace& workspace = context.workspace;
    const Report& report = workspace.report();
    const NodeReport* root = report.root();
    const auto value = [root](const Quantity NodeReport::*quantity) {
        return quoted(root != nullptr ? (root->*quantity).value : std::nullopt);
    };
    std::string json = "{\"source\":" + quoted(workspace.document().name);
    json += ",\"parameters\":" + value(&NodeReport::parameters);
    json += ",\"macs\":" + value(&NodeReport::macs);
    json += ",\"flops\":" + value(&NodeReport::flops);
    json += ",\"complete\":" + boolean(root != nullptr && root->parameters.complete && root->macs.complete);
    json += ",\"nodes\":" + std::to_string(report.nodes.size());
    json += ",\"rows\":" + std::to_string(context.tree.rows().size());
    json += ",\"error\":" + error_text(workspace);
    json += ",\"stale\":" + boolean(workspace.is_stale());
    json += ",\"input\":" + quoted(workspace.input_text());
    json += ",\"selected\":" + quoted(root != nullptr ? report.path(workspace.selected()) : "");
    json += ",\"places\":" + places_text(context.places);
    return json += '}';
}

}  // namespace paramscope::app
