#include "adjust/edits.h"

#include "base/ranges.h"

namespace paramscope::adjust {

std::string edited(std::string_view text, std::vector<Edit> edits) {
    stable_sort(edits, [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
    std::string result;
    std::uint32_t done = 0;
    for (const Edit& edit : edits) {
        if (edit.span.begin < done || edit.span.end > text.size()) continue;
        result += text.substr(done, edit.span.begin - done);
        result += edit.text;
        done = edit.span.end;
    }
    return result += text.substr(done);
}

Span place_of_header(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const auto begin =
        static_cast<std::uint32_t>(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    return {begin, begin};
}

}  // namespace paramscope::adjust
