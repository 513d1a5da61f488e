#include "open/summary/cells.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
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

std::vector<std::string> boxed_cells(std::u32string_view line) {
    std::vector<std::string> cells;
    const std::size_t first =
        static_cast<std::size_t>(std::find_if(line.begin(), line.end(), is_border) - line.begin());
    for (std::size_t at = first; at < line.size();) {
        std::size_t end = at + 1;
        while (end < line.size() && !is_border(line[end])) ++end;
        if (end < line.size()) cells.push_back(encode_columns(line.substr(at + 1, end - at - 1)));
        at = end;
    }
    return cells;
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

CellCutter::CellCutter(std::string_view header) {
    if (header.find("Layer (type") == std::string_view::npos) return;
    const std::u32string line = decode_columns(header);
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const std::u32string_view title : kTitles) {
        const std::size_t at = line.find(title);
        if (at != std::u32string::npos) found.emplace_back(at, encode_columns(title));
    }
    if (found.size() < 2) return;
    std::sort(found.begin(), found.end());
    for (auto& [at, title] : found) {
        starts_.push_back(at);
        titles_.push_back(std::move(title));
    }
    is_boxed_ = std::any_of(line.begin(), line.end(), is_border);
    is_right_aligned_ = !is_boxed_ && starts_.front() > 4;
}

std::vector<std::string> CellCutter::cut(std::string_view line) const {
    const std::u32string columns = decode_columns(line);
    std::vector<std::string> cells;
    if (is_boxed_) {
        cells = boxed_cells(columns);
    } else if (is_right_aligned_) {  // `Conv2d-1   [-1, 10, 24, 24]   260`: the shape separates the other
                                     // cells
        const std::size_t opening = columns.find(U'['), closing = columns.rfind(U']');
        const std::u32string_view all = columns;
        if (closing != std::u32string::npos && opening < closing) {
            cells = {encode_columns(trimmed(all.substr(0, opening))),
                     encode_columns(all.substr(opening, closing + 1 - opening)),
                     encode_columns(all.substr(closing + 1))};
        }
    } else {
        for (std::size_t i = 0; i < starts_.size(); ++i) {
            const std::size_t begin = i == 0 ? 0 : starts_[i];
            const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : columns.size();
            if (begin >= columns.size()) break;
            cells.push_back(encode_columns(std::u32string_view(columns).substr(begin, end - begin)));
        }
    }
    cells.resize(titles_.size());
    for (std::size_t i = 1; i < cells.size(); ++i) cells[i] = std::string(trim(cells[i]));
    return cells;
}

}  // namespace paramscope::open
