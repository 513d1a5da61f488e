// What the model takes in memory: to run, and to train.
#pragma once

#include <cstdint>
#include <vector>

#include "app/context.h"
#include "count/memory.h"

namespace paramscope::app {

class MemoryPanel {
  public:
    void draw(const Workspace& workspace);

  private:
    std::vector<MemoryItem> items_;
    std::uint64_t revision_ = 0;
};

}  // namespace paramscope::app
