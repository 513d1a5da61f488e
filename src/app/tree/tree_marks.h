// Marked rows of the tree, and their sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/panel/context.h"

namespace paramscope::app {

class TreeMarks {
  public:
    /// Clears the marks when the report has another tree.
    void follow(const Workspace& workspace);

    bool has(std::size_t node) const;
    std::size_t count() const { return nodes_.size(); }
    void clear();

    /// Toggles a node's mark.
    void flip(const Context& context, std::size_t node);
    /// Marks all rows from the selected module to this one.
    void extend(const Context& context, std::size_t node);

    /// "3 modules: 201,326,592 parameters (3.0 %), 25.8 GFLOPs", including all copies; a marked module inside
    /// another marked one is counted once.
    const std::string& sum(const Context& context);

  private:
    bool is_inside_another(const Report& report, std::size_t node) const;

    std::vector<std::uint32_t> nodes_;  ///< sorted
    std::size_t nodes_in_report_ = 0;
    std::uint64_t revision_ = 0;
    std::string sum_;
};

}  // namespace paramscope::app
