// The picture pane: pictures of the whole model (strip, blocks, treemap …), to view and to save.
#pragma once

#include <functional>
#include <vector>

#include "app/panel/context.h"
#include "app/pictures/block_view.h"
#include "app/pictures/curve_picture.h"
#include "app/pictures/roofline_view.h"
#include "app/pictures/share_picture.h"
#include "app/pictures/strip_view.h"
#include "app/pictures/tree_picture.h"

namespace paramscope::app {

/// The pane of pictures, and their stage: the same, drawn by draw_stage() in the place of the page's other
/// panes while is_on_stage(). A button and Escape lead back.
class Pictures {
  public:
    Pictures();
    /// Draws into an area of `size` at the cursor.
    void draw(Context& context, const ImVec2& size);
    /// Draws a pane of `size` at the cursor with the picture on the stage.
    void draw_stage(Context& context, const ImVec2& size);
    bool is_on_stage() const { return is_on_stage_; }
    void enter_stage() { set_stage(true); }
    void leave_stage() {
        if (is_on_stage_) set_stage(false);
    }

  private:
    /// A control of the toolbar.
    struct Control {
        float width = 0;
        std::function<void(float width)> draw;
    };
    /// What becomes of the pixels of a picture.
    enum class Pixels { Stay, Saved, Copied };

    enum class Kind { Strip, Blocks, Treemap, Icicle, Curve, Shares, Roof };

    Kind kind() const { return static_cast<Kind>(kind_); }
    bool is_tree() const { return kind() == Kind::Treemap || kind() == Kind::Icicle; }
    /// True for pictures of one measure at a time.
    bool has_measure() const {
        return kind() != Kind::Shares && kind() != Kind::Strip && kind() != Kind::Roof;
    }
    Measure measure() const { return static_cast<Measure>(measure_); }
    AreaView area_view() const;
    void set_stage(bool is_on_stage);
    void handle_keys(Context& context);
    std::vector<Control> controls(Context& context);
    void draw_head(Context& context);
    /// The choice of the picture where it has no room side by side.
    void draw_kinds_menu(float width);
    void draw_way_out(Context& context);
    void draw_buttons(Context& context);
    void draw_menu(Context& context);
    /// Asks for the pixels of the picture, drawn without marks of the pointer.
    void want(Pixels use);
    void draw_picture(Context& context, const ImVec2& size);
    void draw_kind(Context& context, ImVec2 corner, bool still);
    void send_files(const Context& context, ImVec2 corner);
    /// The legend of the picture's colours, and the choice of others where there is room.
    void draw_legend(const ImVec2& size);
    void draw_key(const ImVec2& size) const;
    /// The shares of layer families that fit.
    void draw_families(const ImVec2& size) const;
    /// The reason why there is no picture; "" if there is one.
    std::string reason_for_none(const Context& context) const;
    std::string in_words(Context& context);
    std::string svg(const Context& context) const;
    bool is_ready(Context& context);

    int kind_ = 0;
    int measure_ = 0;
    Colouring colouring_ = Colouring::Family;
    bool is_on_stage_ = false;
    int staged_at_ =
        0;  ///< the frame in which the stage was entered or left; 0 when the picture has the keyboard
    bool can_find_ = false;  ///< the page has given us the browser's key for it
    bool svg_wanted_ = false;
    bool is_menu_at_pointer_ = false;  ///< of a right click, else below its button
    Pixels pixels_ = Pixels::Stay;
    int frames_to_pixels_ = 0;
    ImVec2 size_;  ///< size of the picture in the last frame
    StripView strip_;
    BlockView blocks_;
    TreePicture tree_;
    CurvePicture curve_;
    SharePicture shares_;
    RooflineView roofline_;
};

}  // namespace paramscope::app
