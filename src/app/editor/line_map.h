// Places of the editor's lines on the screen: rows of another height stand between them, and a block of
// comment is folded to its first line. Knows nothing of drawing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace paramscope::app {

/// Something that is shown below a line of the text.
struct LineInsert {
    std::size_t below = 0;  ///< the number of the line, from 1; 0: above the first
    float height = 0;

    friend bool operator==(const LineInsert&, const LineInsert&) = default;
};

/// Lines are indices from 0, heights are pixels from the top of the text.
class LineMap {
  public:
    LineMap() = default;
    /// `folded` lines at the beginning are shown as one; `inserts` are in the order of their lines.
    LineMap(std::size_t lines, float line_height, std::size_t folded, std::vector<LineInsert> inserts)
        : lines_(lines), line_height_(line_height), folded_(folded), inserts_(std::move(inserts)) {}

    /// True when another line than the first is not shown.
    bool hides(std::size_t line) const { return line > 0 && line < folded_; }

    float top(std::size_t line) const {
        float height = shown_before(line) * line_height_;
        for (const LineInsert& insert : inserts_) {
            if (insert.below <= line) height += insert.height;
        }
        return height;
    }

    float top_of_insert(std::size_t index) const {
        float height = shown_before(inserts_[index].below) * line_height_;
        for (std::size_t i = 0; i < index; ++i) height += inserts_[i].height;
        return height;
    }

    /// The line at a height; what is shown below a line belongs to it.
    std::size_t line_at(float height) const {
        std::size_t low = 0, high = lines_;
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (top(middle) <= height ? low : high) = middle;
        }
        return low;
    }

    float height() const { return top(lines_); }
    /// The number of lines.
    std::size_t count() const { return lines_; }
    const std::vector<LineInsert>& inserts() const { return inserts_; }

  private:
    /// How many of the first `count` lines are shown.
    float shown_before(std::size_t count) const {
        const std::size_t hidden = folded_ > 1 ? std::min(std::max<std::size_t>(count, 1), folded_) - 1 : 0;
        return static_cast<float>(count - hidden);
    }

    std::size_t lines_ = 1;
    float line_height_ = 0;
    std::size_t folded_ = 0;
    std::vector<LineInsert> inserts_;
};

}  // namespace paramscope::app
