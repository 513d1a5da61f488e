#include "app/published.h"

#include <cmath>
#include <cstdio>

#include "base/source.h"

namespace paramscope::app {
namespace {

std::string quoted(std::string_view words) {
    std::string json = "\"";
    for (const char c : words) {
        if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", c);
            json += escape;
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
    if (!workspace.input_error().empty()) return quoted("input: " + workspace.input_error());
    const Diagnostic* error = workspace.error();
    if (error == nullptr) return "null";
    const Position at = position_at(workspace.document().text, error->span.begin);
    return quoted(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + error->message);
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

}  // namespace

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
    json += ",\"selected\":" + quoted(root != nullptr ? report.nodes[workspace.selected()].path : "");
    json += ",\"places\":" + places_text(context.places);
    return json += '}';
}

}  // namespace paramscope::app
