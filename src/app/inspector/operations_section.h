// What a module does, by kind of operation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/shell/context.h"
#include "layers/work.h"

namespace paramscope::app {

/// The kinds of operations that are told; those after them are sizes that conventions have their rules on.
inline constexpr std::size_t kListedOperations = static_cast<std::size_t>(Operation::LookUp) + 1;

/// How often a module and all in it do each kind of operation, in one run of what it stands in.
std::vector<std::pair<Operation, Quantity>> tally_of(const Report& report, std::size_t node);

class OperationsSection {
  public:
    /// Draws the tally of the chosen module; nothing where there is none.
    void draw(const Workspace& workspace);

  private:
    std::vector<std::pair<Operation, Quantity>> tally_;
    std::uint64_t revision_ = 0;
    std::size_t node_ = SIZE_MAX;
};

}  // namespace paramscope::app
