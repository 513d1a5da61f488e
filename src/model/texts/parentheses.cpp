#include "model/texts/parentheses.h"

#include "base/characters.h"
#include "model/messages.h"

namespace paramscope {

std::optional<std::uint32_t> indentation(std::string_view text, std::uint32_t offset) {
    std::uint32_t begin = offset;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    if (begin > 0 && !is_line_break(text[begin - 1])) return std::nullopt;
    return offset - begin;
}

void ParenthesisCheck::close(std::string_view type, std::uint32_t begin, std::uint32_t opening,
                             std::uint32_t closing) {
    if (mismatch_) return;
    const auto opened = indentation(text_, begin);
    const auto closed = indentation(text_, closing);
    if (opened && closed && *opened != *closed) mismatch_ = Mismatch{opening, closing, std::string(type)};
}

void ParenthesisCheck::report_unclosed(std::uint32_t opening, std::string_view type) {
    if (has_reported_) return;
    has_reported_ = true;
    if (mismatch_) opening = mismatch_->opening;
    const std::string_view name = mismatch_ ? std::string_view(mismatch_->type) : type;
    reporter_.error({opening, opening + 1}, name.empty()
                                                ? message("parenthesis.unclosed")
                                                : message("parenthesis.unclosed_module", {{"type", name}}));
}

void ParenthesisCheck::report_surplus(Span span) {
    if (has_reported_) return;
    has_reported_ = true;
    if (mismatch_) {
        reporter_.error({mismatch_->closing, mismatch_->closing + 1},
                        message("parenthesis.closes_early", {{"type", mismatch_->type}}));
    } else if (text_[span.begin] == ')') {
        reporter_.error(span, message("parenthesis.unexpected"));
    } else {
        reporter_.error(span, message("parenthesis.outside"));
    }
}

bool ParenthesisCheck::has_mismatch_inside(const Module& root) const {
    return mismatch_ && !root.children.empty() && mismatch_->opening > root.children.front().span.begin;
}

void ParenthesisCheck::report_misplaced() {
    if (!mismatch_) return;
    reporter_.warning({mismatch_->closing, mismatch_->closing + 1},
                      message("parenthesis.misplaced", {{"type", mismatch_->type}}));
}

bool has_uneven_children(std::string_view text, const Module& module) {
    std::optional<std::uint32_t> first;
    for (const Module& child : module.children) {
        const auto blanks = indentation(text, child.span.begin);
        if (blanks && first && *blanks != *first) return true;
        if (!first) first = blanks;
        if (has_uneven_children(text, child)) return true;
    }
    return false;
}

}  // namespace paramscope
