// The table of output formats without those that explain.
#include <algorithm>

#include "formats/support/write.h"
#include "formats/writers.h"

namespace paramscope {

std::span<const ReportFormat> report_formats() {
    static constexpr ReportFormat formats[] = {
        {"text", write_text_report},         {"json", write_json_report},   {"csv", write_csv_report},
        {"markdown", write_markdown_report}, {"latex", write_latex_report}, {"model", write_model_report},
        {"html", write_html_report},         {"strip", write_strip},        {"diagram", write_diagram},
        {"roofline", write_roofline},
    };
    return formats;
}

ReportWriter find_report_writer(std::string_view name) {
    const std::span<const ReportFormat> formats = report_formats();
    const auto found = std::find_if(formats.begin(), formats.end(),
                                    [&](const ReportFormat& format) { return format.name == name; });
    return found == formats.end() ? nullptr : found->write;
}

}  // namespace paramscope
