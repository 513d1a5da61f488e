// What the program writes to: a terminal or a file, its width and whether it shows colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace paramscope::cli {

/// --color WHEN.
enum class ColourChoice : std::uint8_t { Auto, Always, Never };

enum class Stream : std::uint8_t { Output = 1, Error = 2 };  ///< by their numbers

/// How to write to a stream.
struct Terminal {
    bool has_colours = false;
    std::optional<std::size_t> width;  ///< in columns; nullopt: any
};

/// Says what --color does; until then it is Auto.
void choose_colours(ColourChoice choice);

/// Colours: as --color says; otherwise FORCE_COLOR (force-color.org) gives and NO_COLOR (no-color.org) takes
/// them; otherwise terminals have them, but for TERM=dumb. Width: COLUMNS, or what a terminal says, or 80
/// where it does not.
Terminal terminal(Stream stream);

}  // namespace paramscope::cli
