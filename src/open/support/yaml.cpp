#include "open/support/yaml.h"

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/support/json.h"
#include "open/support/literal.h"

namespace paramscope::open {
namespace {

/// How often a text is read over for values in brackets, at most.
constexpr std::size_t kMostTimesRead = 4;

std::string without_comments(std::string_view text) {
    std::string kept;
    while (!text.empty()) kept += concat(without_comment(take_until(text, '\n')), '\n');
    return kept;
}

bool is_key_part(char c) {
    return is_name_part(c) || c == '-' || c == '.' || c == '/';
}

/// The key that a line begins with, without quotes, and the place behind its colon.
struct Key {
    std::string_view name;
    std::size_t end;
};

std::optional<Key> key_of(std::string_view words) {
    const std::size_t colon = words.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    if (colon + 1 < words.size() && !is_space(words[colon + 1])) return std::nullopt;
    std::string_view name = trim(words.substr(0, colon));
    const bool is_quoted = name.size() > 2 && (name[0] == '"' || name[0] == '\'') && name.back() == name[0];
    if (is_quoted) name = name.substr(1, name.size() - 2);
    if (name.empty() || !all_of(name, is_key_part)) return std::nullopt;
    return Key{name, colon + 1};
}

bool is_item(std::string_view words) {
    return words == "-" || words.starts_with("- ");
}

class YamlReader {
  public:
    explicit YamlReader(std::string_view text) : text_(without_comments(text)) {}

    std::string read() { return map(0); }

  private:
    struct Line {
        std::size_t begin;   ///< of its words
        std::size_t indent;  ///< blanks before them
        std::string_view words;
    };

    /// The next line that has words.
    std::optional<Line> peek() {
        const std::size_t begin = text_.find_first_not_of(" \t\r\n", at_);
        if (begin == std::string::npos) return std::nullopt;
        const std::size_t before = begin == 0 ? std::string::npos : text_.rfind('\n', begin - 1);
        const std::size_t indent = before == std::string::npos ? begin : begin - before - 1;
        const std::string_view rest = std::string_view(text_).substr(begin);
        return Line{begin, indent, trim(rest.substr(0, rest.find('\n')))};
    }

    void go_behind_line(std::size_t place) { at_ = std::min(text_.find('\n', place), text_.size() - 1) + 1; }

    std::string map(std::size_t indent) {
        std::string json = "{";
        for (std::optional<Line> line; (line = peek()) && line->indent >= indent;) {
            const std::optional<Key> key = line->indent == indent ? key_of(line->words) : std::nullopt;
            if (!key) {
                go_behind_line(line->begin);
                continue;
            }
            at_ = line->begin + key->end;
            const std::string name(key->name);
            json += concat(json.size() > 1 ? ",\"" : "\"", name, "\":", value(indent, true));
        }
        return json + '}';
    }

    std::string list(std::size_t indent) {
        std::string json = "[";
        for (std::optional<Line> line; (line = peek()) && line->indent == indent && is_item(line->words);) {
            text_[line->begin] = ' ';  // what stands behind the dash is a line of its own
            at_ = line->begin;
            json += concat(json.size() > 1 ? "," : "", item(indent));
        }
        return json + ']';
    }

    /// What stands behind a dash.
    std::string item(std::size_t indent) {
        const std::optional<Line> line = peek();
        if (!line || line->indent <= indent) return "null";
        if (is_item(line->words) || key_of(line->words)) return block(line->indent);
        at_ = line->begin;
        return value(indent, false);
    }

    /// The map or list of lines with an indentation.
    std::string block(std::size_t indent) {
        if (depth_ == kDeepestJson - 2) {
            for (std::optional<Line> line; (line = peek()) && line->indent >= indent;)
                go_behind_line(line->begin);
            return "null";
        }
        ++depth_;
        std::string json = is_item(peek()->words) ? list(indent) : map(indent);
        --depth_;
        return json;
    }

    /// What stands behind a key, or an item that is no map. The items of a list may be as far left as its
    /// key.
    std::string value(std::size_t indent, bool is_of_key) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view words = trim(std::string_view(text_).substr(at_, end - at_));
        if (words.starts_with('&') || words.starts_with('!'))
            words = trim(words.substr(std::min(words.find(' '), words.size())));
        const std::size_t begin = words.empty() ? end : static_cast<std::size_t>(words.data() - text_.data());
        go_behind_line(begin);
        if (words.empty()) return value_below(indent, is_of_key);
        if (words[0] == '|' || words[0] == '>') return skipped_text(indent);
        if (words == "~") return "null";
        if (std::string json = bracketed(begin); !json.empty()) return json;
        return literal_as_json(words);
    }

    std::string value_below(std::size_t indent, bool is_of_key) {
        const std::optional<Line> line = peek();
        const bool is_list_at_key = line && is_of_key && line->indent == indent && is_item(line->words);
        if (!line || (line->indent <= indent && !is_list_at_key)) return "null";
        if (is_item(line->words) || key_of(line->words)) return block(line->indent);
        if (depth_ == kDeepestJson - 2) return "null";  // below an anchor may be another
        at_ = line->begin;
        ++depth_;
        std::string json = value(indent, false);
        --depth_;
        return json;
    }

    std::string skipped_text(std::size_t indent) {
        for (std::optional<Line> line; (line = peek()) && line->indent > indent;) go_behind_line(line->begin);
        return "\"\"";
    }

    /// A list or map in brackets, which may go on in further lines, or a text in quotes; "" where there is
    /// none.
    std::string bracketed(std::size_t begin) {
        if (!contains(std::string_view("[{\"'"), text_[begin]) || read_ > kMostTimesRead * text_.size())
            return {};
        LiteralReader reader(text_, begin);
        std::string json = reader.read_value();
        read_ += reader.end() - begin;
        if (!json.empty()) go_behind_line(reader.end() - 1);
        return json;
    }

    std::string text_;
    std::size_t at_ = 0;
    std::size_t read_ = 0;
    unsigned depth_ = 0;
};

}  // namespace

std::string_view without_comment(std::string_view line) {
    std::size_t sign = line.find('#');
    while (sign != std::string_view::npos && sign > 0 && !is_blank(line[sign - 1]))
        sign = line.find('#', sign + 1);
    return line.substr(0, sign);
}

std::string yaml_as_json(std::string_view text) {
    return text.empty() ? "{}" : YamlReader(text).read();
}

}  // namespace paramscope::open
