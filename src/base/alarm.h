// Says when a part of a frame has passed.
#pragma once

#include <chrono>

namespace paramscope {

class Alarm {
  public:
    explicit Alarm(std::chrono::milliseconds part) : end_(std::chrono::steady_clock::now() + part) {}
    bool rings() const { return std::chrono::steady_clock::now() >= end_; }

  private:
    std::chrono::steady_clock::time_point end_;
};

}  // namespace paramscope
