// Places in a source text: byte spans, lines and columns.
#pragma once

#include <cstdint>
#include <string_view>

namespace paramscope {

/// A half-open range of byte offsets into the text that was read.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    friend bool operator==(const Span&, const Span&) = default;
};

/// The part of `text` that a span covers.
inline std::string_view slice(std::string_view text, Span span) {
    return text.substr(span.begin, span.end - span.begin);
}

/// Where `part`, a part of `text`, begins in it.
inline std::uint32_t offset_in(std::string_view text, std::string_view part) {
    return static_cast<std::uint32_t>(part.data() - text.data());
}

/// Line and column, both counted from 1; a column is one Unicode code point.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    friend bool operator==(const Position&, const Position&) = default;
};

/// The position of a byte offset in `text`; an offset past the end gives the end.
/// `\n`, `\r\n` and a lone `\r` each end one line.
Position position_at(std::string_view text, std::uint32_t offset);

/// The byte offset of a position, the inverse of position_at(). A column past the end of its line gives that
/// end, a line past the end of the text its end.
std::uint32_t offset_at(std::string_view text, Position position);

/// The line that holds `offset`, without its line break.
std::string_view line_at(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
