// A value that copies share until one of them changes: eight bytes, and a copy costs as much as that of a
// number. SharedList is the same for lists.
#pragma once

#include <utility>

#include "base/shared.h"

namespace paramscope {

/// Reads like a pointer to a constant Value; edit() gives the one to change. Starts as a Value{}.
template <typename Value>
class SharedValue {
  public:
    SharedValue() = default;
    SharedValue(Value value) : holder_(new Holder(std::move(value))) {}  // implicit: it is its value

    const Value& operator*() const {
        static const Value none{};
        return holder_ ? holder_->value : none;
    }
    const Value* operator->() const { return &**this; }

    /// The value to change, which nobody else shares.
    Value& edit() {
        if (!holder_.is_sole()) holder_ = Shared<Holder>(new Holder(**this));
        return holder_->value;
    }
    /// True when nobody else shares the value.
    bool is_sole() const { return !holder_ || holder_.is_sole(); }
    /// True when both are one object: then they are equal.
    bool is_same_object(const SharedValue& other) const { return holder_ == other.holder_; }
    friend bool operator==(const SharedValue& a, const SharedValue& b) {
        return a.is_same_object(b) || *a == *b;
    }

  private:
    struct Holder : Counted {
        explicit Holder(Value first) : value(std::move(first)) {}
        Value value;
    };

    Shared<Holder> holder_;
};

}  // namespace paramscope
