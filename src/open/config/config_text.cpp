#include "open/config/config_text.h"

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/matching.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

/// How often a text is read over in search of a config, at most.
constexpr std::size_t kMostTimesRead = 4;

/// Writes a literal of Python or JSON as JSON: quotes of both kinds, True and None, tuples, arguments of a
/// call.
class LiteralReader {
  public:
    LiteralReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    /// The object that begins at the place: {…}, or Name(key=value, …). "" where there is none.
    std::string read_object() {
        const bool is_read = peek() == '{' ? braces() : arguments();
        return is_read ? std::move(json_) : std::string();
    }

    /// The end of what was read.
    std::size_t end() const { return at_; }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() {
        while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '\n')) ++at_;
    }

    bool take(char c) {
        skip_blanks();
        if (peek() != c) return false;
        ++at_;
        return true;
    }

    /// {key: value, …}
    bool braces() {
        return items('{', '}', [this] { return quoted_key() && take(':') && append(':') && value(); });
    }

    /// Name(key=value, …)
    bool arguments() {
        while (is_name_part(peek()) || peek() == '.') ++at_;
        if (peek() != '(') return false;
        json_ += '{';
        if (!inside('(', ')', [this] { return named_key() && take('=') && append(':') && value(); }))
            return false;
        return append('}');
    }

    /// What is between two brackets, written with brackets of JSON.
    template <class Read>
    bool items(char open, char close, Read read) {
        json_ += open == '(' ? '[' : open;
        return inside(open, close, read) && append(close == ')' ? ']' : close);
    }

    template <class Read>
    bool inside(char open, char close, Read read) {
        if (depth_ == kDeepestJson || !take(open)) return false;
        ++depth_;
        for (bool is_first = true; !take(close); is_first = false) {
            if (!is_first && !take(',')) return false;
            if (!is_first && take(close)) break;  // a comma behind the last
            if (!is_first) json_ += ',';
            skip_blanks();
            if (!read()) return false;
        }
        --depth_;
        return true;
    }

    bool append(char c) {
        json_ += c;
        return true;
    }

    bool quoted_key() {
        if (peek() == '"' || peek() == '\'') return quoted();
        return word();
    }

    bool named_key() {
        const std::size_t begin = at_;
        while (is_name_part(peek())) ++at_;
        json_ += concat('"', text_.substr(begin, at_ - begin), '"');
        return at_ > begin;
    }

    bool value() {
        skip_blanks();
        const char c = peek();
        if (c == '{') return braces();
        if (c == '[') return items('[', ']', [this] { return value(); });
        if (c == '(') return items('(', ')', [this] { return value(); });
        if (c == '"' || c == '\'') return quoted();
        return word();
    }

    bool quoted() {
        const char quote = text_[at_++];
        json_ += '"';
        while (at_ < text_.size() && text_[at_] != quote) {
            const char c = text_[at_++];
            if (c == '\n') return false;
            if (c == '\\' && at_ < text_.size()) {
                const char escaped = text_[at_++];
                if (escaped == '\'')
                    json_ += '\'';
                else
                    (json_ += '\\') += escaped;
            } else if (c == '"') {
                json_ += "\\\"";
            } else {
                json_ += c;
            }
        }
        return take(quote) && append('"');
    }

    /// A number, a constant, or what has no literal, <class 'torch.bfloat16'> or torch.bfloat16, as a text.
    bool word() {
        const std::size_t begin = at_;
        unsigned inside = 0;
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (inside == 0 && (c == ',' || c == '}' || c == ']' || c == ')' || (c == ':' && depth_ > 0)))
                break;
            inside += c == '(' || c == '[' || c == '<';
            inside -= inside > 0 && (c == ')' || c == ']' || c == '>');
            ++at_;
        }
        const std::string_view found = trim(text_.substr(begin, at_ - begin));
        if (found.empty()) return false;
        json_ += as_json(found);
        return true;
    }

    static std::string as_json(std::string_view found) {
        if (found == "True" || found == "true") return "true";
        if (found == "False" || found == "false") return "false";
        if (found == "None" || found == "null") return "null";
        if (parse_decimal(found)) return std::string(found);
        std::string quoted = "\"";
        for (const char c : found)
            quoted += c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        return quoted + '"';
    }

    std::string_view text_;
    std::size_t at_;
    unsigned depth_ = 0;
    std::string json_;
};

bool holds_config(const std::string& json) {
    if (json.empty()) return false;
    const Result<JsonDocument> document = JsonDocument::parse(json);
    return document && is_config_object(document->root());
}

/// The place behind `at` where an object may begin: a brace that ends a line or begins one, or the name of a
/// config before a parenthesis.
std::optional<std::size_t> next_place(std::string_view text, std::size_t at) {
    for (; at < text.size(); ++at) {
        if (text[at] == '{') return at;
        if (text[at] != '(') continue;
        std::size_t begin = at;
        while (begin > 0 && is_name_part(text[begin - 1])) --begin;
        const std::string_view name = text.substr(begin, at - begin);
        if (name.ends_with("Config") || name.ends_with("Args") || name.ends_with("Arguments") ||
            name == "Namespace")
            return begin;
    }
    return std::nullopt;
}

/// Lines `key: value` of YAML that begin at the margin, as JSON; others are left out.
std::string settings_of(std::string_view text) {
    std::string json = "{";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || colon == 0 || !all_of(line.substr(0, colon), is_name_part))
            continue;
        const std::string member = concat(line.substr(0, colon), "=", trim(line.substr(colon + 2)));
        const std::string object = LiteralReader(concat("C(", member, ")"), 0).read_object();
        if (object.size() > 2)
            json += concat(json.size() > 1 ? "," : "", object.substr(1, object.size() - 2));
    }
    return json + "}";
}

}  // namespace

std::string find_config(std::string_view text) {
    std::optional<std::size_t> place = next_place(text, 0);
    for (std::size_t read = 0; place && read < kMostTimesRead * text.size();) {
        LiteralReader reader(text, *place);
        std::string json = reader.read_object();
        if (holds_config(json)) return json;
        read += reader.end() - *place + 1;
        place = next_place(text, text.find_first_of("{(", *place) + 1);
    }
    std::string settings = settings_of(text);
    return holds_config(settings) ? settings : std::string();
}

}  // namespace paramscope::open
