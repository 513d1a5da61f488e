// A field for the devices of a plan: a name of the table, several of one, or a device by its numbers.
#pragma once

#include <string>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"

namespace paramscope::app {

class DeviceField {
  public:
    void draw(Context& context);

  private:
    KeptField field_;
    std::string problem_;  ///< why what was typed last is no device
};

}  // namespace paramscope::app
