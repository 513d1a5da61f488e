// Stacked bars: what share of each total the layer families have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/shell/context.h"
#include "app/document/ink.h"
#include "app/document/measure.h"

namespace paramscope::app {

class SharePicture {
  public:
    void update(const Context& context);
    /// Families by weight; none where there is nothing to weigh.
    const std::vector<FamilyShare>& of(Measure measure) const {
        return shares_[static_cast<std::size_t>(measure)];
    }
    /// `width` wide, as high as it needs to be.
    void write(Ink& ink, float width) const;
    float height() const;
    /// "linear 91.2 %, embedding 8.1 %": a total in words.
    std::string in_words(Measure measure) const;

  private:
    std::uint64_t revision_ = 0;
    std::vector<FamilyShare> shares_[kMeasures];
    std::vector<std::string_view> families_;  ///< all of them, the first measure's order first
};

}  // namespace paramscope::app
