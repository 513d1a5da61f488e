// A list whose first items are inside it: for lists that are short nearly always, such as shapes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "base/pool.h"

namespace paramscope {

/// True for types whose objects are moved by a copy of their bytes, after which the old object needs no
/// destructor. A type says so beside its definition.
template <typename Item>
inline constexpr bool kIsMovedByBytes = std::is_trivially_copyable_v<Item>;

/// Has the members of std::vector that its users need. Holds up to `kInside` items without memory of its own.
template <typename Item, std::size_t kInside>
class SmallList {
  public:
    using value_type = Item;
    using iterator = Item*;
    using const_iterator = const Item*;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;

    SmallList() = default;
    SmallList(std::initializer_list<Item> items) : SmallList(items.begin(), items.end()) {}
    explicit SmallList(std::size_t count, const Item& item = Item()) { resize(count, item); }
    template <std::input_iterator Iterator>
    SmallList(Iterator first, Iterator last) {
        for (; first != last; ++first) push_back(*first);
    }
    SmallList(const SmallList& other) : SmallList(other.begin(), other.end()) {}
    SmallList(SmallList&& other) noexcept { take(other); }
    SmallList& operator=(const SmallList& other) {
        if (this != &other) *this = SmallList(other);
        return *this;
    }
    SmallList& operator=(SmallList&& other) noexcept {
        if (this == &other) return *this;
        release();
        take(other);
        return *this;
    }
    ~SmallList() { release(); }

    Item* data() { return is_inside() ? inside() : outside_; }
    const Item* data() const { return is_inside() ? inside() : outside_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    iterator begin() { return data(); }
    iterator end() { return data() + size_; }
    const_iterator begin() const { return data(); }
    const_iterator end() const { return data() + size_; }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    Item& operator[](std::size_t at) { return data()[at]; }
    const Item& operator[](std::size_t at) const { return data()[at]; }
    Item& front() { return *begin(); }
    const Item& front() const { return *begin(); }
    Item& back() { return *(end() - 1); }
    const Item& back() const { return *(end() - 1); }

    void reserve(std::size_t count) {
        if (count > capacity_) grow(count);
    }
    void push_back(Item item) { emplace_back(std::move(item)); }
    template <typename... Parts>
    Item& emplace_back(Parts&&... parts) {
        if (size_ == capacity_) grow(2 * std::size_t{capacity_});
        return *std::construct_at(data() + size_++, std::forward<Parts>(parts)...);
    }
    void pop_back() { std::destroy_at(data() + --size_); }
    void clear() { erase(begin(), end()); }
    void assign(std::size_t count, const Item& item) { *this = SmallList(count, item); }
    void resize(std::size_t count, const Item& item = Item()) {
        while (size_ > count) pop_back();
        while (size_ < count) push_back(item);
    }
    iterator insert(const_iterator place, Item item) {
        const std::ptrdiff_t at = place - begin();
        push_back(std::move(item));
        std::rotate(begin() + at, end() - 1, end());
        return begin() + at;
    }
    template <std::input_iterator Iterator>
    iterator insert(const_iterator place, Iterator first, Iterator last) {
        const std::ptrdiff_t at = place - begin();
        const auto added = static_cast<std::ptrdiff_t>(size_);
        for (; first != last; ++first) push_back(*first);
        std::rotate(begin() + at, begin() + added, end());
        return begin() + at;
    }
    iterator erase(const_iterator first, const_iterator last) {
        Item* const place = begin() + (first - begin());
        Item* const kept = std::move(begin() + (last - begin()), end(), place);
        while (end() != kept) pop_back();
        return place;
    }
    iterator erase(const_iterator place) { return erase(place, place + 1); }

    friend bool operator==(const SmallList& a, const SmallList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    bool is_inside() const { return capacity_ == kInside; }
    Item* inside() { return std::launder(reinterpret_cast<Item*>(inside_)); }
    const Item* inside() const { return std::launder(reinterpret_cast<const Item*>(inside_)); }

    void grow(std::size_t capacity) {
        Item* const grown = PoolAllocator<Item>().allocate(capacity);
        std::uninitialized_move(begin(), end(), grown);
        const std::uint32_t size = size_;
        release();
        outside_ = grown;
        size_ = size;
        capacity_ = static_cast<std::uint32_t>(capacity);
    }

    /// Takes the items of another list, which is empty afterwards.
    void take(SmallList& other) {
        if (!other.is_inside()) {
            outside_ = other.outside_;
        } else if constexpr (kIsMovedByBytes<Item>) {
            std::memcpy(inside_, other.inside_, sizeof inside_);
        } else {
            std::uninitialized_move(other.begin(), other.end(), inside());
            std::destroy(other.begin(), other.end());
        }
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, static_cast<std::uint32_t>(kInside));
    }

    /// Destroys all items; the list is empty afterwards.
    void release() {
        std::destroy(begin(), end());
        if (!is_inside()) PoolAllocator<Item>().deallocate(outside_, capacity_);
        size_ = 0;
        capacity_ = kInside;
    }

    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = kInside;
    union {
        Item* outside_;  ///< where more than kInside items have room
        alignas(Item) std::byte inside_[kInside * sizeof(Item)];
    };
};

}  // namespace paramscope
