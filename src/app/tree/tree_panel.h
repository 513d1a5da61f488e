// The module tree as a table: only visible rows are laid out, and their texts are cached.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/panel/context.h"
#include "app/tree/tree_cells.h"
#include "app/tree/tree_marks.h"
#include "app/tree/tree_toolbar.h"

namespace paramscope::app {

class TreePanel {
  public:
    /// Draws into the remaining space.
    void draw(Context& context);

  private:
    /// The texts of a row, cached while it is visible.
    struct Slot {
        std::uint32_t node = UINT32_MAX;
        std::uint64_t revision = 0;
        RowText text;
    };

    void find_memory(Context& context);
    void draw_table(Context& context, float height);
    void set_up_columns() const;
    void draw_row(Context& context, std::size_t row);
    bool draw_row_ground(Context& context, std::size_t node, const RowText& row);
    bool draw_selectable(std::size_t node, bool chosen);
    void take_click(Context& context, std::size_t node, bool at_chevron);
    void draw_marked_sum(Context& context);
    void draw_row_menu(Context& context);
    void handle_keys(Context& context);
    void handle_characters(Context& context);
    void jump_to(Context& context, std::string_view beginning);
    void focus(Context& context, std::size_t node);
    const RowText& row_text_of(const Context& context, std::size_t row, std::uint32_t node);

    TreeToolbar toolbar_;
    TreeMarks marks_;

    // More rows than any screen shows; a row's slot is its number modulo this.
    std::array<Slot, 256> slots_;
    std::uint64_t text_revision_ = 0;  ///< increases when all rows' texts change
    TreeView view_;                    ///< the inputs of the texts: this and the next four members
    Units units_ = Units::Short;
    Language language_ = Language::English;
    std::uint64_t report_revision_ = 0;
    std::uint64_t memory_version_ = 0;

    std::size_t focused_ = SIZE_MAX;       ///< node of the row that last had the keyboard focus
    std::size_t wanted_focus_ = SIZE_MAX;  ///< node whose row gets the keyboard focus
    std::size_t menu_node_ = 0;
    bool menu_wanted_ = false;
    std::string typed_;  ///< the letters typed so far
    double typed_at_ = 0;
};

}  // namespace paramscope::app
