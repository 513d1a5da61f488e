#include "formats/every_format.h"

#include <iterator>

#include "base/ranges.h"
#include "formats/derivation/derivation.h"
#include "formats/writers.h"

namespace paramscope {

std::vector<ReportFormat> every_format() {
    const std::span<const ReportFormat> plain = report_formats();
    std::vector<ReportFormat> all(plain.begin(), plain.end());
    const std::span<const ReportFormat> derivations = derivation_formats();
    all.insert(all.end(), derivations.begin(), derivations.end());
    const ReportFormat pictures[] = {{"derivation-html", write_derivation_page},
                                     {"timeline", write_time_line},
                                     {"card", write_card},
                                     {"badge", write_badge},
                                     {"badge-flops", write_flops_badge},
                                     {"badge-memory", write_memory_badge}};
    all.insert(all.end(), std::begin(pictures), std::end(pictures));
    return all;
}

ReportWriter find_any_writer(std::string_view name) {
    const std::vector<ReportFormat> all = every_format();
    const auto* found = find_by(all, &ReportFormat::name, name);
    return found == nullptr ? nullptr : found->write;
}

}  // namespace paramscope
