// Switches of the tab Memory for what few people use: adapters, ZeRO, several devices, and what the host
// holds. Behind one line until they are asked for, or one is set.
#pragma once

#include <array>
#include <string>

#include "app/ui/kept_field.h"
#include "count/cost/memory_plan.h"

namespace paramscope::app {

class SharingSwitches {
  public:
    /// Adapters and ZeRO are of training.
    void draw(MemoryOptions* options);

  private:
    /// A whole number that is typed; what is no number of its range is marked and leaves the last one.
    struct Number {
        std::string text;
        Integer value = -1;  ///< that the text was last in step with
        Integer known = -1;  ///< of the options when they were last in step with the fields
        bool is_wrong = false;

        /// Takes a number that was set elsewhere.
        void follow(Integer number);
        void type(Integer least, Integer most);
    };

    void draw_training(MemoryOptions* options, float width);
    void draw_devices(MemoryOptions* options);

    bool is_open_ = false;
    Number rank_;
    std::array<Number, 4> devices_;  ///< all of them, and those that share tensors, layers and experts
    KeptField modules_;
};

}  // namespace paramscope::app
