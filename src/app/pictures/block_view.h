// The block diagram on the screen: boxes to point at, to choose and to open, moved and zoomed.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "app/panel/context.h"
#include "app/pictures/block_finder.h"
#include "app/pictures/picture_keys.h"
#include "formats/pictures/diagram/diagram_picture.h"

namespace paramscope::app {

class BlockView {
  public:
    /// Draws into a rectangle of the window. `still`: without the pointer's highlights, for a file.
    void draw(Context& context, Measure measure, ImVec2 corner, ImVec2 size, bool still);
    /// The whole diagram as SVG, as large as at 100 %; call it after draw().
    std::string svg(const Context& context) const;
    /// True when draw() would record the flow anew, which takes as long as counting.
    bool is_outdated(const Context& context) const { return revision_ != context.workspace.revision(); }
    /// What lies over the picture: buttons that zoom, in the lower right corner as on maps, the overview
    /// above them, and the field to find modules.
    void draw_controls(Context& context, ImVec2 corner, ImVec2 size);
    /// Opens the field to find modules, and closes it: false when it was not open.
    void find() { finder_.open(); }
    bool stop_finding(Context& context) { return finder_.close(context); }
    /// How many boxes and arrows there are, as text.
    std::string in_words() const;

  private:
    std::shared_ptr<const Parts> parts_;  ///< whose colours the boxes have
    /// What follows the size of the picture.
    enum class Fit : std::uint8_t {
        Readable,  ///< the whole diagram, as far as its words can be read then
        Whole,     ///< all of it
        None,      ///< the zoom that somebody chose
    };

    void update(Context& context, Measure measure, ImVec2 size);
    /// Takes a new report; true when it is that of another model.
    bool take_report(Context& context);
    DiagramOptions options(Measure measure, Direction direction) const;
    DiagramStyle style() const;
    void lay_out(const Report& report, Measure measure);
    void lay_out_in_place(const Report& report, Measure measure, ImVec2 size);
    /// Chooses the direction and the zoom for the size of the picture.
    void fit(const Report& report, Measure measure, ImVec2 size);
    /// The direction in which a picture of that size shows more of the diagram.
    Direction best_direction(const Report& report, Measure measure, ImVec2 size) const;
    float least_fit() const;
    void draw_buttons(ImVec2 corner, ImVec2 size);
    void draw_overview(const Context& context, ImVec2 corner, ImVec2 size);
    void go_to(Context& context, const BlockFinder::Match& match);
    void follow_selection(const Context& context);
    void handle_pointer(Context& context, ImVec2 corner, ImVec2 size);
    /// Zooms and moves by two fingers, a touchpad or the wheel with Ctrl.
    void handle_pinch(ImVec2 corner);
    void handle_keys(Context& context, const PictureKeys& keys);
    void move_along(Context& context, ImGuiKey key);
    void zoom_by(float factor, ImVec2 around);
    void zoom_to_fit();
    void choose(Context& context, std::size_t box);
    void toggle(std::size_t box);
    void close_around(Context& context);
    void keep_in_view(ImVec2 size);
    void bring_cursor_into_view(ImVec2 size);
    void scroll_to(const Box& box, ImVec2 size);
    /// Brings a point of the diagram to the middle of the picture.
    void centre_on(Point at);
    void mark(const Context& context, DiagramStyle* style) const;
    /// Describes the boxes in the accessible mirror: pressing one chooses and opens it.
    void describe_boxes(Context& context, const PictureKeys& keys, ImVec2 corner, ImVec2 size);

    ModuleDiagrams diagrams_;
    std::shared_ptr<const Weights> weights_;  ///< of the present measure
    Diagram diagram_;
    BlockFinder finder_;
    std::set<std::uint32_t> opened_;
    std::uint64_t revision_ = 0;
    std::uint64_t model_generation_ = 0;
    Measure measure_ = Measure::Parameters;
    bool is_laid_out_ = false;
    Fit fit_ = Fit::Readable;
    bool is_fitted_ = false;  ///< to the present size
    bool scrolls_ = false;    ///< to the cursor, after the next layout
    bool centres_ = false;    ///< the cursor, after the next layout
    bool is_zoomed_ = false;  ///< since the last layout
    float zoom_ = 1;
    ImVec2 size_;          ///< of the picture
    float text_size_ = 0;  ///< that the layout was made for
    ImVec2 shift_;
    std::size_t cursor_ = 0;    ///< the box of the keyboard
    std::size_t selected_ = 0;  ///< the module that was selected in the last frame
};

}  // namespace paramscope::app
