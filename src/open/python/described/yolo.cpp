// Opens networks of YOLO as yaml describes them: ultralytics', and those of YOLOv5 to v9. The yaml becomes
// JSON, and a text of libraries/others builds the modules.
#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/read/read.h"
#include "model/stated_totals.h"
#include "open/formats.h"
#include "open/messages.h"
#include "open/python/described/described.h"
#include "open/python/texts/quoted.h"
#include "open/support/json.h"
#include "open/support/yaml.h"

namespace paramscope::open {
namespace {

/// The total that a comment states beside a scale: "n: [0.33, 0.25, 1024] # summary: 225 layers, 3157200
/// parameters".
std::optional<StatedTotal> stated_total(std::string_view text, std::string_view scale) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        const std::string_view line = trim(text.substr(at, end - at));
        if (!scale.empty() && line.starts_with(concat(scale, ":")))
            return whole_total(find_stated_totals(text, at, end));
    }
    return std::nullopt;
}

/// The scale that the name of the file ends in, "yolov8s-seg.yaml", or that was asked for; else the first
/// one.
struct Scale {
    std::string name;
    bool is_chosen = false;
};

Scale scale_of(const JsonValue& scales, const Beginning& beginning) {
    if (!scales.find(beginning.expression).is_missing()) return {std::string(beginning.expression), true};
    const std::string_view file = beginning.name.substr(beginning.name.find_last_of("/\\") + 1);
    for (std::size_t at = 1; at < file.size(); ++at) {
        const std::string_view letter = file.substr(at, 1);
        const bool is_end = at + 1 == file.size() || file[at + 1] == '.' || file[at + 1] == '-';
        if (is_digit(file[at - 1]) && is_end && !scales.find(letter).is_missing())
            return {std::string(letter), true};
    }
    for (const JsonValue each : scales.items()) return {each.key().string(), false};
    return {"", true};
}

}  // namespace

bool is_yolo(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    const auto has_line = [&](std::string_view line) {
        return text.starts_with(line) || text.find(concat('\n', line)) != std::string_view::npos;
    };
    return has_line("backbone:") && has_line("head:") && has_line("nc:") &&
           text.find("[-1,") != std::string_view::npos;
}

Opened open_yolo(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::string json = yaml_as_json(opened.source_text);
    const Result<JsonDocument> document = JsonDocument::parse(json);
    if (!document || document->root().find("backbone").size() == 0) {
        opened.diagnostics.push_back({Severity::Error, message("yolo.no_layers")});
        return opened;
    }
    const Scale scale = scale_of(document->root().find("scales"), beginning);
    const std::optional<StatedTotal> found = stated_total(opened.source_text, scale.name);
    const std::string stated = found ? to_string(found->number.value) : "0";
    const std::string code =
        concat("import json\nimport torch\nfrom _yolo import model_of\nmodel = model_of(json.loads(",
               python::quoted(json), "), ", python::quoted(scale.name), ", ", stated,
               ")\nmodel(torch.zeros(1, model.channels, 640, 640))\n");
    if (!python::build_described(code, beginning, opened)) return opened;
    if (!scale.is_chosen)
        opened.diagnostics.push_back({Severity::Note, message("yolo.scale", {{"scale", scale.name}})});
    // What the text states is compared with what is counted.
    const std::string total = stated == "0" ? "" : concat("\nTotal params: ", stated, '\n');
    opened.model = concat(opened.model.text(), total);
    return opened;
}

}  // namespace paramscope::open
