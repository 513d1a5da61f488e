// Algorithms on whole lists. (Emscripten 3.1 has no std::ranges.) Tests are called with an item, and may be members:
// any_of(tensors, &Tensor::assumed).
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>

namespace paramscope {

/// True when at least one item passes the test.
bool any_of(const auto& list, auto&& test) {
    return std::any_of(std::begin(list), std::end(list), std::ref(test));
}

/// True when no item fails the test.
bool all_of(const auto& list, auto&& test) {
    return std::all_of(std::begin(list), std::end(list), std::ref(test));
}

/// True when no item passes the test.
bool none_of(const auto& list, auto&& test) {
    return !any_of(list, test);
}

/// The number of items that pass the test.
std::size_t count_if(const auto& list, auto&& test) {
    return static_cast<std::size_t>(std::count_if(std::begin(list), std::end(list), std::ref(test)));
}

/// The first item that passes the test; nullptr for none.
auto* find_where(auto&& list, auto&& test) {
    const auto found = std::find_if(std::begin(list), std::end(list), std::ref(test));
    return found == std::end(list) ? nullptr : &*found;
}

/// The first item whose `member` is `value`: find_by(children, &Module::name, "head"); nullptr for none.
auto* find_by(auto&& list, auto member, const auto& value) {
    return find_where(list, [&](const auto& item) { return std::invoke(member, item) == value; });
}

/// True when the list has `value`.
bool contains(const auto& list, const auto& value) {
    return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

/// True when the `member` of an item is `value`.
bool contains_by(const auto& list, auto member, const auto& value) {
    return find_by(list, member, value) != nullptr;
}

/// Sorts by operator<, or by `is_before`.
void sort(auto& list, auto&&... is_before) {
    std::sort(std::begin(list), std::end(list), is_before...);
}

/// Sorts by `is_before`, and leaves equal items in their order.
void stable_sort(auto& list, auto&& is_before) {
    std::stable_sort(std::begin(list), std::end(list), is_before);
}

}  // namespace paramscope
