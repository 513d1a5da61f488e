// The inspector's tab of memory: the bytes that running and training the model take.
#pragma once

#include <cstdint>
#include <vector>

#include "app/shell/context.h"
#include "count/report/memory.h"

namespace paramscope::app {

class MemoryView {
  public:
    void draw(Context& context);

  private:
    std::vector<MemoryItem> items_;
    std::uint64_t revision_ = 0;  ///< revision of the report that `items_` belong to
};

}  // namespace paramscope::app
