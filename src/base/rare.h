// A value that few objects of a kind have: like std::optional, and as small as a pointer where there is none.
#pragma once

#include <memory>
#include <utility>

namespace paramscope {

template <typename Value>
class Rare {
  public:
    Rare() = default;
    Rare(Value value) : value_(std::make_unique<Value>(std::move(value))) {}  // implicit, as std::optional's
    Rare(const Rare& other) : value_(other ? std::make_unique<Value>(*other) : nullptr) {}
    Rare(Rare&&) noexcept = default;
    Rare& operator=(const Rare& other) { return *this = Rare(other); }
    Rare& operator=(Rare&&) noexcept = default;
    ~Rare() = default;

    explicit operator bool() const { return value_ != nullptr; }
    Value& operator*() { return *value_; }
    const Value& operator*() const { return *value_; }
    Value* operator->() { return value_.get(); }
    const Value* operator->() const { return value_.get(); }

    template <typename... Parts>
    Value& emplace(Parts&&... parts) {
        return *(value_ = std::make_unique<Value>(std::forward<Parts>(parts)...));
    }
    void reset() { value_.reset(); }

  private:
    std::unique_ptr<Value> value_;
};

}  // namespace paramscope
