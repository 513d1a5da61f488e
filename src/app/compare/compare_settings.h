// The hyper-parameters of the model that is compared with, as fields.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/kept_field.h"
#include "count/report/report.h"

namespace paramscope::app {

class CompareSettings {
  public:
    /// A number for a hyper-parameter.
    struct Entered {
        std::string_view name;
        Rational value;
    };

    /// Begins anew with another model, unfolded or behind a button.
    void reset(bool is_unfolded) {
        fields_ = {};
        is_unfolded_ = is_unfolded;
    }
    /// Draws the fields of `other`, those that `present` has otherwise in another colour; gives the number
    /// that was entered. `scrolls`: a few lines at a time.
    std::optional<Entered> draw(const Report& present, const Report& other, bool scrolls);

  private:
    std::optional<Entered> draw_fields(const Report& present, std::span<const VariableReport> variables,
                                       bool scrolls);
    std::optional<Entered> draw_field(const Report& present, const VariableReport& variable);

    KeptField fields_;
    bool is_unfolded_ = false;
};

}  // namespace paramscope::app
