#include "model/parentheses.h"

#include "base/concat.h"
#include "base/characters.h"

namespace paramscope {

std::optional<std::uint32_t> indentation(std::string_view text, std::uint32_t offset) {
    std::uint32_t begin = offset;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    if (begin > 0 && !is_line_break(text[begin - 1])) return std::nullopt;
    return offset - begin;
}

void ParenthesisCheck::close(const std::string& type, std::uint32_t begin, std::uint32_t opening,
                             std::uint32_t closing) {
    if (misfit_) return;
    const auto opened = indentation(text_, begin);
    const auto closed = indentation(text_, closing);
    if (opened && closed && *opened != *closed) misfit_ = Misfit{opening, closing, type};
}

void ParenthesisCheck::report_unclosed(std::uint32_t opening, const std::string& type) {
    if (reported_) return;
    reported_ = true;
    if (misfit_) opening = misfit_->opening;
    const std::string& name = misfit_ ? misfit_->type : type;
    const std::string whose = name.empty() ? "" : concat(": `", name, "` has no closing one");
    reporter_.error({opening, opening + 1}, "the parenthesis opened here is never closed" + whose);
}

void ParenthesisCheck::report_surplus(Span span) {
    if (reported_) return;
    reported_ = true;
    if (misfit_) {
        reporter_.error({misfit_->closing, misfit_->closing + 1},
                        concat("one closing parenthesis too many: this one closes `", misfit_->type,
                               "`, as the indentation shows too early"));
    } else if (text_[span.begin] == ')') {
        reporter_.error(span, "unexpected `)`: no parenthesis is open here");
    } else {
        reporter_.error(span, "this stands outside the model: one `)` too many before it");
    }
}

}  // namespace paramscope
