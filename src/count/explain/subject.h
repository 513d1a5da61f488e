// The numbers of a module that are explained, drawn and compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

enum class Subject : std::uint8_t {
    Parameters,
    Macs,
    Flops,
    Activations,  ///< bytes that a training step keeps, see activation_bytes()
};

/// The number of a row for a subject that rows hold: any but Activations.
const Quantity& quantity_of(const NodeReport& row, Subject subject);

/// The numbers of a module and of all below it. Refers to the report.
class SubjectNumbers {
  public:
    SubjectNumbers(const Report& report, Subject subject, std::size_t top = 0);

    /// The number of a module: of `top` or below it.
    const Quantity& of(std::size_t node) const;

  private:
    const Report& report_;
    const Subject subject_;
    const std::size_t top_;
    std::vector<Quantity> computed_;  ///< of `top` and those below it; empty where rows hold the number
};

}  // namespace paramscope
