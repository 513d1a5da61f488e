#include "formats/every_format.h"

#include <algorithm>

#include "formats/derivation/derivation.h"

namespace paramscope {

std::vector<ReportFormat> every_format() {
    const std::span<const ReportFormat> plain = report_formats();
    std::vector<ReportFormat> all(plain.begin(), plain.end());
    const std::span<const ReportFormat> derivations = derivation_formats();
    all.insert(all.end(), derivations.begin(), derivations.end());
    return all;
}

ReportWriter find_any_writer(std::string_view name) {
    const std::vector<ReportFormat> all = every_format();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ReportFormat& format) { return format.name == name; });
    return found == all.end() ? nullptr : found->write;
}

}  // namespace paramscope
