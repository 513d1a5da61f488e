// The models that were open in this visit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/document/state.h"

namespace paramscope::app {

/// A model as it was left.
struct LeftModel {
    Document document;
    std::string parameters;  ///< in short, "" if unknown
};

class Recent {
  public:
    /// Notes the present model; call it once in each frame.
    void follow(const Workspace& workspace);
    /// Those before the present one, the last first.
    std::span<const LeftModel> models() const { return models_; }

  private:
    void leave(const Workspace& workspace);

    std::vector<LeftModel> models_;
    LeftModel present_;
    Versions seen_;
};

}  // namespace paramscope::app
