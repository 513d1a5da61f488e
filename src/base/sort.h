// Sorting whose code is small: std::sort comes anew for every kind of item and order, four times as large.
#pragma once

#include <algorithm>

namespace paramscope {

/// Sorts a vector by `comes_before`; items of which neither does may end in any order.
template <class Items, class Order>
void sort_items(Items& items, const Order& comes_before) {
    std::make_heap(items.begin(), items.end(), comes_before);
    std::sort_heap(items.begin(), items.end(), comes_before);
}

}  // namespace paramscope
