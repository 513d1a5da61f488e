#include "model/read/read_count.h"

#include <optional>
#include <utility>

#include "algebra/parse.h"
#include "base/characters.h"
#include "model/messages.h"

namespace paramscope {
namespace {

/// The number of modules in a printed range: 6 for `0-5`.
std::optional<Integer> size_of_range(std::string_view name) {
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const std::string_view first = name.substr(0, dash);
    const std::string_view last = name.substr(dash + 1);
    if (!is_digits(first) || !is_digits(last)) return std::nullopt;
    const auto low = parse_integer(first);
    const auto high = parse_integer(last);
    const auto steps = low && high ? checked_subtract(*high, *low) : std::nullopt;
    return steps ? checked_add(*steps, 1) : std::nullopt;
}

/// True for a range without an end, `0-*`, which needs a count.
bool is_open_range(std::string_view name) {
    return name.size() > 2 && name.ends_with("-*") && is_digits(name.substr(0, name.size() - 2));
}

}  // namespace

void read_count(std::string_view text, Span count, Module& child, Reporter& reporter) {
    child.repeat_span = count;
    if (count.begin == count.end) {
        if (is_open_range(child.name)) {
            reporter.error(child.span, message("child_count.missing", {{"name", child.name}}));
        }
        return;
    }
    std::uint32_t end = count.begin;
    Result<Polynomial> value = parse_expression(text.substr(0, count.end), &end);
    if (!value || end < count.end) {
        reporter.error(value ? Span{skip_blanks(text, end), count.end} : value.error().span,
                       value ? message("child_count.expected_type") : value.error().message);
        return;
    }
    child.repeat = std::move(*value);
    const auto number = child.repeat.constant();
    if (number && (!number->is_integer() || number->numerator() < 0)) {
        reporter.error(count, message("child_count.not_whole", {{"actual", to_string(*number)}}));
    }
    const auto size = size_of_range(child.name);
    if (!size || !number || *number == Rational(*size)) return;
    reporter.error(
        count, message("child_count.range_mismatch",
                       {{"range", child.name}, {"size", to_string(*size)}, {"actual", to_string(*number)}}));
}

}  // namespace paramscope
