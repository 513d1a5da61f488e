// A list that copies share until one of them changes: eight bytes, and a copy costs as much as that of a
// number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "base/shared.h"

namespace paramscope {

/// Reads like a std::vector; edit() gives the one to change.
template <typename Item>
class SharedList {
  public:
    using Items = std::vector<Item, PoolAllocator<Item>>;

    SharedList() = default;
    SharedList(Items items) {  // implicit: a list is its items
        if (!items.empty()) list_ = Shared<List>(new List(std::move(items)));
    }
    SharedList(std::vector<Item> items)
        : SharedList(Items(std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()))) {}
    SharedList(std::initializer_list<Item> items) : SharedList(Items(items)) {}

    std::span<const Item> items() const {
        return list_ ? std::span<const Item>(list_->items) : std::span<const Item>();
    }
    auto begin() const { return items().begin(); }
    auto end() const { return items().end(); }
    std::size_t size() const { return items().size(); }
    bool empty() const { return !list_ || list_->items.empty(); }
    const Item& operator[](std::size_t index) const { return items()[index]; }
    const Item& front() const { return items().front(); }
    const Item& back() const { return items().back(); }

    /// The same for lists that share their items; null for an empty one.
    const void* identity() const { return list_.get(); }
    /// The items to change, which no other list shares.
    Items& edit() {
        if (!list_.is_sole()) list_ = Shared<List>(new List(Items(begin(), end())));
        return list_->items;
    }
    /// Changes every item.
    template <typename Change>
    void change(const Change& change_item) {
        if (empty()) return;
        for (Item& item : edit()) change_item(item);
    }
    void push_back(Item item) { edit().push_back(std::move(item)); }
    void clear() { list_ = {}; }

    friend bool operator==(const SharedList& a, const SharedList& b) {
        return a.list_ == b.list_ || std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    struct List : Counted {
        explicit List(Items all) : items(std::move(all)) {}
        Items items;
    };

    Shared<List> list_;
};

}  // namespace paramscope
