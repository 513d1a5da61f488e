// Counts an adjustable model at other values of its hyper-parameters, to see which values fit.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "count/count.h"

namespace paramscope::adjust {

/// Values of hyper-parameters by name.
using Assignment = std::vector<std::pair<std::string, Polynomial>>;

/// Limit for the modules that all trials of a model count together; beyond it no value fits.
inline constexpr std::size_t kMostTrialModules = 4'000'000;

class Trial {
  public:
    /// `inputs` are sent through the model; without any, only its tensors are looked at.
    Trial(std::shared_ptr<const Model> model, std::vector<Dims> inputs);

    /// True when the model with these values has no problem that it has not at present, and the same numbers
    /// are known.
    bool fits(const Assignment& values) const { return fits(values, inputs_); }
    /// The same for other inputs.
    bool fits(const Assignment& values, const std::vector<Dims>& inputs) const;

  private:
    Report counted(const Assignment& values, const std::vector<Dims>& inputs) const;

    std::shared_ptr<const Model> model_;
    std::vector<Dims> inputs_;
    Report present_;
    mutable std::size_t counted_modules_ = 0;
};

/// True when two reports have the same numbers, and trust them alike.
bool have_same_numbers(const Report& a, const Report& b);

}  // namespace paramscope::adjust
