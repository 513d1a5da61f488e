#include "open/support/leading_number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace paramscope::open {

std::optional<Integer> leading_number(std::string_view text, const Integer& most) {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end == text.data()) return std::nullopt;
    return std::clamp<Integer>(value, -most, most);
}

}  // namespace paramscope::open
