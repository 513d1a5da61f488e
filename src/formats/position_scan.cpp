#include "formats/position_scan.h"

#include <algorithm>

namespace paramscope {

Position PositionScan::at(std::uint32_t offset) {
    const auto stop = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
    if (stop < offset_) {
        offset_ = 0;
        position_ = Position{};
    }
    const Position step = position_at(text_.substr(offset_), stop - offset_);
    position_.column = step.line == 1 ? position_.column + step.column - 1 : step.column;
    position_.line += step.line - 1;
    offset_ = stop;
    return position_;
}

}  // namespace paramscope
