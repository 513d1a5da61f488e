// A list of which many differ in whole numbers only: they share one list, the pattern, and each has its own
// numbers beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "base/shared_list.h"
#include "base/shared_value.h"
#include "base/small_list.h"

namespace paramscope {

/// The numbers in the order of the items. Copies share them.
using Numbers = SmallList<std::uint32_t, 4>;

/// The items are made when somebody asks for the list(). `set_numbers(items, numbers)`, a function beside the
/// type of the items, puts numbers into the items of a pattern.
template <typename Item>
class NumberedList {
  public:
    using Items = typename SharedList<Item>::Items;

    NumberedList() = default;
    NumberedList(SharedList<Item> list) : pattern_(std::move(list)) {}  // implicit: a list without numbers
    NumberedList(std::vector<Item> items) : pattern_(std::move(items)) {}
    NumberedList(std::initializer_list<Item> items) : pattern_(items) {}
    NumberedList(SharedList<Item> pattern, Numbers numbers) : pattern_(std::move(pattern)) {
        if (!numbers.empty()) numbers_ = std::move(numbers);
    }

    /// The items.
    SharedList<Item> list() const {
        const Numbers& own = numbers();
        if (own.empty()) return pattern_;
        Items items(pattern_.begin(), pattern_.end());
        set_numbers(items, own);
        return items;
    }
    /// A copy of the first item that matches; nullopt for none.
    template <typename Matches>
    std::optional<Item> find(const Matches& matches) const {
        for (const Item& item : list()) {
            if (matches(item)) return item;
        }
        return std::nullopt;
    }
    std::size_t size() const { return pattern_.size(); }
    bool empty() const { return pattern_.empty(); }

    /// The items with the numbers of another list; what they are beside their numbers.
    const SharedList<Item>& pattern() const { return pattern_; }
    /// The numbers of the items; none where the pattern is the list.
    const Numbers& numbers() const { return *numbers_; }

    /// The items to change. Numbers are no longer beside them.
    Items& edit() {
        *this = list();
        return pattern_.edit();
    }
    /// Changes every item.
    template <typename Change>
    void change(const Change& change_item) {
        if (empty()) return;
        for (Item& item : edit()) change_item(item);
    }
    void push_back(Item item) { edit().push_back(std::move(item)); }
    void clear() { *this = {}; }

    /// True when both share pattern and numbers: then they are equal.
    bool is_same_object(const NumberedList& other) const {
        return pattern_.identity() == other.pattern_.identity() && numbers_.is_same_object(other.numbers_);
    }
    friend bool operator==(const NumberedList& a, const NumberedList& b) {
        return a.is_same_object(b) || a.list() == b.list();
    }

  private:
    SharedList<Item> pattern_;
    SharedValue<Numbers> numbers_;
};

}  // namespace paramscope
