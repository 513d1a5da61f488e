// Counts the texts of standard input one after another, each as the command line counts `ARGUMENTS -`.
//
// A request is a line `BYTES\tARGUMENT\tARGUMENT...` and a text of so many bytes; its answer is a line
// `BYTES` and the report.
#include <charconv>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/options.h"
#include "cli/source.h"
#include "open/support/bytes.h"

namespace {

using namespace paramscope;

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> parts;
    for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1)) {
        parts.push_back(line.substr(0, tab));
    }
    parts.push_back(line);
    return parts;
}

/// The report of a text; "" for arguments that the command line refuses.
std::string count(std::string_view text, const std::vector<std::string_view>& arguments) {
    const Result<cli::CommandLine> line = cli::parse_command_line(arguments);
    if (!line) return "";
    const std::optional<CountOptions> options = cli::read_count_options(*line);
    if (!options) return "";
    open::MemorySource source(text);
    const open::Opened opened =
        open::open_model(source, line->source, line->source_format, line->build, cli::input_shapes(*line));
    const Report report = cli::count_opened(opened, line->source, *options);
    std::optional<MemoryPlan> plan;
    if (!cli::plan_asked_memory(*line, line->source, report, &plan)) return "";
    return cli::write_report(*line, opened, report, plan);
}

}  // namespace

int main() {
    for (std::string request; std::getline(std::cin, request);) {
        std::vector<std::string_view> arguments = split(request);
        const std::string_view number = arguments.front();
        std::size_t size = 0;
        std::from_chars(number.data(), number.data() + number.size(), size);
        std::string text(size, '\0');
        std::cin.read(text.data(), static_cast<std::streamsize>(size));
        arguments.erase(arguments.begin());
        arguments.push_back("-");
        const std::string report = count(text, arguments);
        std::cout << report.size() << '\n' << report << std::flush;
    }
}
