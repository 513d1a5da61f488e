// Draws a difference as a waterfall: the total of one model, what each cause adds or takes, the other total.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/message.h"
#include "count/compare/causes.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

/// A bar with its words.
struct WaterfallBar {
    enum class Kind : std::uint8_t { Total, More, Less };

    Kind kind = Kind::Total;
    Message title;        ///< empty for a total: the picture's names are its title
    std::string place;    ///< where it is
    std::string formula;  ///< of both models
    std::string amount;   ///< "+1.31 B"
    std::string exact;    ///< "+1,308,622,848"
    double from = 0, to = 0;
};

struct Waterfall {
    std::vector<WaterfallBar> bars;  ///< the left total first, the right one last; none where nothing differs
};

/// The largest causes in a measure, and the others as one bar. `render` makes the text of a message.
Waterfall waterfall_of(const Report& left, const Report& right, const std::vector<Cause>& causes,
                       CauseMeasure measure, std::string (*render)(const Message&));

/// What a row tells below its title.
enum class WaterfallDetail : std::uint8_t {
    Place,
    Formula,  ///< the place where there is no formula
    Exact,    ///< all digits, and the formula
};

/// How a waterfall looks, and its words.
struct WaterfallStyle : PictureStyle {
    float width = 960;
    Colour total = 0, more = 0, less = 0;
    std::string left = "A", right = "B";  ///< the names of the models
    std::string (*render)(const Message&) = nullptr;
    WaterfallDetail detail = WaterfallDetail::Formula;
};

/// What is below the title of a row.
std::string detail_of(const WaterfallBar& bar, const WaterfallStyle& style);

/// The height of a row, in pixels.
float waterfall_row_height(const WaterfallStyle& style);

/// Draws the rows one below the other from `top` on.
void draw_waterfall(const Waterfall& waterfall, const WaterfallStyle& style, float top, Ink& ink);

/// "+1.31 B", "−805 MB": an amount in a measure, shortened.
std::string signed_amount(Integer amount, CauseMeasure measure);

}  // namespace paramscope
