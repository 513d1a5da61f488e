// Draws the lines of the editor's text and what marks them.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <string_view>

#include "app/editor/code_lines.h"
#include "app/editor/line_map.h"
#include "app/editor/problem_list.h"

namespace paramscope::app {

/// The lines of a text that are in view, with their places.
class LineDrawing {
  public:
    /// Draws into `list`, within `visible`; `origin` is the corner of the text.
    LineDrawing(ImDrawList& list, const ImVec4& visible, ImVec2 origin, const CodeLines& lines,
                const LineMap& map);
    ~LineDrawing() { list_.PopClipRect(); }
    LineDrawing(const LineDrawing&) = delete;
    LineDrawing& operator=(const LineDrawing&) = delete;

    /// `folded` stands for the folded lines.
    void draw_text(std::string_view folded) const;
    /// Draws the numbers of the lines, right-aligned at `right`, and a bar of the colour of each, 0 for none,
    /// at `left`.
    void draw_gutter(float left, float right, const std::vector<Problem>& problems,
                     const std::function<ImU32(std::size_t line)>& colour_of) const;
    /// Draws the selection of the bytes from `begin` to `end`, behind the text.
    void draw_selection(std::size_t begin, std::size_t end) const;
    void draw_caret(std::size_t offset) const;
    /// Draws a band behind a line.
    void draw_band(std::size_t line) const;
    /// Draws a wavy line under a problem's place, on its first line.
    void underline(const Problem& problem) const;

  private:
    ImVec2 place(std::size_t line) const { return {origin_.x, origin_.y + map_.top(line)}; }
    void for_each_line(const std::function<void(std::size_t line)>& draw) const;

    ImDrawList& list_;
    ImVec4 visible_;  ///< left, top, right, bottom
    ImVec2 origin_;
    const CodeLines& lines_;
    const LineMap& map_;
};

/// The width of the numbers of so many lines, with the bar before them and the space behind.
float gutter_width(std::size_t lines);

}  // namespace paramscope::app
