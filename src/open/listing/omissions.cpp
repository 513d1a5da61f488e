#include "open/listing/omissions.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

constexpr std::array<std::string_view, 4> kDots = {"...", "…", "⋮", ": :"};

/// True when what comes before dots ends in no word: `> `, `# `, `0: [`. The brackets of a call belong to its
/// name.
bool ends_outside_word(std::string_view before) {
    while (!before.empty() && is_opening(before.back())) before.remove_suffix(1);
    return before.empty() ||
           (!is_name_part(before.back()) && !is_closing(before.back()) && before.back() != '.');
}

}  // namespace

bool omits_lines(std::string_view line, bool has_prompts) {
    line = trim(line);
    std::size_t at = std::string_view::npos;
    for (const std::string_view dots : kDots) at = std::min(at, line.find(dots));
    if (at == std::string_view::npos || !ends_outside_word(line.substr(0, at))) return false;
    const std::string_view before = trim(line.substr(0, at));
    const bool is_in_numbers =
        before.size() > 1 && before.back() == ',' && is_digit(before[before.size() - 2]);
    if (is_in_numbers) return false;  // of a printed tensor: `[0.02, ..., 0.01]`
    return !has_prompts || !line.starts_with("...") ||
           line.find_first_not_of(". :],") == std::string_view::npos;
}

bool has_rounded_count(std::string_view line) {
    const auto name = find_tensor_name(line);
    if (!name || !is_path(*name)) return false;
    std::string_view rest =
        trim(line.substr(static_cast<std::size_t>(name->data() - line.data()) + name->size()));
    while (!rest.empty() && (rest.front() == '|' || rest.front() == ':')) rest = trim(rest.substr(1));
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789."), rest.size());
    const std::string_view unit = rest.substr(digits, 1);
    const bool ends = digits + 1 >= rest.size() || !is_name_part(rest[digits + 1]);
    return digits > 0 && ends && (unit == "K" || unit == "M" || unit == "G" || unit == "B");
}

}  // namespace paramscope::open
