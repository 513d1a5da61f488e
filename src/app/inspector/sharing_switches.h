// Switches of the tab Memory for what few people use: LoRA, ZeRO, several devices and tensor parallelism.
// Behind one line until they are asked for, or one is set.
#pragma once

#include <string>

#include "count/cost/memory_plan.h"

namespace paramscope::app {

class SharingSwitches {
  public:
    /// LoRA and ZeRO are of training.
    void draw(MemoryOptions* options);

  private:
    /// A whole number that is typed; what is no number of its range is marked and leaves the last one.
    struct Number {
        std::string text;
        Integer value = -1;  ///< that the text was last in step with
        bool is_wrong = false;

        /// Takes a number that was set elsewhere.
        void follow(Integer number);
        void type(Integer least, Integer most);
    };

    void draw_training(MemoryOptions* options, float width);
    void draw_devices(float width);

    bool is_open_ = false;
    Number rank_;
    Number devices_;
    Number parallel_;
    /// Of the options when they were last in step with the two fields.
    Integer known_devices_ = -1, known_parallel_ = -1;
};

}  // namespace paramscope::app
