// The depth strip on the screen: bars to point at and to choose.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/panel/context.h"
#include "app/pictures/picture_keys.h"
#include "app/pictures/strip_in_steps.h"
#include "formats/pictures/strip_picture.h"

namespace paramscope::app {

class StripView {
  public:
    /// Makes the strip for a picture of that size, of a large report a part in each frame. True when it is
    /// made; otherwise a frame is requested.
    bool make(Context& context, ImVec2 size);
    /// Draws the strip that make() made into a rectangle of the window. `still`: without the pointer's
    /// highlights, for a file.
    void draw(Context& context, ImVec2 corner, ImVec2 size, bool still);
    /// Writes the picture to a file; call it after draw().
    void write(const Context& context, Ink& ink) const;
    /// The picture's highest costs as text.
    std::string in_words() const;

  private:
    /// The names of the strip's tracks.
    std::string name_of(std::size_t track) const;
    StripStyle style() const;
    void handle_pointer(Context& context, const StripLayout& layout, ImVec2 corner);
    void handle_keys(Context& context, const PictureKeys& keys) const;
    /// The layer of the selected module, or the first.
    std::size_t cursor(const Context& context) const;
    /// The columns of the modules that are chosen, pointed at or highlighted.
    std::vector<std::pair<std::size_t, Colour>> marks(const Context& context) const;
    /// Describes the columns in the accessible mirror: pressing one selects its module.
    void describe_columns(Context& context, const PictureKeys& keys, const StripLayout& layout,
                          ImVec2 corner) const;
    void show_hint(const Report& report, const StripLayer& layer) const;

    StripInSteps steps_;
    std::shared_ptr<const Parts> parts_;             ///< whose colours the bars have
    std::array<std::string, kStripTracks> highest_;  ///< the highest cost of each track in words
    ImVec2 size_;
};

}  // namespace paramscope::app
