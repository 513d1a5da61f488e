// What the user asked for on the command line.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/write.h"

namespace paramscope::cli {

/// A parsed command line. Texts point into the arguments.
struct CommandLine {
    enum class Action { Count, ListPresets, Help, Version };

    /// --set NAME=EXPR, its expression not read yet.
    struct Setting {
        std::string_view argument;  ///< all of it
        std::string_view name;
        std::size_t expression_at;  ///< where in the argument the expression begins
    };

    Action action = Action::Count;
    std::string_view source;  ///< FILE, "-" or "preset:NAME"
    std::string_view other;   ///< --compare FILE, "" when there is nothing to compare with
    std::vector<Setting> settings;
    std::vector<std::string_view> inputs;  ///< --input SHAPE, not read yet
    std::string_view convention = "flops";
    Mode mode = Mode::Forward;
    bool causal = false;
    bool conventions = false;
    bool memory = false;
    std::string_view format = "text";
    ReportWriter write = find_report_writer("text");
    Language language = Language::English;
    std::uint32_t depth = WriteOptions{}.depth;
};

/// Reads the arguments behind the program's name. The error is one sentence about the wrong usage.
Result<CommandLine> parse_command_line(std::span<const std::string_view> arguments);

/// What --help prints.
std::string help_text();

}  // namespace paramscope::cli
