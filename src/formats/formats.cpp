// The table of output formats without those that explain.

#include "base/ranges.h"
#include "formats/support/write.h"
#include "formats/writers.h"

namespace paramscope {

std::span<const ReportFormat> report_formats() {
    static constexpr ReportFormat formats[] = {
        {"text", write_text_report},   {"json", write_json_report},
        {"csv", write_csv_report},     {"markdown", write_markdown_report},
        {"latex", write_latex_report}, {"model", write_model_report},
        {"html", write_html_report},   {"map", write_map},
        {"strip", write_strip},        {"diagram", write_diagram},
        {"roofline", write_roofline},
    };
    return formats;
}

ReportWriter find_report_writer(std::string_view name) {
    const std::span<const ReportFormat> formats = report_formats();
    const auto* found = find_by(formats, &ReportFormat::name, name);
    return found == nullptr ? nullptr : found->write;
}

}  // namespace paramscope
