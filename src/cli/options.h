// Parses the command line; option_table.h has its options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/terminal.h"
#include "count/cost/memory_plan.h"
#include "count/cost/recipes.h"
#include "count/devices/devices.h"
#include "formats/support/write.h"

namespace paramscope::open {
struct ModelFormat;
}

namespace paramscope::cli {

/// A parsed command line. Texts point into the arguments.
struct CommandLine {
    enum class Action { Count, Adjust, ListPresets, ListClasses, ListDevices, Complete, Help, Version };

    /// --set NAME=EXPR; EXPR is read later.
    struct Setting {
        std::string_view argument;  ///< NAME=EXPR
        std::string_view name;
        std::size_t expression_at;  ///< position of EXPR in `argument`
    };

    Action action = Action::Count;
    bool is_comparison = false;
    std::string_view source;                     ///< FILE, "-" or "preset:NAME"
    std::vector<std::string_view> more_sources;  ///< further files of source code, parts of a checkpoint
    const open::ModelFormat* source_format = nullptr;  ///< --as FORMAT, nullptr to detect it
    std::string_view build;                            ///< --build EXPRESSION, of source code
    bool from_code = false;                            ///< --from-code
    std::vector<std::string_view> python_path;         ///< --python-path DIR; several in one text, too
    std::string_view other;     ///< the second of two models that are compared, "" for one model
    bool may_be_parts = false;  ///< two files that nothing says to compare
    Message refusal;  ///< why the options do not fit a comparison, if the two are no parts of one model
    std::string_view shell;  ///< whose completion is printed
    std::vector<Setting> settings;
    std::vector<std::string_view> inputs;  ///< --input SHAPE; read later
    std::vector<Tie> ties;                 ///< --tie TENSOR=TENSOR
    bool has_no_more_ties = false;         ///< --tie none
    std::string_view convention = "flops";
    Mode mode = Mode::Forward;
    bool causal = false;
    bool conventions = false;
    bool memory = false;  ///< --memory, or one of the options about it
    MemoryOptions memory_options;
    const Recipe* recipe = nullptr;  ///< --recipe NAME
    bool will_it_run = false;        ///< --will-it-run DEVICES
    std::optional<Devices> devices;  ///< --device NAME
    std::string_view format = "text";
    bool is_report_format = true;  ///< false for a format of comparisons only
    ReportWriter write = find_report_writer("text");
    Language language = Language::English;
    std::uint32_t depth = WriteOptions{}.depth;
    std::vector<std::string_view> columns;  ///< --columns NAMES, empty for the usual ones
    ColourChoice colours = ColourChoice::Auto;
    /// The most that the model may have, of the second one where two are compared.
    std::optional<Integer> most_parameters, most_flops, most_memory;
};

/// Parses the arguments after the program's name. The error's message describes the wrong usage.
Result<CommandLine> parse_command_line(std::span<const std::string_view> arguments);

}  // namespace paramscope::cli
