#include "open/python/libraries/pattern.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostPatternCode = 5000;
constexpr int kDeepestPattern = 50;
constexpr std::string_view kSpaces = " \t\n\r\f\v";

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 128;
}

bool is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

/// The character that `\n` and its like stand for; nullopt for others.
std::optional<char> control_of(char c) {
    constexpr std::string_view kNames = "ntrfvab", kControls = "\n\t\r\f\v\a\b";
    const std::size_t at = kNames.find(c);
    return at == std::string_view::npos ? std::nullopt : std::optional(kControls[at]);
}

}  // namespace

/// Reads a pattern into code. Every function gives code that matches, or sets `is_wrong_`.
class PatternReader {
  public:
    PatternReader(std::string_view text, PatternFlags flags) : text_(text), flags_(flags) {}

    std::optional<Pattern> read() {
        if (!all_of(text_, is_ascii)) return std::nullopt;
        read_flags();
        pattern_.code_ = choices(0);
        if (is_wrong_ || at_ != text_.size()) return std::nullopt;
        pattern_.code_.push_back({Op::Match});
        return std::move(pattern_);
    }

  private:
    using Op = Pattern::Op;
    using Code = Pattern::Code;
    using Characters = Pattern::Characters;

    /// Code, and whether it may match nothing.
    struct Part {
        Code code;
        bool may_be_empty = false;
    };

    bool has(char c) const { return at_ < text_.size() && text_[at_] == c; }
    bool take(std::string_view expected) {
        if (!text_.substr(at_).starts_with(expected)) return false;
        at_ += expected.size();
        return true;
    }
    void fail() {
        is_wrong_ = true;
        at_ = text_.size();
    }

    /// `(?im)` at the beginning.
    void read_flags() {
        const std::size_t end = text_.find(')');
        if (!text_.starts_with("(?") || end == std::string_view::npos) return;
        const std::string_view letters = text_.substr(2, end - 2);
        if (letters.empty() || letters.find_first_not_of("imsx") != std::string_view::npos) return;
        for (const char c : letters) {
            flags_.ignore_case |= c == 'i';
            flags_.multiline |= c == 'm';
            flags_.dot_all |= c == 's';
            flags_.verbose |= c == 'x';
        }
        at_ = end + 1;
    }

    /// Steps over what a verbose pattern ignores.
    void skip_blanks() {
        while (flags_.verbose && at_ < text_.size()) {
            if (kSpaces.find(text_[at_]) != std::string_view::npos) {
                ++at_;
            } else if (text_[at_] == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else {
                return;
            }
        }
    }

    Code choices(int depth) { return choices_part(depth).code; }

    /// `a|b`
    Part choices_part(int depth) {
        if (depth > kDeepestPattern) {
            fail();
            return {};
        }
        Part all = sequence(depth);
        while (take("|")) {
            const Part next = sequence(depth);
            Code code = {{Op::Split, static_cast<int>(all.code.size()) + 2}};
            append(code, all.code);
            code.push_back({Op::Jump, static_cast<int>(next.code.size()) + 1});
            append(code, next.code);
            all = {std::move(code), all.may_be_empty || next.may_be_empty};
        }
        return all;
    }

    Part sequence(int depth) {
        Part all = {{}, true};
        for (skip_blanks(); at_ < text_.size() && !has('|') && !has(')'); skip_blanks()) {
            const Part next = repeated(depth);
            append(all.code, next.code);
            all.may_be_empty = all.may_be_empty && next.may_be_empty;
        }
        return all;
    }

    void append(Code& code, const Code& more) {
        if (code.size() + more.size() > kMostPatternCode) return fail();
        code.insert(code.end(), more.begin(), more.end());
    }

    /// A part with `*`, `+`, `?` or `{2,3}` behind it.
    Part repeated(int depth) {
        const Part part = single(depth);
        skip_blanks();
        const auto counts = read_counts();
        if (!counts) return part;
        const bool is_lazy = take("?");
        const bool may_not_end = part.may_be_empty && counts->second != 1;
        if (may_not_end || read_counts()) fail();
        return repeat(part, *counts, is_lazy);
    }

    static constexpr int kNoEnd = -1;

    /// How often a part may repeat; nullopt, and nothing read, where nothing says so.
    std::optional<std::pair<int, int>> read_counts() {
        if (take("*")) return std::pair(0, kNoEnd);
        if (take("+")) return std::pair(1, kNoEnd);
        if (take("?")) return std::pair(0, 1);
        const std::size_t begin = at_;
        if (!take("{")) return std::nullopt;
        const std::optional<int> least = read_count();
        const bool is_range = take(",");
        const std::optional<int> most = is_range ? read_count() : least;
        if (!take("}") || (!least && !is_range)) {
            at_ = begin;  // a brace as it is
            return std::nullopt;
        }
        const std::pair counts(least.value_or(0), most.value_or(kNoEnd));
        if (counts.second != kNoEnd && counts.second < counts.first) fail();
        return counts;
    }

    std::optional<int> read_count() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        const std::string_view digits = text_.substr(begin, at_ - begin);
        if (digits.empty()) return std::nullopt;
        if (digits.size() > 4) fail();
        return is_wrong_ ? 0 : read_number(digits);
    }

    Part repeat(const Part& part, std::pair<int, int> counts, bool is_lazy) {
        const Op split = is_lazy ? Op::SplitLater : Op::Split;
        const int size = static_cast<int>(part.code.size());
        Part all = {{}, part.may_be_empty || counts.first == 0};
        for (int i = 0; i < counts.first && !is_wrong_; ++i) append(all.code, part.code);
        if (counts.second == kNoEnd) {
            append(all.code, {{split, size + 2}});
            append(all.code, part.code);
            append(all.code, {{Op::Jump, -size - 1}});
        }
        for (int left = counts.second - counts.first; left > 0 && !is_wrong_; --left) {
            append(all.code, {{split, left * (size + 1)}});
            append(all.code, part.code);
        }
        return all;
    }

    Part single(int depth) {
        const char c = text_[at_++];
        switch (c) {
            case '(':
                return group(depth);
            case '[':
                return one(character_class());
            case '.':
                return one(flags_.dot_all ? Characters().set() : Characters().set().reset('\n'));
            case '^':
                return anchor(flags_.multiline ? Op::LineBegin : Op::TextBegin);
            case '$':
                return anchor(flags_.multiline ? Op::LineEnd : Op::AlmostTextEnd);
            case '\\':
                return escape();
            case '*':
            case '+':
            case '?':
                fail();
                return {};
            default:
                return one(Characters().set(static_cast<std::size_t>(c)));
        }
    }

    Part one(Characters characters) { return {{{Op::One, 0, with_other_case(characters)}}, false}; }
    Part anchor(Op op) { return {{{op}}, true}; }

    /// `(a)`, `(?:a)`, `(?P<name>a)`, `(?=a)` and `(?!a)`, behind the bracket.
    Part group(int depth) {
        const bool is_look = text_.substr(at_).starts_with("?=") || text_.substr(at_).starts_with("?!");
        if (is_look) return look(depth);
        int number = 0;
        if (!take("?:")) {
            number = ++pattern_.groups_;
            if (take("?P<")) {
                const std::size_t end = std::min(text_.find('>', at_), text_.size());
                const std::string name(text_.substr(at_, end - at_));
                const bool is_taken =
                    any_of(pattern_.names_, [&](const auto& each) { return each.first == name; });
                if (!is_name(name) || is_taken) fail();
                pattern_.names_.emplace_back(name, number);
                at_ = is_wrong_ ? at_ : end + 1;
            } else if (has('?')) {
                fail();
            }
        }
        Part inside = choices_part(depth + 1);
        if (!take(")")) fail();
        if (number == 0) return inside;
        Code code = {{Op::Save, 2 * number}};
        append(code, inside.code);
        append(code, {{Op::Save, 2 * number + 1}});
        return {std::move(code), inside.may_be_empty};
    }

    Part look(int depth) {
        const Op op = text_[at_ + 1] == '=' ? Op::Look : Op::LookNot;
        at_ += 2;
        const Code inside = choices(depth + 1);
        if (!take(")")) fail();
        Code code = {{op, static_cast<int>(inside.size()) + 2}};
        append(code, inside);
        append(code, {{Op::Match}});
        return {std::move(code), true};
    }

    /// What is behind a backslash.
    Part escape() {
        switch (at_ < text_.size() ? text_[at_] : '\0') {
            case 'A':
                return take_anchor(Op::TextBegin);
            case 'Z':
                return take_anchor(Op::TextEnd);
            case 'b':
                return take_anchor(Op::WordEdge);
            case 'B':
                return take_anchor(Op::NoWordEdge);
            default:
                return one(escaped_characters());
        }
    }
    Part take_anchor(Op op) {
        ++at_;
        return anchor(op);
    }

    /// The characters of `\d`, `\n`, `\x41` or `\.`, behind the backslash.
    Characters escaped_characters() {
        if (at_ == text_.size()) {
            fail();
            return {};
        }
        const char c = text_[at_++];
        switch (to_lower(c)) {
            case 'd':
                return chosen(is_digit, c == 'D');
            case 'w':
                return chosen(is_word, c == 'W');
            case 's':
                return chosen([](char each) { return kSpaces.find(each) != std::string_view::npos; },
                              c == 'S');
            default:
                break;
        }
        if (c == 'x') return Characters().set(hexadecimal());
        const std::optional<char> control = control_of(c);
        // Other letters are errors, digits are back-references.
        if (!control && (is_letter(c) || is_digit(c))) fail();
        return Characters().set(static_cast<std::size_t>(control.value_or(c)));
    }

    template <class Chooses>
    static Characters chosen(const Chooses& chooses, bool is_negated) {
        Characters characters;
        for (std::size_t c = 0; c < characters.size(); ++c)
            characters.set(c, chooses(static_cast<char>(c)) != is_negated);
        return characters;
    }

    std::size_t hexadecimal() {
        std::size_t value = 0;
        for (int i = 0; i < 2; ++i) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            const std::size_t digit =
                at_ < text_.size() ? kDigits.find(to_lower(text_[at_++])) : std::string_view::npos;
            value = 16 * value + std::min<std::size_t>(digit, 16);
            if (digit > 15) fail();
        }
        if (value > 127) fail();
        return is_wrong_ ? 0 : value;
    }

    /// `[a-z0]`, behind the bracket.
    Characters character_class() {
        Characters characters;
        const bool is_negated = take("^");
        for (bool is_first = true; !is_wrong_ && (is_first || !has(']')); is_first = false) {
            const Characters from = class_member();
            if (has('-') && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
                ++at_;
                characters |= range(from, class_member());
            } else {
                characters |= from;
            }
        }
        if (!take("]")) fail();
        // Matching without case: of a class as of a character.
        if (is_negated) characters = with_other_case(characters).flip();
        return characters;
    }

    Characters class_member() {
        if (at_ == text_.size()) {
            fail();
            return {};
        }
        const char c = text_[at_++];
        return c == '\\' ? escaped_characters() : Characters().set(static_cast<std::size_t>(c));
    }

    Characters range(const Characters& first, const Characters& last) {
        if (first.count() != 1 || last.count() != 1) fail();
        Characters characters;
        std::size_t from = 0, to = 0;
        while (from < 127 && !first[from]) ++from;
        while (to < 127 && !last[to]) ++to;
        if (from > to) fail();
        for (std::size_t c = from; c <= to; ++c) characters.set(c);
        return characters;
    }

    Characters with_other_case(Characters characters) const {
        for (char c = 'a'; flags_.ignore_case && c <= 'z'; ++c) {
            const auto lower = static_cast<std::size_t>(c), upper = lower - 32;
            if (characters[lower] || characters[upper]) characters.set(lower).set(upper);
        }
        return characters;
    }

    std::string_view text_;
    PatternFlags flags_;
    std::size_t at_ = 0;
    bool is_wrong_ = false;
    Pattern pattern_;
};

std::optional<Pattern> Pattern::parse(std::string_view text, PatternFlags flags) {
    return PatternReader(text, flags).read();
}

/// One search: tries the first way at each choice and comes back to the others.
class PatternSearch {
  public:
    PatternSearch(const Pattern& pattern, std::string_view text, std::size_t* steps)
        : code_(pattern.code_), text_(text), steps_(steps) {
        slots_.assign(2 * static_cast<std::size_t>(pattern.groups_ + 1), -1);
    }

    /// Where it may end.
    struct End {
        bool is_whole = false;
        std::size_t not_at = std::string_view::npos;
    };

    /// True where the code from `begin` on matches at a position; the slots then hold the groups.
    bool matches(std::size_t begin, std::size_t at, End end) {
        std::vector<Choice> choices;
        std::size_t step = begin;
        while (*steps_ > 0) {
            --*steps_;
            const Pattern::Step& code = code_[step];
            std::size_t next = step + 1;
            const std::size_t other = static_cast<std::size_t>(static_cast<int>(step) + code.offset);
            bool fits = true;
            switch (code.op) {
                case Op::One:
                    fits = at < text_.size() && code.characters[static_cast<unsigned char>(text_[at])];
                    if (fits) ++at;
                    break;
                case Op::Split:
                    choices.push_back({other, at});
                    break;
                case Op::SplitLater:
                    choices.push_back({next, at});
                    next = other;
                    break;
                case Op::Jump:
                    next = other;
                    break;
                case Op::Save: {
                    int& slot = slots_[static_cast<std::size_t>(code.offset)];
                    choices.push_back({kRestore, static_cast<std::size_t>(code.offset), slot});
                    slot = static_cast<int>(at);
                    break;
                }
                case Op::Look:
                case Op::LookNot:
                    fits = looks(step + 1, at, code.op == Op::Look, choices);
                    next = other;
                    break;
                case Op::Match:
                    fits = (!end.is_whole || at == text_.size()) && at != end.not_at;
                    if (fits) {
                        end_ = at;
                        return true;
                    }
                    break;
                default:
                    fits = is_at(code.op, at);
            }
            step = next;
            if (!fits && !go_back(choices, step, at)) return false;
        }
        return false;
    }

    std::size_t end() const { return end_; }
    const std::vector<int>& slots() const { return slots_; }

  private:
    using Op = Pattern::Op;

    /// Another way that may be taken, or a slot that gets its value back.
    struct Choice {
        std::size_t step, at;
        int slot = 0;
    };
    static constexpr std::size_t kRestore = static_cast<std::size_t>(-1);

    bool go_back(std::vector<Choice>& choices, std::size_t& step, std::size_t& at) {
        while (!choices.empty()) {
            const Choice choice = choices.back();
            choices.pop_back();
            if (choice.step != kRestore) {
                step = choice.step;
                at = choice.at;
                return true;
            }
            slots_[choice.at] = choice.slot;
        }
        return false;
    }

    /// True where what is ahead is as a look-ahead wants it. Groups inside one that matches are kept.
    bool looks(std::size_t begin, std::size_t at, bool is_wanted, std::vector<Choice>& choices) {
        const std::vector<int> before = slots_;
        const bool found = matches(begin, at, {});
        if (found && is_wanted) {
            for (std::size_t i = 0; i < before.size(); ++i) {
                if (slots_[i] != before[i]) choices.push_back({kRestore, i, before[i]});
            }
        } else {
            slots_ = before;
        }
        return found == is_wanted;
    }

    bool is_at(Op op, std::size_t at) const {
        const bool is_begin = at == 0, is_end = at == text_.size();
        const bool is_word_before = !is_begin && is_word(text_[at - 1]),
                   is_word_behind = !is_end && is_word(text_[at]);
        switch (op) {
            case Op::LineBegin:
                return is_begin || text_[at - 1] == '\n';
            case Op::LineEnd:
                return is_end || text_[at] == '\n';
            case Op::TextBegin:
                return is_begin;
            case Op::TextEnd:
                return is_end;
            case Op::AlmostTextEnd:
                return is_end || (at + 1 == text_.size() && text_[at] == '\n');
            case Op::WordEdge:
                return is_word_before != is_word_behind;
            default:
                return is_word_before == is_word_behind;
        }
    }

    const Pattern::Code& code_;
    std::string_view text_;
    std::size_t* steps_;
    std::size_t end_ = 0;
    std::vector<int> slots_;
};

PatternMatch Pattern::find(std::string_view text, std::size_t from, PatternPlace place, bool must_advance,
                           std::size_t* steps) const {
    const std::size_t last = place == PatternPlace::Anywhere ? text.size() : from;
    for (std::size_t begin = from; begin <= last && *steps > 0; ++begin) {
        PatternSearch search(*this, text, steps);
        const bool is_whole = place == PatternPlace::Whole;
        if (!search.matches(0, begin,
                            {is_whole, must_advance && begin == from ? from : std::string_view::npos}))
            continue;
        PatternMatch match;
        match.spans.emplace_back(static_cast<int>(begin), static_cast<int>(search.end()));
        for (std::size_t i = 2; i < search.slots().size(); i += 2) {
            const bool has_part = search.slots()[i + 1] >= 0;
            match.spans.emplace_back(has_part ? search.slots()[i] : -1,
                                     has_part ? search.slots()[i + 1] : -1);
        }
        return match;
    }
    return {{}, *steps == 0};
}

}  // namespace paramscope::open::python
