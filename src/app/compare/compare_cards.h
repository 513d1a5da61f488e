// Two models as cards with short numbers, and between them in large type what one is of the other.
#pragma once

#include <functional>
#include <string>

#include "count/report/report.h"

namespace paramscope::app {

/// One of the two.
struct ComparedCard {
    const Report& report;
    std::function<void(float width)> draw_name;
};

/// Side by side, or one below the other in a narrow window; with all digits where `is_exact`.
void draw_compare_cards(const ComparedCard& a, const ComparedCard& b, bool is_exact);

}  // namespace paramscope::app
