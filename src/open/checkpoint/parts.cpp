#include "open/checkpoint/parts.h"

#include <algorithm>
#include <charconv>

#include "base/concat.h"
#include "base/characters.h"

namespace paramscope::open {
namespace {

constexpr std::uint32_t kMostParts = 10'000;

std::optional<std::uint32_t> whole_number(std::string_view digits) {
    std::uint32_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, number);
    if (digits.empty() || error != std::errc() || stopped != end) return std::nullopt;
    return number;
}

std::size_t digits_at_end(std::string_view text) {
    const auto other = std::find_if_not(text.rbegin(), text.rend(), is_digit);
    return static_cast<std::size_t>(other - text.rbegin());
}

}  // namespace

std::string PartName::of(std::uint32_t part) const {
    const auto padded = [&](std::uint32_t value) {
        const std::string text = std::to_string(value);
        return std::string(digits - std::min(digits, text.size()), '0') + text;
    };
    return concat(before, padded(part), "-of-", padded(count), after);
}

std::optional<PartName> part_name(std::string_view path) {
    constexpr std::string_view kOf = "-of-";
    const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
    const std::size_t of = name.rfind(kOf);
    if (of == std::string_view::npos) return std::nullopt;
    const std::string_view rest = name.substr(of + kOf.size());
    const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::size_t digits = digits_at_end(name.substr(0, of));
    const auto number = whole_number(name.substr(of - digits, digits));
    const auto count = whole_number(rest.substr(0, end));
    const bool is_part = number && count && *number >= 1 && *number <= *count && *count <= kMostParts;
    if (!is_part || digits != end) return std::nullopt;
    return PartName{name.substr(0, of - digits), rest.substr(end), *number, *count, digits};
}

Opened open_parts(ByteSource& file, std::string_view name, ReadContents read) {
    Contents contents;
    const std::optional<PartName> part = part_name(name);
    std::uint32_t missing = 0;
    for (std::uint32_t i = 1; part && i <= part->count; ++i) {
        const std::unique_ptr<ByteSource> other = i == part->number ? nullptr : file.sibling(part->of(i));
        if (other != nullptr || i == part->number) {
            read(other != nullptr ? *other : file, part->of(i), contents);
        } else {
            ++missing;
        }
    }
    if (!part) read(file, name, contents);
    if (missing > 0) {
        contents.warning(concat("this is part ", part->number, " of ", part->count, "; ", missing,
                                " of the others are not beside it, and what they hold is missing here"));
    }
    return contents.opened("Model");
}

}  // namespace paramscope::open
