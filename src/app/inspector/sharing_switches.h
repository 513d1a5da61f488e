// Switches of the tab Memory for what few people use: LoRA, ZeRO, several devices and tensor parallelism.
// Behind one line until they are asked for.
#pragma once

#include <string>

#include "count/report/memory_plan.h"

namespace paramscope::app {

class SharingSwitches {
  public:
    /// True when one was changed. LoRA and ZeRO are of training.
    bool draw(MemoryOptions* options);

  private:
    /// A whole number that is typed; what is no number of its range is marked and leaves the last one.
    struct Number {
        std::string text;
        Integer value;
        bool is_wrong = false;

        bool set(Integer least, Integer most);
    };

    bool draw_training(float width);
    bool draw_devices(float width);

    bool is_open_ = false;
    int zero_ = 0;
    Number rank_{"0", 0};
    Number devices_{"1", 1};
    Number parallel_{"1", 1};
};

}  // namespace paramscope::app
