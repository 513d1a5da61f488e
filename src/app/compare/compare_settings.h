// The hyper-parameters of the model that is compared with, as fields.
#pragma once

#include "app/document/state.h"
#include "app/ui/kept_field.h"

namespace paramscope::app {

class CompareSettings {
  public:
    /// Begins anew with another model, unfolded or behind a button.
    void reset(bool is_unfolded) {
        fields_ = {};
        is_unfolded_ = is_unfolded;
    }
    /// Draws the fields of `other`, those that `present` has otherwise in another colour. `scrolls`: a few
    /// lines at a time.
    void draw(const Report& present, Workspace* other, bool scrolls);

  private:
    void draw_fields(const Report& present, Workspace* other, std::size_t shown, bool scrolls);
    void draw_field(const Report& present, Workspace* other, const VariableReport& variable);

    KeptField fields_;
    bool is_unfolded_ = false;
};

}  // namespace paramscope::app
