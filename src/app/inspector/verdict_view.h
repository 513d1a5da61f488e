// The answer of the tab Memory: whether the plan fits into the chosen devices, a bar of what there is on one
// of them, and the sizes of the input that it is for.
#pragma once

#include <string>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"

namespace paramscope::app {

class VerdictView {
  public:
    void draw(Context& context);

  private:
    /// Draws a field for each size of the input that has a name.
    void draw_sizes(Context& context);

    KeptField size_;
};

/// "Fits 2 × RTX 3090", "Does not fit …".
std::string verdict_words(const PlannedMemory& memory);
/// "≈ 31.2 GB of 25.0 GB each".
std::string need_words(const PlannedMemory& memory);
/// Draws one bar as wide as the device's room, or as the total where that is more: the parts, one after the
/// other.
void draw_verdict_bar(const PlannedMemory& memory);

}  // namespace paramscope::app
