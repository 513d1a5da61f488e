#include "open/summary/cells.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/utf8.h"

namespace paramscope::open {
namespace {

constexpr char32_t kBroken = 0xFFFD;

/// Decodes the character at `at` and moves past it.
char32_t take_character(std::string_view text, std::size_t& at) {
    const Utf8Character character = decode_utf8(text.substr(at));
    at += std::max<std::size_t>(character.length, 1);
    return character.length == 0 ? kBroken : character.code_point;
}

/// The end of the colour code `ESC [ ... m` that starts at `at`.
std::size_t colour_end(std::string_view text, std::size_t at) {
    std::size_t end = at + 2;
    while (end < text.size() && (is_digit(text[end]) || text[end] == ';')) ++end;
    return end < text.size() ? end + 1 : end;
}

bool is_border(char32_t c) {
    return c == U'│' || c == U'┃' || c == U'║';
}

std::u32string_view trimmed(std::u32string_view text) {
    while (!text.empty() && text.back() == U' ') text.remove_suffix(1);
    while (!text.empty() && text.front() == U' ') text.remove_prefix(1);
    return text;
}

// A title comes before a title that is its prefix.
constexpr std::array<std::u32string_view, 9> kTitles = {U"Layer (type",  U"Kernel Shape", U"Input Shape",
                                                        U"Output Shape", U"Param #",      U"Connected to",
                                                        U"Trainable",    U"Mult-Adds",    U"Param %"};

/// Spellings of titles in tables whose cells are separated.
struct Title {
    std::string_view written, meaning;
};
constexpr std::array<Title, 12> kSeparatedTitles = {{{"Name", "Name"},
                                                     {"Type", "Type"},
                                                     {"Layer", "Layer"},
                                                     {"module", "Type"},
                                                     {"Params", "Param #"},
                                                     {"#Param", "Param #"},
                                                     {"Param #", "Param #"},
                                                     {"params", "Param #"},
                                                     {"In sizes", "Input Shape"},
                                                     {"Out sizes", "Output Shape"},
                                                     {"Input Shape", "Input Shape"},
                                                     {"Output Shape", "Output Shape"}}};

/// The cells between the borders of a line, and before the first one with `has_open_ends`.
template <typename IsBorder>
std::vector<std::string> cells_between(std::u32string_view line, IsBorder is_cell_border,
                                       bool has_open_ends) {
    std::vector<std::string> cells;
    const auto first =
        static_cast<std::size_t>(std::find_if(line.begin(), line.end(), is_cell_border) - line.begin());
    if (has_open_ends) cells.push_back(encode_columns(trimmed(line.substr(0, first))));
    for (std::size_t at = first; at < line.size();) {
        std::size_t end = at + 1;
        while (end < line.size() && !is_cell_border(line[end])) ++end;
        if (end < line.size() || has_open_ends)
            cells.push_back(encode_columns(line.substr(at + 1, end - at - 1)));
        at = end;
    }
    return cells;
}

bool is_of_number(char32_t c) {
    return (c >= U'0' && c <= U'9') || c == U',';
}

bool is_pipe(char32_t c) {
    return c == U'|';
}

/// The words of a line; blanks in brackets belong to their word. Empty when a bracket is not closed.
std::vector<std::string> words_of(std::u32string_view line) {
    std::vector<std::string> words;
    std::u32string word;
    int depth = 0;
    for (const char32_t c : line) {
        if (c == U' ' && depth == 0) {
            if (!word.empty()) words.push_back(encode_columns(word));
            word.clear();
            continue;
        }
        word.push_back(c);
        depth += (c == U'[' || c == U'(') - (c == U']' || c == U')');
    }
    if (!word.empty()) words.push_back(encode_columns(word));
    return depth == 0 ? words : std::vector<std::string>();
}

}  // namespace

std::u32string decode_columns(std::string_view line) {
    std::u32string columns;
    for (std::size_t at = 0; at < line.size();) {
        if (line.substr(at).starts_with("\x1b[")) {
            at = colour_end(line, at);
        } else {
            const char32_t c = take_character(line, at);
            columns.push_back(c == U'\t' || c == U'\u00a0' ? U' ' : c);
        }
    }
    return columns;
}

std::string encode_columns(std::u32string_view columns) {
    std::string text;
    for (const char32_t c : columns) append_utf8(text, c);
    return text;
}

bool has_border(std::string_view line) {
    return line.find("\u2502") != std::string_view::npos || line.find("\u2503") != std::string_view::npos;
}

std::vector<std::string> split_cells(std::string_view line) {
    constexpr char first_byte_of_borders = '\xE2';
    if (line.find('|') == std::string_view::npos &&
        line.find(first_byte_of_borders) == std::string_view::npos)
        return {};
    const std::u32string columns = decode_columns(line);
    if (any_of(columns, is_border)) return cells_between(columns, is_border, false);
    if (none_of(columns, is_pipe)) return {};
    std::vector<std::string> cells = cells_between(columns, is_pipe, true);
    if (trim(cells.back()).empty()) cells.pop_back();
    if (trim(cells.front()).empty()) cells.erase(cells.begin());
    return cells;
}

CellCutter::CellCutter(std::string_view header) {
    const std::u32string line = decode_columns(header);
    if (header.find("Layer (type") == std::string_view::npos) {
        read_separated(line);
        return;
    }
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const std::u32string_view title : kTitles) {
        const std::size_t at = line.find(title);
        if (at != std::u32string::npos) found.emplace_back(at, encode_columns(title));
    }
    if (found.size() < 2) return;
    sort(found);
    for (auto& [at, title] : found) {
        starts_.push_back(at);
        titles_.push_back(std::move(title));
    }
    if (any_of(line, is_border)) {
        layout_ = Layout::Boxed;
    } else if (starts_.front() > 4) {
        layout_ = Layout::RightAligned;
    }
}

/// Reads a header whose titles are exactly the cells: Lightning's, PyG's and ultralytics'.
void CellCutter::read_separated(std::u32string_view line) {
    std::vector<std::string> cells;
    if (any_of(line, is_border)) {
        layout_ = Layout::Boxed;
        cells = cells_between(line, is_border, false);
    } else if (any_of(line, is_pipe)) {
        layout_ = Layout::Pipes;
        cells = cells_between(line, is_pipe, true);
    } else {
        layout_ = Layout::Words;
        cells = words_of(line);
        const std::vector<std::string> titles = {"from", "n", "params", "module", "arguments"};
        if (cells.size() < titles.size() || !std::equal(titles.rbegin(), titles.rend(), cells.rbegin()))
            return;
        cells = titles;
        cells.insert(cells.begin(), "Name");
    }
    for (std::string& cell : cells) {
        const std::string_view words = trim(cell);
        const auto* title = find_by(kSeparatedTitles, &Title::written, words);
        cell = title == nullptr ? std::string(words) : std::string(title->meaning);
    }
    const auto has = [&](std::string_view title) { return contains(cells, title); };
    const bool names_layers = (has("Name") && has("Type")) || (has("Layer") && has("Output Shape"));
    if (names_layers && has("Param #")) titles_ = std::move(cells);
}

std::size_t CellCutter::prefix_end(std::string_view header) const {
    constexpr std::string_view borders[] = {"\u2502", "\u2503", "\u2551", "|"};
    std::size_t end = header.size();
    if (layout_ == Layout::Boxed || layout_ == Layout::Pipes) {
        for (const std::string_view border : borders) end = std::min(end, header.find(border));
    } else {
        end = layout_ == Layout::Words ? header.rfind(" from ") : header.find("Layer (type");
        // Below the header of ultralytics follows a row, which may be indented.
        if (layout_ == Layout::Words) end = header.substr(0, end).find_last_not_of(' ') + 1;
    }
    return end == std::string_view::npos ? 0 : end;
}

/// The cells below the titles.
std::vector<std::string> CellCutter::cut_columns(std::u32string_view columns) const {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : starts_[i];
        const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : columns.size();
        if (begin >= columns.size()) break;
        const bool is_cut = begin > 0 && is_of_number(columns[begin - 1]) && is_of_number(columns[begin]);
        cells.push_back(is_cut ? "?" : encode_columns(columns.substr(begin, end - begin)));
    }
    return cells;
}

/// The cells of Keras's `dense_1 (Dense) (None, 5) 1150 dense[0][0]` by its words, wherever they stand; empty
/// for another line or header.
std::vector<std::string> CellCutter::keras_cells(std::u32string_view columns) const {
    const bool has_sources = titles_.size() == 4 && titles_[3] == "Connected to";
    if (titles_.size() != 3 && !has_sources) return {};
    if (titles_[0] != "Layer (type" || titles_[1] != "Output Shape" || titles_[2] != "Param #") return {};
    const std::vector<std::string> words = words_of(columns);
    if (words.size() < 4 || !words[1].starts_with('(') || words[0].find_first_of("([") != std::string::npos ||
        words[2].find_first_of("([") != 0 || words[3].find_first_not_of("0123456789,") != std::string::npos)
        return {};
    std::string sources;
    for (std::size_t i = 4; i < words.size(); ++i) sources += concat(i > 4 ? " " : "", words[i]);
    std::vector<std::string> cells = {concat(words[0], " ", words[1]), words[2], words[3]};
    if (has_sources) cells.push_back(std::move(sources));
    return cells;
}

std::vector<std::string> CellCutter::cut(std::string_view line) const {
    const std::u32string columns = decode_columns(line);
    std::vector<std::string> cells;
    switch (layout_) {
        case Layout::Boxed:
            cells = cells_between(columns, is_border, false);
            break;
        case Layout::Pipes:
            cells = cells_between(columns, is_pipe, true);
            break;
        case Layout::Words:
            cells = words_of(columns);
            if (cells.size() != titles_.size()) cells.clear();
            break;
        case Layout::RightAligned: {  // `Conv2d-1   [-1, 10, 24, 24]   260`
            const std::size_t opening = columns.find(U'['), closing = columns.rfind(U']');
            const std::u32string_view all = columns;
            if (closing != std::u32string::npos && opening < closing) {
                cells = {encode_columns(trimmed(all.substr(0, opening))),
                         encode_columns(all.substr(opening, closing + 1 - opening)),
                         encode_columns(all.substr(closing + 1))};
            }
            break;
        }
        case Layout::Columns:
            // Paddle centres its cells.
            if (columns.starts_with(U' ')) cells = words_of(columns);
            if (cells.size() != starts_.size()) cells = keras_cells(columns);
            if (cells.empty()) cells = cut_columns(columns);
            break;
    }
    cells.resize(titles_.size());
    for (std::size_t i = 1; i < cells.size(); ++i) cells[i] = std::string(trim(cells[i]));
    return cells;
}

}  // namespace paramscope::open
