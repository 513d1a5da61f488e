#include "bindings/element_answers.h"

#include <string_view>
#include <utility>
#include <vector>

#include "bindings/messages.h"

namespace paramscope::bindings {
namespace {

/// What follows each line break.
std::vector<std::string> lines_of(std::string_view text) {
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
    if (!request.opened.empty()) options.opened = lines_of(request.opened);
    return options;
}

Answer write_plain(const BoundModel& model, const std::string& format, const WriteRequest& request) {
    const ReportWriter writer = find_report_writer(format);
    if (writer == nullptr)
        return wrong_request("format", message("request.not_of_element_format", {{"name", format}}));
    const std::pair<const char*, bool> sections[] = {{"conventions", request.conventions},
                                                     {"memory", request.memory},
                                                     {"device", !request.device.empty()}};
    for (const auto& [name, is_wanted] : sections) {
        if (is_wanted) return wrong_request(name, message("request.not_of_element", {{"name", name}}));
    }
    return {writer(model.report(), write_options(model, request))};
}

}  // namespace paramscope::bindings
