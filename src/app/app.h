// The interface: what is on the screen and what it does. ImGui only; the host is platform/platform.h.
#pragma once

#include <string>

#include "platform/platform.h"

namespace paramscope {

class App final : public platform::Program {
  public:
    void frame() override;

  private:
    std::string notes_ = "Paste a model here.";
    std::string last_event_;
};

/// The factory platform::run() asks for.
std::unique_ptr<platform::Program> make_app();

}  // namespace paramscope
