// Owns the objects that values refer to, until the evaluation ends.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "open/python/state/value.h"

namespace paramscope::open::python {

/// Objects lie one behind the other in blocks, for there are many, and all end together.
class Heap {
  public:
    Heap() = default;
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;
    ~Heap() {
        for (Object* each : objects_) std::destroy_at(each);
    }

    template <class T>
    T* make() {
        static_assert(sizeof(T) <= kBlock);
        static_assert(alignof(T) <= kAlignment);
        T* object = std::construct_at(static_cast<T*>(take(sizeof(T))));
        objects_.push_back(object);
        return object;
    }
    /// How many objects were made.
    std::size_t size() const { return objects_.size(); }

  private:
    static constexpr std::size_t kBlock = 1u << 15;  // bytes
    static constexpr std::size_t kAlignment = 16;    // of whole numbers of 128 bits

    struct alignas(kAlignment) Block {
        std::byte bytes[kBlock];
    };

    void* take(std::size_t size) {
        size = (size + kAlignment - 1) / kAlignment * kAlignment;
        if (blocks_.empty() || used_ + size > kBlock) {
            blocks_.emplace_back(new Block);  // make_unique() would fill it with zeros
            used_ = 0;
        }
        void* place = blocks_.back()->bytes + used_;
        used_ += size;
        return place;
    }

    std::vector<std::unique_ptr<Block>> blocks_;
    std::size_t used_ = 0;  ///< of the last block
    std::vector<Object*> objects_;
};

}  // namespace paramscope::open::python
