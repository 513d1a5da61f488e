#include "bindings/headline.h"

#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::bindings {

transfer::Counted count_first(transfer::Counter& counter) {
    transfer::Settings settings;
    settings.convention = CountOptions().convention;
    return counter.count(settings);
}

std::string headline(const transfer::Counted& counted, bool is_chinese) {
    const Report& report = counted.report;
    const bool is_known = report.root() != nullptr && !has_errors(report.diagnostics) &&
                          !counted.is_invalid && !counted.is_source_code;
    if (!is_known) return "\n";
    const Quantity& flops = report.root()->facts->flops;
    return concat(total_in_words(report, is_chinese ? kChineseBounds : kEnglishBounds), "\n",
                  flops.is_unknown() ? "" : short_range(flops, report.flops_bounds));
}

}  // namespace paramscope::bindings
