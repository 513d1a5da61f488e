#include "cli/terminal.h"

#include <algorithm>
#include <string>

#include "algebra/integer.h"
#include "cli/host.h"

namespace paramscope::cli {
namespace {

/// Widths that text is laid out for.
constexpr Integer kNarrowest = 20, kUsual = 80, kWidest = 1000;

ColourChoice choice = ColourChoice::Auto;

bool has_colours(int stream) {
    if (choice != ColourChoice::Auto) return choice == ColourChoice::Always;
    if (const std::string forced = environment("FORCE_COLOR"); !forced.empty())
        return forced != "0" && forced != "false";
    if (!environment("NO_COLOR").empty()) return false;
    return is_terminal(stream) && environment("TERM") != "dumb";
}

std::optional<std::size_t> width_of(int stream) {
    const auto clamped = [](Integer columns) {
        return static_cast<std::size_t>(std::clamp(columns, kNarrowest, kWidest));
    };
    const std::optional<Integer> wanted = parse_integer(environment("COLUMNS"));
    if (wanted && *wanted > 0) return clamped(*wanted);
    if (!is_terminal(stream)) return std::nullopt;
    const int columns = terminal_columns(stream);
    return clamped(columns > 0 ? Integer{columns} : kUsual);
}

}  // namespace

void choose_colours(ColourChoice wanted) {
    choice = wanted;
}

Terminal terminal(Stream stream) {
    const int number = static_cast<int>(stream);
    return {has_colours(number), width_of(number)};
}

}  // namespace paramscope::cli
