// The map of the model in the page: its layers true to scale, to point at and to choose, with the shares of
// its parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panel/context.h"
#include "app/pictures/picture_keys.h"
#include "app/pictures/strip_in_steps.h"
#include "count/explain/conclusion.h"
#include "formats/pictures/map_legend.h"

namespace paramscope::app {

class MapView {
  public:
    /// Draws the measures, the legend and the map into an area of `size` at the cursor. True when the user
    /// wants the other pictures.
    bool draw(Context& context, const ImVec2& size);
    /// One sentence about where the parameters are, "" where there is none.
    std::string conclusion(Context& context);

  private:
    /// Makes the map of the present report. True when it is made; otherwise a frame is requested.
    bool make(Context& context);
    bool draw_head();
    void draw_legend(float width) const;
    void draw_picture(Context& context, const ImVec2& size);
    void handle_pointer(Context& context, const MapLayout& layout, ImVec2 corner) const;
    void handle_keys(Context& context, const PictureKeys& keys, const MapLayout& layout) const;
    void describe_columns(Context& context, const PictureKeys& keys, const MapLayout& layout,
                          ImVec2 corner) const;
    std::size_t cursor(const Context& context, const MapLayout& layout) const;
    MapStyle style(const Context& context, const ImVec2& size) const;
    std::string in_words(const Report& report) const;

    StripInSteps steps_;
    ModelMap map_;
    bool is_joined_ = false;  ///< `map_` is of the strip that `steps_` made last
    bool is_made_ = false;    ///< and so is all else
    std::optional<Message> conclusion_;
    int track_ = 0;
    int shares_of_ = -1;  ///< the track of `shares_`
    std::vector<PartShare> shares_;
};

}  // namespace paramscope::app
