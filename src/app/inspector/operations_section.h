// The section of a module's operations, by kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/panel/context.h"
#include "layers/work.h"

namespace paramscope::app {

/// The number of listed kinds of operations; the remaining kinds are sizes used by conventions.
inline constexpr std::size_t kListedOperations = static_cast<std::size_t>(Operation::LookUp) + 1;

/// How often a module and its descendants perform each kind of operation, in one run of the module's parent.
std::vector<std::pair<Operation, Quantity>> tally_of(const Report& report, std::size_t node);

class OperationsSection {
  public:
    /// Draws the operations of the selected module; nothing when there are none.
    void draw(const Workspace& workspace);

  private:
    std::vector<std::pair<Operation, Quantity>> tally_;
    std::uint64_t revision_ = 0;
    std::size_t node_ = SIZE_MAX;
};

}  // namespace paramscope::app
