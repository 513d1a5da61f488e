#include "app/compare/compared_numbers.h"

#include <algorithm>

#include "base/concat.h"
#include "count/compare/compare_modules.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

std::string short_operations(Integer value) {
    return short_work(value, "");
}

}  // namespace

Shorten shorten_of(int measure) {
    constexpr Shorten kShort[] = {short_count, short_operations, short_operations, short_bytes};
    return kShort[measure];
}

std::string with_thousands_of(Integer value) {
    return with_thousands(value);
}

std::string amount_text(const Quantity& quantity, Shorten write) {
    if (quantity.is_unknown()) return "?";
    return concat(sign_of(quantity.basis), write(*quantity.value));
}

std::string difference_text(const Quantity& a, const Quantity& b, Shorten write) {
    if (!a.value || !b.value) return "";
    const std::optional<Integer> change = checked_subtract(*b.value, *a.value);
    if (!change) return "";
    if (*change == 0) return "=";
    return *change > 0 ? concat("+", write(*change)) : concat("−", write(-*change));
}

std::string ratio_text(const Quantity& a, const Quantity& b) {
    const double value = ratio(a, b);
    if (!(value > 0)) return "";
    if (value < 0.005) return "<0.01 ×";
    return concat(
        value >= 100 ? with_thousands(static_cast<Integer>(std::min(value, 1e30) + 0.5)) : rounded(value, 2),
        " ×");
}

}  // namespace paramscope::app
