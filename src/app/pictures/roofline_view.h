// The roofline of the chosen device on the screen: marks of layers to point at and to choose.
#pragma once

#include <cstdint>
#include <string>

#include "app/panel/context.h"
#include "app/pictures/picture_keys.h"
#include "formats/pictures/roofline_picture.h"

namespace paramscope::app {

class RooflineView {
  public:
    /// Draws into a rectangle of the window. `still`: without the pointer's highlights, for a file.
    void draw(Context& context, ImVec2 corner, ImVec2 size, bool still);
    /// Writes the picture to a file; call it after draw().
    void write(const Context& context, Ink& ink) const;
    /// Draws a button with the chosen device, which opens the list of devices.
    static void draw_choice(Context& context);
    static float choice_width(const Context& context);
    /// The least time and its longest layers as text.
    std::string in_words(Context& context);

  private:
    RooflineStyle style() const;
    void update(Context& context);
    void handle_pointer(Context& context, const RooflineLayout& layout, ImVec2 corner) const;
    /// Describes the marks in the accessible mirror: pressing one selects its module.
    void describe_marks(Context& context, const PictureKeys& keys, const RooflineLayout& layout,
                        ImVec2 corner) const;

    Roofline line_;
    std::shared_ptr<const Parts> parts_;  ///< whose colours the marks have
    std::uint64_t revision_ = 0;
    MemoryOptions options_;
    ImVec2 size_;
};

}  // namespace paramscope::app
