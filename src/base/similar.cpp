#include "base/similar.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/characters.h"

namespace paramscope {
namespace {

constexpr std::size_t kLongest = 64;   // letters that are compared
constexpr std::size_t kShortName = 5;  // letters, up to which one mistake is allowed

std::string letters_of(std::string_view name) {
    std::string letters;
    for (const char c : name) {
        if (c != '-' && c != '_' && c != '.') letters += to_lower(c);
    }
    return letters;
}

/// The mistakes that lead from one word to the other (Damerau and Levenshtein, without repeated changes).
std::size_t distance(std::string_view a, std::string_view b) {
    using Row = std::array<std::size_t, kLongest + 1>;
    Row before{}, last{}, row{};
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t other = last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, other});
            const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last[b.size()];
}

}  // namespace

std::optional<std::size_t> mistakes_between(std::string_view a, std::string_view b) {
    if (a.size() > kLongest || b.size() > kLongest) return std::nullopt;
    const std::string left = letters_of(a), right = letters_of(b);
    if (left.empty() || right.empty()) return std::nullopt;
    if (left == right) return 0;
    const std::size_t longer = std::max(left.size(), right.size()),
                      shorter = std::min(left.size(), right.size());
    const std::size_t allowed = shorter > kShortName ? 2 : 1;
    if (shorter <= 2 || longer - shorter > allowed) return std::nullopt;
    const std::size_t mistakes = distance(left, right);
    return mistakes <= allowed ? std::optional(mistakes) : std::nullopt;
}

bool is_similar(std::string_view a, std::string_view b) {
    return mistakes_between(a, b).has_value();
}

}  // namespace paramscope
