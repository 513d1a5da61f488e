// A list in chunks: items keep their addresses while it grows, and removing the last ones gives memory back.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

namespace paramscope {

template <typename Item>
class ChunkedList {
  public:
    class Iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using pointer = const Item*;
        using reference = const Item&;

        Iterator(const ChunkedList& list, std::size_t at) : list_(&list), at_(at) {}

        const Item& operator*() const { return (*list_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

      private:
        const ChunkedList* list_;
        std::size_t at_;
    };

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Item& operator[](std::size_t i) { return chunks_[i / kChunk][i % kChunk]; }
    const Item& operator[](std::size_t i) const { return chunks_[i / kChunk][i % kChunk]; }
    Item& front() { return (*this)[0]; }
    const Item& front() const { return (*this)[0]; }
    Item& back() { return (*this)[size_ - 1]; }

    Item& emplace_back() {
        if (size_ % kChunk == 0) chunks_.emplace_back().reserve(kChunk);
        ++size_;
        return chunks_.back().emplace_back();
    }
    void pop_back() {
        --size_;
        chunks_.back().pop_back();
        if (chunks_.back().empty()) chunks_.pop_back();
    }

    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size_}; }

  private:
    static constexpr std::size_t kChunk = 128;

    std::vector<std::vector<Item>> chunks_;  ///< all but the last are full
    std::size_t size_ = 0;
};

}  // namespace paramscope
