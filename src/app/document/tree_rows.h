// Maintains the visible rows of the tree: a flat list, rebuilt only when its inputs change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/document/state.h"

namespace paramscope::app {

/// Sort keys of rows.
enum class SortKey : std::uint8_t { None, Name, Type, Output, Parameters, Buffers, Macs, Flops };

/// The view of the tree; the expanded modules are part of the document.
struct TreeView {
    SortKey key = SortKey::None;  ///< order among siblings; None: as printed
    bool ascending = false;
    bool gathers_repeats = false;  ///< equal adjacent siblings share a row
    bool is_list = false;          ///< layers alone, in one list, instead of the tree
    std::string filter = {};       ///< see tree_filter.h; shows matches and their ancestors
    std::string focus = {};        ///< path of the module whose subtree alone is shown; "": the whole model

    friend bool operator==(const TreeView&, const TreeView&) = default;
};

class TreeRows {
  public:
    /// Updates the rows, where the report, the view or the expanded modules have changed.
    void update(const Workspace& workspace);

    const TreeView& view() const { return view_; }
    void set_view(TreeView view);

    /// Indices into the report's nodes, in order.
    std::span<const std::uint32_t> rows() const { return rows_; }

    /// The row of a node, or of the collapsed module that hides it.
    std::size_t row_of(const Report& report, std::size_t node) const;

    /// Nodes of the rows between two nodes' rows, both included, in either order.
    std::span<const std::uint32_t> rows_between(const Report& report, std::size_t node,
                                                std::size_t other) const;

    bool is_open(std::size_t node) const { return open_[node]; }
    /// True when the node's row can be expanded.
    bool can_open(const Report& report, std::size_t node) const;
    /// The level of a node's row below the topmost one.
    std::uint32_t level(const Report& report, std::size_t node) const;

    /// True when the module itself matches the filter.
    bool is_match(std::size_t node) const { return matches_.empty() || matches_[node] == kMatch; }
    /// Number of modules that match the filter.
    std::size_t matches() const { return match_count_; }

    /// The topmost row's node: the root, or the focused module.
    std::size_t top() const { return top_; }

    /// Number of levels of modules.
    std::uint32_t depth() const { return depth_; }
    /// The level down to which modules are expanded by default.
    std::uint32_t open_depth() const { return open_depth_; }

    /// Number of equal adjacent siblings that the node's row represents.
    std::uint32_t gathered(std::size_t node) const { return gathered_.empty() ? 1 : gathered_[node]; }

    /// Copies of the module: the product of all repeats around it, equal adjacent siblings included.
    double copies(const Report& report, std::size_t node) const;

  private:
    enum Mark : std::uint8_t { kHidden, kAround, kMatch };

    void measure_depth(const Report& report);
    void open_modules(const Workspace& workspace);
    void apply_filter(const Report& report);
    void list_rows(const Report& report);
    void list(const Report& report, std::uint32_t node);
    void list_layers(const Report& report);
    void add_row(std::uint32_t node);
    /// Sorts nodes by the key of the view, those that are equal as they are printed.
    void sort(const Report& report, std::vector<std::uint32_t>& nodes) const;
    void gather(const Report& report, std::vector<std::uint32_t>& siblings);

    TreeView view_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> row_of_;  ///< row of each visible node
    std::vector<bool> open_;
    std::vector<std::uint8_t> matches_;  ///< a Mark for each node; empty without a filter
    std::vector<std::uint32_t> gathered_;
    std::vector<std::size_t> rows_at_depth_;
    std::size_t match_count_ = 0;
    std::size_t top_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t open_depth_ = 0;
    std::uint64_t revision_ = 0;
    std::uint64_t opened_generation_ = 0;
    bool view_changed_ = true;
};

/// True when a node has child modules.
bool has_children(const Report& report, std::size_t node);

}  // namespace paramscope::app
