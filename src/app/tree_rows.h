// The rows of the tree that are shown: a flat list, made anew only when modules open, close or change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/state.h"

namespace paramscope::app {

class TreeRows {
  public:
    /// Follows the workspace; costs nothing when neither the report nor what is open has changed.
    void update(const Workspace& workspace);

    /// Indices into the report's nodes, in order.
    std::span<const std::uint32_t> rows() const { return rows_; }

    /// The row of a node, or of the closed module that hides it.
    std::size_t row_of(std::size_t node) const;

    bool is_open(std::size_t node) const { return open_[node]; }

    /// How often the module exists, the repeats of everything around it multiplied.
    double copies(std::size_t node) const { return copies_[node]; }

  private:
    void open_modules(const Workspace& workspace);
    void count_copies(const Report& report);
    void list_rows(const Report& report);

    std::vector<std::uint32_t> rows_;
    std::vector<bool> open_;
    std::vector<double> copies_;
    std::uint64_t revision_ = 0;
    std::uint64_t opened_generation_ = 0;
};

/// True when a node has modules in it.
bool has_children(const Report& report, std::size_t node);

}  // namespace paramscope::app
