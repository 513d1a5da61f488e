// Comma-separated values: fields may be quoted, and then hold commas, quotes (doubled) and line breaks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope {

using CsvRow = std::vector<std::string>;

inline std::vector<CsvRow> parse_csv(std::string_view text) {
    std::vector<CsvRow> rows;
    CsvRow row = {""};
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const bool is_escaped = is_quoted && i + 1 < text.size() && text[i + 1] == '"';
            if (is_escaped) row.back() += text[++i];
            if (!is_escaped) is_quoted = !is_quoted;
        } else if (!is_quoted && c == ',') {
            row.emplace_back();
        } else if (!is_quoted && c == '\n') {
            rows.push_back(std::move(row));
            row = {""};
        } else if (is_quoted || c != '\r') {
            row.back() += c;
        }
    }
    if (row.size() > 1) rows.push_back(std::move(row));
    return rows;
}

}  // namespace paramscope
