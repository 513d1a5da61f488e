#include "open/support/literal.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

/// "1." and ".5", which JSON does not have, as "1.0" and "0.5".
std::string number_as_json(std::string_view number) {
    const std::size_t point = number.find('.');
    std::string text(number);
    if (point == std::string_view::npos) return text;
    if (point + 1 == number.size() || !is_digit(number[point + 1])) text.insert(point + 1, "0");
    if (point == 0 || !is_digit(number[point - 1])) text.insert(point, "0");
    return text;
}

}  // namespace

std::string literal_as_json(std::string_view found) {
    if (found == "True" || found == "true") return "true";
    if (found == "False" || found == "false") return "false";
    if (found == "None" || found == "null") return "null";
    const bool is_padded = found.size() > 1 && found[0] == '0' && is_digit(found[1]);  // "007" is a text
    if (!is_padded && parse_decimal(found)) return number_as_json(found);
    std::string quoted = "\"";
    for (const char c : found) quoted += c == '"' || c == '\\' || is_control(c) ? ' ' : c;
    return quoted + '"';
}

std::string LiteralReader::read_object() {
    const bool is_read = peek() == '{' ? braces() : arguments();
    return is_read ? std::move(json_) : std::string();
}

std::string LiteralReader::read_value() {
    return value() ? std::move(json_) : std::string();
}

void LiteralReader::skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
}

bool LiteralReader::take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
}

bool LiteralReader::append(char c) {
    json_ += c;
    return true;
}

/// What is between two brackets, with commas.
template <class Read>
bool LiteralReader::inside(char open, char close, Read read) {
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

/// The same, written with brackets of JSON.
template <class Read>
bool LiteralReader::items(char open, char close, Read read) {
    json_ += open == '(' ? '[' : open;
    return inside(open, close, read) && append(close == ')' ? ']' : close);
}

/// {key: value, …}
bool LiteralReader::braces() {
    return items('{', '}', [this] { return quoted_key() && take(':') && append(':') && value(); });
}

/// Name(key=value, …)
bool LiteralReader::arguments() {
    while (is_name_part(peek()) || peek() == '.') ++at_;
    if (peek() != '(') return false;
    json_ += '{';
    const bool is_read =
        inside('(', ')', [this] { return named_key() && take('=') && append(':') && value(); });
    return is_read && append('}');
}

bool LiteralReader::quoted_key() {
    return peek() == '"' || peek() == '\'' ? quoted() : word();
}

bool LiteralReader::named_key() {
    const std::size_t begin = at_;
    while (is_name_part(peek())) ++at_;
    json_ += concat('"', text_.substr(begin, at_ - begin), '"');
    return at_ > begin;
}

bool LiteralReader::value() {
    skip_blanks();
    const char c = peek();
    if (c == '{') return braces();
    if (c == '[') return items('[', ']', [this] { return value(); });
    if (c == '(') return items('(', ')', [this] { return value(); });
    if (c == '"' || c == '\'') return quoted();
    return call() || word();
}

/// A call with named arguments, which is an object, too; false, and nothing read, for another value.
bool LiteralReader::call() {
    const std::size_t begin = at_, written = json_.size();
    const unsigned depth = depth_;
    if (is_name_start(peek()) && arguments() && json_.size() > written + 2) return true;
    at_ = begin;
    json_.resize(written);
    depth_ = depth;
    return false;
}

/// What stands behind a backslash; of escapes that JSON does not have, the character.
void LiteralReader::append_escaped(char escaped) {
    if (contains(std::string_view("\"\\/bfnrt"), escaped)) json_ += '\\';
    json_ += is_control(escaped) ? ' ' : escaped;
}

bool LiteralReader::quoted() {
    const char quote = text_[at_++];
    json_ += '"';
    while (at_ < text_.size() && text_[at_] != quote) {
        const char c = text_[at_++];
        if (c == '\n') return false;
        if (c == '\\' && at_ < text_.size()) {
            append_escaped(text_[at_++]);
        } else if (c == '"') {
            json_ += "\\\"";
        } else {
            json_ += is_control(c) ? ' ' : c;
        }
    }
    return take(quote) && append('"');
}

bool LiteralReader::word() {
    const std::size_t begin = at_;
    unsigned inside = 0;
    while (at_ < text_.size() && text_[at_] != '\n') {
        const char c = text_[at_];
        const bool is_end = c == ',' || c == '}' || c == ']' || c == ')' || (c == ':' && depth_ > 0);
        if (inside == 0 && is_end) break;
        inside += c == '(' || c == '[' || c == '<';
        inside -= inside > 0 && (c == ')' || c == ']' || c == '>');
        ++at_;
    }
    const std::string_view found = trim(text_.substr(begin, at_ - begin));
    if (found.empty()) return false;
    json_ += literal_as_json(found);
    return true;
}

}  // namespace paramscope::open
