#include "open/python/texts/unwrapped.h"

#include <algorithm>

namespace paramscope::open::python::texts {

std::uint32_t Unwrapped::place_before(std::uint32_t place) const {
    const auto next =
        std::upper_bound(parts.begin(), parts.end(), place,
                         [](std::uint32_t wanted, const Part& part) { return wanted < part.begin; });
    if (next == parts.begin()) return place;
    const Part& part = *(next - 1);
    return part.is_new ? part.before : part.before + (place - part.begin);
}

Span Unwrapped::span_before(Span span) const {
    if (parts.empty() || span == Span{}) return span;
    const std::uint32_t begin = place_before(span.begin);
    const std::uint32_t last = span.end > span.begin ? place_before(span.end - 1) + 1 : begin;
    return {begin, std::max(begin, last)};
}

void Rebuilder::keep(std::uint32_t begin, std::uint32_t end) {
    if (begin >= end) return;
    const bool continues = !result_.parts.empty() && !result_.parts.back().is_new && kept_to_ == begin;
    if (!continues) result_.parts.push_back({static_cast<std::uint32_t>(result_.text.size()), begin});
    result_.text += source_.substr(begin, end - begin);
    kept_to_ = end;
}

void Rebuilder::insert(std::string_view text, std::uint32_t before) {
    if (text.empty()) return;
    result_.parts.push_back({static_cast<std::uint32_t>(result_.text.size()), before, true});
    result_.text += text;
}

}  // namespace paramscope::open::python::texts
