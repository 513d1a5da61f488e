// Draws Python with syntax colours.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace paramscope::app {

/// The quote of the string with three quotes that is open where a line begins, for each line; '\0' for none.
std::vector<char> find_open_strings(std::string_view source, const std::vector<std::uint32_t>& line_starts);

/// Draws one line of source code at `at`, in the current font. `open_quote` is that of find_open_strings().
void draw_source_line(ImDrawList& list, ImVec2 at, std::string_view line, char open_quote);

}  // namespace paramscope::app
