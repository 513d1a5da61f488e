#include "open/python/texts/tokens.h"

#include <algorithm>
#include <utility>

#include "base/characters.h"

namespace paramscope::open::python::texts {

Tokens::Tokens(std::string_view text, Span line, const std::vector<Literal>& literals)
    : text_(text), at_(line.begin), end_(line.end), literals_(literals) {
    literal_ = std::lower_bound(
        literals.begin(), literals.end(), line.begin,
        [](const Literal& literal, std::uint32_t place) { return literal.span.end <= place; });
}

Token Tokens::next() {
    at_ = std::min(skip_blanks(text_, at_), end_);
    while (literal_ != literals_.end() && literal_->span.end <= at_) ++literal_;
    if (at_ >= end_) return {Token::Kind::End, end_, ""};
    if (literal_ != literals_.end() && literal_->span.begin == at_ && !literal_->is_comment)
        return take(Token::Kind::String, literal_->span.end);
    if (is_digit(text_[at_])) return take(Token::Kind::Number, number_end());
    std::uint32_t end = at_;
    while (end < end_ && is_name_part(text_[end])) ++end;
    return end > at_ ? take(Token::Kind::Name, end) : take(Token::Kind::Sign, at_ + 1);
}

Token Tokens::take(Token::Kind kind, std::uint32_t end) {
    const std::uint32_t begin = std::exchange(at_, std::min(end, end_));
    return {kind, begin, text_.substr(begin, at_ - begin)};
}

std::uint32_t Tokens::number_end() const {
    std::uint32_t end = at_;
    const auto is_part = [&](std::uint32_t i) {
        const bool is_exponent = (text_[i] == 'e' || text_[i] == 'E') && i + 1 < end_ &&
                                 (is_digit(text_[i + 1]) || text_[i + 1] == '-');
        const bool is_sign = text_[i] == '-' && (text_[i - 1] == 'e' || text_[i - 1] == 'E');
        return is_digit(text_[i]) || text_[i] == '.' || text_[i] == '_' || is_exponent || is_sign;
    };
    while (end < end_ && is_part(end)) ++end;
    return end;
}

}  // namespace paramscope::open::python::texts
