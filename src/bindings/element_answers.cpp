#include "bindings/element_answers.h"

#include <string_view>
#include <utility>
#include <vector>

#include "bindings/messages.h"

namespace paramscope::bindings {
namespace {

/// What follows each line break.
std::vector<std::string> after_line_breaks(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        text.remove_prefix(1);
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.emplace_back(line);
        text.remove_prefix(line.size());
    }
    return lines;
}

}  // namespace

WriteOptions write_options(const BoundModel& model, const WriteRequest& request) {
    WriteOptions options{request.depth, model.text()};
    options.language = request.language == "zh" ? Language::Chinese : Language::English;
    options.strip_width = static_cast<float>(request.width);
    if (!request.opened.empty()) options.opened = after_line_breaks(request.opened);
    return options;
}

Answer find_devices(const std::string& format, const WriteRequest& request, std::optional<Devices>* devices) {
    if (request.device.empty())
        return format == "roofline" ? wrong_request("device", message("request.roofline")) : Answer();
    Result<Devices> found = read_devices(request.device);
    if (!found) return wrong_request("device", found.error().message);
    *devices = *std::move(found);
    return {};
}

void time_on(const Device& device, const BoundModel& model, const MemoryOptions& memory,
             std::optional<DeviceTimes>* times) {
    times->emplace(model.report(), device, memory, [&](Mode mode) {
        CountOptions other = model.options();
        other.mode = mode;
        return model.counted(other);
    });
}

Answer write_plain(const BoundModel& model, const std::string& format, const WriteRequest& request) {
    const ReportWriter writer = find_report_writer(format);
    if (writer == nullptr)
        return wrong_request("format", message("request.not_of_element_format", {{"name", format}}));
    const bool is_picture =
        format == "map" || format == "strip" || format == "diagram" || format == "roofline";
    const std::pair<const char*, bool> sections[] = {{"conventions", request.conventions},
                                                     {"memory", request.memory},
                                                     {"device", !request.device.empty() && !is_picture}};
    for (const auto& [name, is_wanted] : sections) {
        if (is_wanted) return wrong_request(name, message("request.not_of_element", {{"name", name}}));
    }
    std::optional<Devices> devices;
    if (Answer wrong = find_devices(format, request, &devices); !wrong.wrong.empty()) return wrong;
    std::optional<DeviceTimes> times;
    if (devices) time_on(devices->device, model, {}, &times);
    WriteOptions options = write_options(model, request);
    if (times) times->add_to(&options, format);
    return {writer(model.report(), options)};
}

}  // namespace paramscope::bindings
