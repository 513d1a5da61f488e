// Memory for many small objects that come and go: lists, formulas, shared values.
//
// Freed objects wait in a list of their size for the next one, so taking and giving back cost a few
// instructions where malloc() needs two hundred. The memory is not returned to the system. Each thread has
// its own lists. Builds with the address sanitizer use malloc(), so that it sees every object.
#pragma once

#include <cstddef>

namespace paramscope {

/// Memory of that many bytes, aligned for any object.
void* take_memory(std::size_t bytes);
/// Gives memory back that take_memory() gave for as many bytes.
void give_memory_back(void* memory, std::size_t bytes);

/// The allocator of containers that are many and small.
template <typename Item>
struct PoolAllocator {
    using value_type = Item;

    PoolAllocator() = default;
    template <typename Other>
    PoolAllocator(const PoolAllocator<Other>&) {}

    Item* allocate(std::size_t count) { return static_cast<Item*>(take_memory(count * sizeof(Item))); }
    void deallocate(Item* items, std::size_t count) { give_memory_back(items, count * sizeof(Item)); }

    friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }
};

}  // namespace paramscope
