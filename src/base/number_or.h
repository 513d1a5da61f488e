// A whole number of 63 bits, or a shared object: eight bytes, on every machine.
#pragma once

#include <cstdint>
#include <utility>

#include "base/shared.h"

namespace paramscope {

/// Holds a number inside itself, or an object that derives from Counted, or nothing.
template <typename Object>
class NumberOr {
  public:
    static constexpr std::int64_t kLargest = INT64_MAX / 2;
    static constexpr std::int64_t kSmallest = INT64_MIN / 2;

    NumberOr() = default;  // nothing
    /// A number from kSmallest to kLargest.
    explicit NumberOr(std::int64_t number) : word_(static_cast<std::uint64_t>(number) << 1 | kIsNumber) {}
    explicit NumberOr(Object* object)
        : word_(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object))) {
        hold();
    }
    NumberOr(const NumberOr& other) : word_(other.word_) { hold(); }
    NumberOr(NumberOr&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
    NumberOr& operator=(NumberOr other) noexcept {
        std::swap(word_, other.word_);
        return *this;
    }
    ~NumberOr() {
        if (word_ != 0 && !is_number()) let_go();
    }

    bool is_number() const { return (word_ & kIsNumber) != 0; }
    bool is_nothing() const { return word_ == 0; }
    /// The number, which it holds.
    std::int64_t number() const { return static_cast<std::int64_t>(word_) >> 1; }
    /// The object; null for a number and for nothing.
    Object* object() const {
        return is_number() ? nullptr : reinterpret_cast<Object*>(static_cast<std::uintptr_t>(word_));
    }
    /// True when nobody else holds the object.
    bool is_sole() const { return object() != nullptr && object()->holders_ == 1; }
    /// True for the same number, the same object, or nothing in both.
    friend bool operator==(const NumberOr&, const NumberOr&) = default;

  private:
    static constexpr std::uint64_t kIsNumber = 1;  // no object has an odd address

    void hold() {
        if (Object* const held = object()) ++held->holders_;
    }
    /// Not inlined: most destructors meet numbers.
    [[gnu::noinline]] void let_go() {
        if (--object()->holders_ == 0) delete object();
    }

    std::uint64_t word_ = 0;
};

}  // namespace paramscope
