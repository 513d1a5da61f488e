// An object with several holders, which is deleted with the last of them.
//
// Counts in the object itself and without synchronisation: a pointer costs eight bytes, a copy one addition.
// The engine runs in one thread; a program that counts in several gives each its own models and reports.
#pragma once

#include <cstddef>
#include <utility>

#include "base/pool.h"

namespace paramscope {

/// Base of an object that Shared holds.
class Counted {
  public:
    Counted() = default;
    Counted(const Counted&) {}  // a copy has no holders yet
    Counted& operator=(const Counted&) { return *this; }

    static void* operator new(std::size_t bytes) { return take_memory(bytes); }
    static void operator delete(void* memory, std::size_t bytes) { give_memory_back(memory, bytes); }

  private:
    template <typename Object>
    friend class Shared;
    template <typename Object>
    friend class NumberOr;

    mutable std::size_t holders_ = 0;
};

/// A holder of an object that derives from Counted, or of none.
template <typename Object>
class Shared {
  public:
    Shared() = default;
    explicit Shared(Object* object) : object_(object) { hold(); }
    Shared(const Shared& other) : object_(other.object_) { hold(); }
    Shared(Shared&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Shared() {
        if (object_ != nullptr && --object_->holders_ == 0) delete object_;
    }

    Object* get() const { return object_; }
    Object& operator*() const { return *object_; }
    Object* operator->() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    friend bool operator==(const Shared&, const Shared&) = default;

    /// True when nobody else holds the object.
    bool is_sole() const { return object_ != nullptr && object_->holders_ == 1; }

  private:
    void hold() {
        if (object_ != nullptr) ++object_->holders_;
    }

    Object* object_ = nullptr;
};

}  // namespace paramscope
