#include "app/editor/source_colours.h"

#include <algorithm>
#include <array>

#include "app/editor/coloured_line.h"
#include "app/ui/theme.h"
#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

constexpr std::array<std::string_view, 37> kKeywords = {
    "False",  "None",     "True",   "and", "as",    "assert", "async",  "await",    "break", "case",
    "class",  "continue", "def",    "del", "elif",  "else",   "except", "finally",  "for",   "from",
    "global", "if",       "import", "in",  "is",    "lambda", "match",  "nonlocal", "not",   "or",
    "pass",   "raise",    "return", "try", "while", "with",   "yield"};

enum class Kind { Plain, Keyword, Number, String, Comment };

/// A range of one colour. `open_quote` is the quote of a string that its end leaves open, else '\0'.
struct Piece {
    Kind kind;
    std::size_t length;
    char open_quote = '\0';
};

bool starts_three(std::string_view line, char quote) {
    return line.size() >= 3 && line[0] == quote && line[1] == quote && line[2] == quote;
}

/// A string from `begin`, inside its quotes, up to and with its end.
Piece string_piece(std::string_view line, std::size_t begin, char quote, bool has_three) {
    for (std::size_t i = begin; i < line.size(); ++i) {
        if (line[i] == '\\') {
            ++i;
        } else if (line[i] == quote && !has_three) {
            return {Kind::String, i + 1};
        } else if (starts_three(line.substr(i), quote)) {
            return {Kind::String, i + 3};
        }
    }
    return {Kind::String, line.size(), has_three ? quote : '\0'};
}

std::size_t source_word_length(std::string_view line) {
    const auto end = std::find_if_not(line.begin(), line.end(), is_name_part);
    return static_cast<std::size_t>(end - line.begin());
}

/// The longest prefix of `line` of one colour.
Piece first_piece(std::string_view line, char open_quote) {
    if (open_quote != '\0') return string_piece(line, 0, open_quote, true);
    const char c = line.front();
    if (c == '#') return {Kind::Comment, line.size()};
    if (c == '"' || c == '\'') {
        const bool has_three = starts_three(line, c);
        return string_piece(line, has_three ? 3 : 1, c, has_three);
    }
    if (is_name_part(c)) {
        const std::size_t length = source_word_length(line);
        const bool is_keyword = contains(kKeywords, line.substr(0, length));
        return {is_digit(c) ? Kind::Number : is_keyword ? Kind::Keyword : Kind::Plain, length};
    }
    const std::size_t end = std::min(line.find_first_of("#\"'"), line.size());
    const auto name = std::find_if(line.begin(), line.end(), is_name_part);
    return {Kind::Plain, std::min(end, static_cast<std::size_t>(name - line.begin()))};
}

constexpr ImU32 Palette::*kColours[] = {&Palette::text, &Palette::keyword, &Palette::accent, &Palette::string,
                                        &Palette::muted};  // by Kind

}  // namespace

std::vector<char> find_open_strings(std::string_view source, const std::vector<std::uint32_t>& line_starts) {
    std::vector<char> quotes;
    quotes.reserve(line_starts.size());
    char open_quote = '\0';
    for (std::size_t i = 0; i < line_starts.size(); ++i) {
        quotes.push_back(open_quote);
        const std::size_t end = i + 1 < line_starts.size() ? line_starts[i + 1] - 1 : source.size();
        std::string_view line = source.substr(line_starts[i], end - line_starts[i]);
        while (!line.empty()) {
            const Piece piece = first_piece(line, open_quote);
            open_quote = piece.open_quote;
            line.remove_prefix(piece.length);
        }
    }
    return quotes;
}

void draw_source_line(ImDrawList& list, ImVec2 at, std::string_view line, char open_quote) {
    draw_coloured_line(list, at, line, [&](std::string_view rest) {
        const Piece piece = first_piece(rest, open_quote);
        open_quote = piece.open_quote;
        return ColouredPiece{piece.length, palette().*kColours[static_cast<std::size_t>(piece.kind)]};
    });
}

}  // namespace paramscope::app
