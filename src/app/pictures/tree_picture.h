// Draws the module tree as a cushion treemap or an icicle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/document/layout.h"
#include "app/panel/context.h"
#include "app/pictures/picture_keys.h"
#include "formats/pictures/ink.h"
#include "platform/platform.h"

namespace paramscope::app {

/// What the colours of the picture tell.
enum class Colouring : std::uint8_t {
    Family,   ///< the layer family
    Order,    ///< the position of the module in print order
    Density,  ///< another measure for each unit of area
};

/// The content of the picture.
struct AreaView {
    bool icicle = false;
    Measure area = Measure::Parameters;
    Colouring colouring = Colouring::Family;
    Measure other = Measure::Flops;  ///< the measure of the density

    friend bool operator==(const AreaView&, const AreaView&) = default;
};

class TreePicture {
  public:
    /// Draws into a rectangle of the window. `still`: without the pointer's highlights, for a file.
    void draw(Context& context, const AreaView& view, ImVec2 corner, ImVec2 size, bool still);
    /// True when draw() would lay it out anew.
    bool is_outdated(const Context& context, const AreaView& view, ImVec2 size) const;
    /// Writes the picture to a file; call it after draw().
    void write(const Context& context, Ink& ink) const;

    /// The model's total weight; 0: nothing to show.
    double whole() const { return weights_->of.empty() ? 0 : weights_->of[0]; }
    /// The module that fills the picture; 0: the whole model.
    std::uint32_t root() const { return root_; }
    /// Zooms to a module, or to its parent when it has no children.
    void zoom_to(const Report& report, std::uint32_t node);
    void zoom_out(const Report& report);
    /// The colour of a density from 0 to 1.
    static ImU32 density_colour(float share);

  private:
    void update(Context& context, const AreaView& view, ImVec2 size);
    void lay_out();
    void begin_way(const std::vector<Box>& before, const Box& old_place, std::uint32_t inner);
    void paint(const Report& report);
    void find_frames(const Report& report);
    ImU32 colour_of(const Report& report, std::uint32_t node) const;
    /// The heaviest leaf of a module painted as one box.
    std::uint32_t heaviest_in(std::uint32_t node) const;
    float progress();
    Box shown(std::uint32_t node, float share) const;
    void draw_labels(const Context& context, Ink& ink, float share) const;
    std::string label_of(const Report& report, std::uint32_t node, float room) const;
    void draw_label(const Context& context, Ink& ink, std::uint32_t node, ImU32 ground, const Box& box) const;
    void draw_outline(std::uint32_t node, ImVec2 corner, float share, ImU32 colour, float width) const;
    void handle_keys(Context& context, const PictureKeys& keys);
    std::uint32_t node_under(float x, float y) const;
    void handle_pointer(Context& context, std::uint32_t hovered);
    void describe_boxes(Context& context, const PictureKeys& keys, ImVec2 corner) const;
    /// The boxes that have room for a label, without the one around all.
    std::vector<std::uint32_t> described() const;
    void show_hint(const Context& context, std::uint32_t node) const;

    const Box& from(std::uint32_t node) const { return from_.empty() ? to_[node] : from_[node]; }

    std::shared_ptr<const Parts> parts_;  ///< whose colours modules have
    std::shared_ptr<const Weights> weights_ = std::make_shared<const Weights>();
    std::shared_ptr<const Weights> others_ = weights_;
    AreaView view_;
    std::uint64_t revision_ = 0;
    ImU32 ground_ = 0;  ///< the pane's colour when it was painted, to detect theme changes
    Box area_;
    std::uint32_t root_ = 0;
    std::uint32_t laid_out_root_ = UINT32_MAX;
    std::string root_path_;
    std::vector<Box> from_;  ///< each node's box before the zoom; none where nothing moves
    std::vector<Box> to_;
    std::vector<Rest> rests_;
    Box way_from_;  ///< start and end of the zoom, for nodes without a box
    Box way_to_;
    std::vector<bool> is_frame_;  ///< per node: its box is a frame around other boxes
    std::vector<bool> is_shell_;  ///< per node: it has a single child and shares its box
    platform::Quads quads_;
    std::vector<std::uint32_t> painted_;  ///< nodes with a rectangle, in print order
    struct Large {
        std::uint32_t node;
        ImU32 colour;
    };
    std::vector<Large> large_;  ///< nodes whose boxes have space for a label, in print order
    double began_ = -1;         ///< start time of the current zoom; negative: none
    float wheel_ = 0;
};

}  // namespace paramscope::app
