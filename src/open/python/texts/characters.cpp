// Characters that are not those of the code: of terminals, of pages, of word processors.
#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/texts/mask.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

struct Sign {
    std::string_view written, meaning;
};

constexpr Sign kInvisible[] = {
    {"\xE2\x80\x8B", ""},    // zero-width space
    {"\xE2\x80\x8C", ""},    // zero-width non-joiner
    {"\xE2\x80\x8D", ""},    // zero-width joiner
    {"\xE2\x80\x8E", ""},    // left-to-right mark
    {"\xE2\x80\x8F", ""},    // right-to-left mark
    {"\xE2\x81\xA0", ""},    // word joiner
    {"\xC2\xAD", ""},        // soft hyphen
    {"\xEF\xBB\xBF", ""},    // byte order mark
    {"\xE2\x80\xA8", "\n"},  // line separator
    {"\xE2\x80\xA9", "\n"},  // paragraph separator
};

constexpr Sign kEntities[] = {{"&lt;", "<"},   {"&gt;", ">"},   {"&quot;", "\""}, {"&#34;", "\""},
                              {"&#39;", "'"},  {"&#x27;", "'"}, {"&apos;", "'"},  {"&nbsp;", " "},
                              {"&#160;", " "}, {"&amp;", "&"},  {"<br>", "\n"},   {"<br/>", "\n"},
                              {"<br />", "\n"}};

constexpr Sign kPrinted[] = {
    {"\xE2\x80\x9C", "\""}, {"\xE2\x80\x9D", "\""}, {"\xE2\x80\x9E", "\""}, {"\xC2\xAB", "\""},
    {"\xC2\xBB", "\""},     {"\xEF\xBC\x82", "\""}, {"\xE2\x80\x98", "'"},  {"\xE2\x80\x99", "'"},
    {"\xE2\x80\x9A", "'"},  {"\xE2\x80\xB2", "'"},  {"\xEF\xBC\x87", "'"},  {"\xE2\x88\x92", "-"},
    {"\xE2\x80\x93", "-"},  {"\xEF\xBC\x88", "("},  {"\xEF\xBC\x89", ")"},  {"\xEF\xBC\x8C", ","},
    {"\xEF\xBC\x9A", ":"},  {"\xEF\xBC\x9D", "="},  {"\xE2\x80\xA6", "..."}};

template <std::size_t count>
const Sign* find_sign(std::string_view text, const Sign (&signs)[count]) {
    return find_where(signs, [&](const Sign& sign) { return text.starts_with(sign.written); });
}

bool is_quote(const Sign& sign) {
    return sign.meaning == "\"" || sign.meaning == "'";
}

/// Replaces what `sign_at` finds at a place outside of literals, or anywhere.
template <class SignAt>
std::optional<Unwrapped> replace_signs(std::string_view text, SignAt sign_at) {
    Rebuilder result(text);
    std::uint32_t taken = 0;
    for (std::uint32_t at = 0; at < text.size();) {
        const std::optional<Sign> sign = sign_at(at);
        if (sign) {
            result.keep(taken, at);
            result.insert(sign->meaning, at);
            taken = at + static_cast<std::uint32_t>(sign->written.size());
        }
        at += sign ? static_cast<std::uint32_t>(sign->written.size()) : 1;
    }
    if (taken == 0) return std::nullopt;
    result.keep(taken, static_cast<std::uint32_t>(text.size()));
    return std::move(result).take();
}

bool is_high(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

/// The length of a tag of HTML around or inside of code, `<span class="k">`, `</code>`; 0 for other text.
std::size_t tag_length(std::string_view rest) {
    constexpr std::string_view kTags[] = {"pre", "code", "span", "div", "p",     "b",
                                          "i",   "a",    "td",   "tr",  "table", "tbody"};
    constexpr std::size_t kMost = 300;
    std::size_t at = rest.starts_with("</") ? 2 : 1;
    std::size_t end = at;
    while (end < rest.size() && is_letter(rest[end])) ++end;
    if (!contains(kTags, rest.substr(at, end - at)) || end >= rest.size()) return 0;
    if (rest[end] != '>' && (rest[end] != ' ' || at == 2)) return 0;
    const std::size_t close = rest.substr(0, kMost).find_first_of(">\n", end);
    return close != std::string_view::npos && rest[close] == '>' ? close + 1 : 0;
}

/// True for a tag that begins a new line.
bool is_block_tag(std::string_view rest) {
    constexpr std::string_view kTags[] = {"pre", "p", "div", "td", "tr", "table"};
    rest.remove_prefix(rest.starts_with("</") ? 2 : 1);
    return any_of(kTags, [&](std::string_view tag) {
        return rest.starts_with(tag) && !is_letter(rest[std::min(tag.size(), rest.size() - 1)]);
    });
}

/// True where an entity stands outside of strings and comments: all of the text is escaped then.
bool is_escaped_html(std::string_view text) {
    const std::vector<Literal> literals = find_literals(text);
    auto literal = literals.begin();
    for (std::size_t at = text.find_first_of("&<"); at < text.size(); at = text.find_first_of("&<", at + 1)) {
        while (literal != literals.end() && literal->span.end <= at) ++literal;
        if (literal != literals.end() && literal->span.begin <= at) continue;
        if (find_sign(text.substr(at), kEntities) != nullptr) return true;
    }
    return false;
}

}  // namespace

std::optional<Unwrapped> replace_characters(std::string_view text) {
    const bool is_page = contains_any(text, {"<pre", "<code"}) && contains_any(text, {"</pre>", "</code>"});
    const bool is_escaped = is_page || is_escaped_html(text);
    return replace_signs(text, [&](std::uint32_t at) -> std::optional<Sign> {
        const std::string_view rest = text.substr(at);
        if (rest[0] == '\r' && !rest.starts_with("\r\n")) return Sign{"\r", "\n"};
        if (is_escaped && (rest[0] == '&' || rest[0] == '<')) {
            if (const Sign* entity = find_sign(rest, kEntities)) return *entity;
        }
        if (is_page && rest[0] == '<') {
            if (const std::size_t length = tag_length(rest))
                return Sign{rest.substr(0, length), is_block_tag(rest) ? "\n" : ""};
        }
        if (!is_high(rest[0]) && rest[0] != '\x1B') return std::nullopt;
        if (const Sign* sign = find_sign(rest, kInvisible)) return *sign;
        const std::uint32_t length = unicode_space_length(text, at);
        if (length == 0) return std::nullopt;
        return Sign{rest.substr(0, length), rest[0] == '\x1B' ? "" : rest.starts_with("\xE3") ? "  " : " "};
    });
}

std::optional<Unwrapped> straighten_signs(std::string_view text) {
    if (std::none_of(text.begin(), text.end(), is_high)) return std::nullopt;
    const std::vector<Literal> literals = find_literals(text);
    auto literal = literals.begin();
    bool is_quoted = false;  // between two printed quotes on one line
    return replace_signs(text, [&](std::uint32_t at) -> std::optional<Sign> {
        while (literal != literals.end() && literal->span.end <= at) ++literal;
        const bool is_inside = literal != literals.end() && literal->span.begin <= at;
        if (is_line_break(text[at])) is_quoted = false;
        if (!is_high(text[at]) || is_inside) return std::nullopt;
        const Sign* sign = find_sign(text.substr(at), kPrinted);
        if (sign == nullptr || (is_quoted && !is_quote(*sign))) return std::nullopt;
        if (is_quote(*sign)) is_quoted = !is_quoted;
        return *sign;
    });
}

}  // namespace paramscope::open::python::texts
