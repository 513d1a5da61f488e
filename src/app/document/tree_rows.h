// The rows of the tree that are shown: a flat list, made anew only when what it is made of changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/document/state.h"

namespace paramscope::app {

/// What rows can be sorted by.
enum class SortKey : std::uint8_t { None, Name, Type, Output, Parameters, Buffers, Macs, Flops };

/// How the tree is looked at; which modules are open stands in the document.
struct TreeView {
    SortKey key = SortKey::None;  ///< among siblings; None: as printed
    bool ascending = false;
    bool gathers_repeats = false;  ///< equal neighbours share a row
    std::string filter = {};       ///< see tree_filter.h; shows what it lets through and what that stands in
    std::string focus = {};        ///< path of the module whose subtree alone is shown; "": all

    friend bool operator==(const TreeView&, const TreeView&) = default;
};

class TreeRows {
  public:
    /// Follows the workspace; costs nothing when neither the report, the view nor what is open has changed.
    void update(const Workspace& workspace);

    const TreeView& view() const { return view_; }
    void set_view(TreeView view);

    /// Indices into the report's nodes, in order.
    std::span<const std::uint32_t> rows() const { return rows_; }

    /// The row of a node, or of the closed module that hides it.
    std::size_t row_of(const Report& report, std::size_t node) const;

    /// Nodes of the rows from one node's row to the other's, both included, whichever of them is further up.
    std::span<const std::uint32_t> rows_between(const Report& report, std::size_t node, std::size_t other) const;

    bool is_open(std::size_t node) const { return open_[node]; }

    /// True where the filter lets the module itself through.
    bool is_match(std::size_t node) const { return matches_.empty() || matches_[node] == kMatch; }
    /// How many modules the filter lets through.
    std::size_t matches() const { return match_count_; }

    /// The topmost row's node: the root, or the module in focus.
    std::size_t top() const { return top_; }

    /// How many levels of modules there are.
    std::uint32_t depth() const { return depth_; }
    /// The level down to which modules are open where nobody opened or closed them.
    std::uint32_t open_depth() const { return open_depth_; }

    /// How many equal neighbours the node's row stands for.
    std::uint32_t gathered(std::size_t node) const { return gathered_.empty() ? 1 : gathered_[node]; }

    /// How often the module exists, the repeats of everything around it multiplied, equal neighbours included.
    double copies(std::size_t node) const { return copies_[node]; }

  private:
    enum Mark : std::uint8_t { kHidden, kAround, kMatch };

    void measure_depth(const Report& report);
    void open_modules(const Workspace& workspace);
    void apply_filter(const Report& report);
    void list_rows(const Report& report);
    void list(const Report& report, std::uint32_t node);
    void gather(const Report& report, std::vector<std::uint32_t>& siblings);

    TreeView view_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> row_of_;  ///< of each node that has one
    std::vector<bool> open_;
    std::vector<std::uint8_t> matches_;  ///< a Mark for each node; empty without a filter
    std::vector<std::uint32_t> gathered_;
    std::vector<double> copies_;
    std::vector<std::size_t> rows_at_depth_;
    std::size_t match_count_ = 0;
    std::size_t top_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t open_depth_ = 0;
    std::uint64_t revision_ = 0;
    std::uint64_t opened_generation_ = 0;
    bool view_changed_ = true;
};

/// True when a node has modules in it.
bool has_children(const Report& report, std::size_t node);

}  // namespace paramscope::app
