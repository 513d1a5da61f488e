// Draws stacked bars: the share of each layer family in each total.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/panel/context.h"
#include "count/report/measure.h"
#include "formats/pictures/ink.h"

namespace paramscope::app {

class SharePicture {
  public:
    /// Finds the shares of a measure, or of all; false when a large report lets it wait for another frame.
    bool update(Context& context, Measure measure, bool all);
    /// Families by weight; empty when the total is 0.
    const std::vector<FamilyShare>& of(Measure measure) const {
        return shares_[static_cast<std::size_t>(measure)];
    }
    /// Draws the bars `width` wide, at the height they need.
    void write(Ink& ink, float width) const;
    float height() const;
    /// "linear 91.2 %, embedding 8.1 %": the shares as text.
    std::string in_words(Measure measure) const;

  private:
    bool find(Context& context, std::size_t measure);

    std::uint64_t revision_ = 0;
    bool is_known_[kMeasures] = {};  ///< of each measure: its shares are found
    std::vector<FamilyShare> shares_[kMeasures];
    std::vector<std::string_view> families_;  ///< all families, in the order they were found
};

}  // namespace paramscope::app
