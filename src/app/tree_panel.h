// The module tree as a table: only rows in view are laid out, and their texts are made once.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/context.h"
#include "app/words.h"

namespace paramscope::app {

class TreePanel {
  public:
    /// Draws into the room that is left.
    void draw(Context& context);

  private:
    /// What a row says. Kept while the row is in view.
    struct RowText {
        std::uint32_t node = UINT32_MAX;
        std::uint64_t revision = 0;
        Language language = Language::English;
        std::string name;
        std::string repeat;  ///< "32 ×"
        std::string output;
        std::string parameters;
        std::string parameters_share_text;
        std::string work;
        std::string work_share_text;
        std::string hint;
        double parameters_share = 0;
        double work_share = 0;
    };

    void draw_head(Context& context);
    void draw_table(Context& context);
    void set_up_columns() const;
    void draw_header_row() const;
    void draw_row(Context& context, std::size_t row);
    bool draw_row_ground(Context& context, std::size_t node, const RowText& row, bool at_chevron);
    bool draw_selectable(std::size_t node, bool chosen);
    void draw_module(Context& context, std::size_t node, const RowText& row);
    void draw_status(const NodeReport& node) const;
    void handle_keys(Context& context);
    void focus(Context& context, std::size_t node);
    void scroll_to_selection(Context& context, float header_height) const;
    const RowText& row_text(const Context& context, std::size_t row, std::uint32_t node);

    // More rows than any screen shows; a row's slot is its number modulo this.
    std::array<RowText, 256> row_texts_;

    std::size_t focused_ = SIZE_MAX;       ///< node of the row that had the keyboard last
    std::size_t wanted_focus_ = SIZE_MAX;  ///< node whose row shall have it
};

}  // namespace paramscope::app
