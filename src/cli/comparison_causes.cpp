#include "base/concat.h"
#include "cli/comparison.h"
#include "cli/messages.h"
#include "count/report/cause_words.h"
#include "formats/numbers.h"

namespace paramscope::cli {
namespace {

std::string with_sign(Integer amount) {
    return concat(amount > 0 ? "+" : "", with_thousands(amount));
}

}  // namespace

Message tensor_summary(const TensorComparison& comparison) {
    const std::size_t count = comparison.differences.size();
    if (count == 0) return message("compare.all_same", {{"count", comparison.same}});
    return message("compare.summary",
                   {{"same", comparison.same == 1 ? message("compare.one_same")
                                                  : message("compare.same", {{"count", comparison.same}})},
                    {"differences", count == 1 ? message("compare.one_difference")
                                               : message("compare.differences", {{"count", count}})}});
}

std::vector<std::vector<std::string>> cause_rows(const Report& left, const Report& right,
                                                 const std::vector<Cause>& causes, CauseMeasure measure) {
    const LargestCauses largest = largest_causes(causes, measure);
    if (largest.causes.empty()) return {};
    std::vector<std::vector<std::string>> rows = {{exact(total_of(left, measure)), "A", "", ""}};
    for (const Cause* cause : largest.causes) {
        rows.push_back({with_sign(cause->amount(measure)), title_of(*cause).english(),
                        place_of(*cause).english(), formula_of(left, right, *cause, measure)});
    }
    if (largest.smaller > 0)
        rows.push_back({with_sign(largest.smaller_amount), title_of_smaller(largest).english(), "", ""});
    rows.push_back({exact(total_of(right, measure)), "B", "", ""});
    return rows;
}

}  // namespace paramscope::cli
