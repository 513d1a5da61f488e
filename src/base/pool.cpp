#include "base/pool.h"

#include <array>

namespace paramscope {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsPooled = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kIsPooled = false;
#else
constexpr bool kIsPooled = true;
#endif
#else
constexpr bool kIsPooled = true;
#endif

constexpr std::size_t kStep = 16;         // bytes; memory is handed out in multiples of this
constexpr std::size_t kLargest = 512;     // bytes; more comes from operator new
constexpr std::size_t kPiece = 1u << 15;  // bytes that are taken from the system at a time

/// A place that waits for its next object.
struct Free {
    Free* next = nullptr;
};

struct Pool {
    std::array<Free*, kLargest / kStep + 1> free{};  ///< by size
    std::byte* unused = nullptr;                     ///< the rest of the last piece
    std::size_t unused_size = 0;
};

thread_local constinit Pool pool;

std::size_t step_of(std::size_t bytes) {
    return (bytes + kStep - 1) / kStep;
}

void* cut_from_piece(std::size_t bytes) {
    if (pool.unused_size < bytes) {
        pool.unused = static_cast<std::byte*>(::operator new(kPiece));
        pool.unused_size = kPiece;
    }
    std::byte* const memory = pool.unused;
    pool.unused += bytes;
    pool.unused_size -= bytes;
    return memory;
}

}  // namespace

void* take_memory(std::size_t bytes) {
    if (!kIsPooled || bytes > kLargest || bytes == 0) return ::operator new(bytes);
    const std::size_t step = step_of(bytes);
    Free* const first = pool.free[step];
    if (first == nullptr) return cut_from_piece(step * kStep);
    pool.free[step] = first->next;
    return first;
}

void give_memory_back(void* memory, std::size_t bytes) {
    if (!kIsPooled || bytes > kLargest || bytes == 0) {
        ::operator delete(memory);
        return;
    }
    Free*& first = pool.free[step_of(bytes)];
    first = new (memory) Free{first};
}

}  // namespace paramscope
