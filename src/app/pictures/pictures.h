// The picture pane: pictures of the whole model (strip, blocks, treemap …), to view and to save.
#pragma once

#include "app/panel/context.h"
#include "app/pictures/block_view.h"
#include "app/pictures/curve_picture.h"
#include "app/pictures/roofline_view.h"
#include "app/pictures/share_picture.h"
#include "app/pictures/strip_view.h"
#include "app/pictures/tree_picture.h"

namespace paramscope::app {

class Pictures {
  public:
    /// Draws into an area of `size` at the cursor.
    void draw(Context& context, const ImVec2& size);

  private:
    enum class Kind { Strip, Blocks, Treemap, Icicle, Curve, Shares, Roof };

    Kind kind() const { return static_cast<Kind>(kind_); }
    bool is_tree() const { return kind() == Kind::Treemap || kind() == Kind::Icicle; }
    /// True for pictures of one measure at a time.
    bool has_measure() const {
        return kind() != Kind::Shares && kind() != Kind::Strip && kind() != Kind::Roof;
    }
    Measure measure() const { return static_cast<Measure>(measure_); }
    AreaView area_view() const;
    void draw_head(Context& context);
    /// The choice of the picture where it has no room side by side.
    void draw_kinds_menu(float width);
    void draw_way_out(Context& context);
    void draw_menu(Context& context);
    void draw_picture(Context& context, const ImVec2& size);
    /// The legend of the picture's colours, and the choice of others where there is room.
    void draw_legend(const ImVec2& size);
    void draw_key(const ImVec2& size) const;
    /// The shares of layer families that fit.
    void draw_families(const ImVec2& size) const;
    /// The reason why there is no picture; "" if there is one.
    std::string reason_for_none(const Context& context) const;
    std::string in_words(Context& context);
    std::string svg(const Context& context) const;
    bool is_outdated(const Context& context) const;

    int kind_ = 0;
    int measure_ = 0;
    Colouring colouring_ = Colouring::Family;
    bool svg_wanted_ = false;
    bool is_menu_at_pointer_ = false;  ///< of a right click, else below its button
    int pixels_wanted_ = 0;            ///< frames until the picture on the screen is saved
    ImVec2 size_;                      ///< size of the picture in the last frame
    StripView strip_;
    BlockView blocks_;
    TreePicture tree_;
    CurvePicture curve_;
    SharePicture shares_;
    RooflineView roofline_;
};

}  // namespace paramscope::app
