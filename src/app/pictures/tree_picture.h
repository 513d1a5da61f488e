// The module tree as areas: a cushion treemap, or an icicle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/shell/context.h"
#include "app/document/ink.h"
#include "app/document/layout.h"
#include "platform/platform.h"

namespace paramscope::app {

/// What the picture is of.
struct AreaView {
    bool icicle = false;
    Measure area = Measure::Parameters;
    bool by_density = false;  ///< coloured by how much of `other` an area holds, not by layer family
    Measure other = Measure::Flops;

    friend bool operator==(const AreaView&, const AreaView&) = default;
};

class TreePicture {
  public:
    /// Draws into a rectangle of the window. `still`: without what belongs to the pointer, for a file.
    void draw(Context& context, const AreaView& view, ImVec2 corner, ImVec2 size, bool still);
    /// The same for a file; call it after draw().
    void write(const Context& context, Ink& ink) const;

    /// What the whole weighs; 0: there is nothing to show.
    double whole() const { return weights_.of.empty() ? 0 : weights_.of[0]; }
    /// The module that fills the picture; 0: all of the model.
    std::uint32_t root() const { return root_; }
    /// Zooms to a module, or to the one around it where it holds no others.
    void zoom_to(const Report& report, std::uint32_t node);
    void zoom_out(const Report& report);
    /// The colour of a share of density from 0 to 1.
    static ImU32 density_colour(float share);

  private:
    void update(const Context& context, const AreaView& view, ImVec2 size);
    void lay_out();
    void begin_way(const std::vector<Box>& before, const Box& old_place, std::uint32_t inner);
    void paint(const Report& report);
    void find_frames(const Report& report);
    static void add_ridge(const Box& box, ImVec4& ridges);
    ImU32 colour_of(const Report& report, std::uint32_t node) const;
    /// The leaf that tells what a module painted as one box is made of.
    std::uint32_t heaviest_in(std::uint32_t node) const;
    float progress();
    Box shown(std::uint32_t node, float share) const;
    void draw_labels(const Context& context, Ink& ink, float share) const;
    void draw_label(const Context& context, Ink& ink, std::uint32_t node, ImU32 ground, const Box& box) const;
    void draw_outline(std::uint32_t node, ImVec2 corner, float share, ImU32 colour, float width) const;
    void handle_keys(Context& context);
    std::uint32_t node_under(float x, float y) const;
    void handle_pointer(Context& context, std::uint32_t hovered);
    void describe_boxes(Context& context, ImVec2 corner) const;
    void show_hint(const Context& context, std::uint32_t node) const;

    Weights weights_;
    Weights others_;
    AreaView view_;
    std::uint64_t revision_ = 0;
    ImU32 ground_ = 0;  ///< the pane's colour when it was painted: themes change it
    Box area_;
    std::uint32_t root_ = 0;
    std::uint32_t laid_out_root_ = UINT32_MAX;
    std::string root_path_;
    std::vector<Box> from_;  ///< where each node's box was before the zoom
    std::vector<Box> to_;
    std::vector<Rest> rests_;
    Box way_from_;  ///< where the zoom begins, and where it ends, for what has no box
    Box way_to_;
    std::vector<bool> is_frame_;  ///< of each node: what holds boxes is a frame around them
    std::vector<bool> is_shell_;  ///< of each node: what holds a single other, whose box it shares
    platform::Quads quads_;
    std::vector<std::uint32_t> painted_;  ///< nodes that have a rectangle, in print order
    struct Large {
        std::uint32_t node;
        ImU32 colour;
    };
    std::vector<Large> large_;  ///< nodes whose boxes have room for words, in print order
    double began_ = -1;  ///< the zoom that is under way; negative: none
    float wheel_ = 0;
};

}  // namespace paramscope::app
