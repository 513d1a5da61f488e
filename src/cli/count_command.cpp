#include "cli/count_command.h"

#include "algebra/parse.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "count/count.h"
#include "count/idle_settings.h"
#include "formats/sections.h"
#include "open/open.h"
#include "presets/presets.h"

namespace paramscope::cli {
namespace {

constexpr std::string_view kPresetPrefix = "preset:";

/// The model that is asked for, as text. The error is a sentence without the source's name.
Result<open::Opened> open_source(std::string_view source) {
    if (!source.starts_with(kPresetPrefix)) {
        const Result<std::unique_ptr<open::ByteSource>> file = open_file(source);
        if (!file) return file.error();
        return open::open_model(**file, source);
    }
    const Preset* preset = find_preset(source.substr(kPresetPrefix.size()));
    if (preset == nullptr)
        return Error{ErrorCode::UnknownSymbol, "there is no such preset; --list-presets names them all", {}};
    open::Opened opened;
    opened.text = preset->text;
    opened.source = open::kModelTextFormat;
    opened.is_model_text = true;
    return opened;
}

/// What the reader of another format said comes before what counting its model text did.
void add_reader_diagnostics(const open::Opened& opened, Report& report) {
    report.source = opened.source;
    Diagnostics all = opened.diagnostics;
    all.insert(all.end(), report.diagnostics.begin(), report.diagnostics.end());
    report.diagnostics = std::move(all);
}

bool read_setting(const CommandLine::Setting& setting, CountOptions& options) {
    Result<Polynomial> value = parse_expression(setting.argument.substr(setting.expression_at));
    if (!value) {
        print_option_error("--set", setting.argument, value.error(), setting.expression_at);
        return false;
    }
    options.overrides.emplace_back(setting.name, std::move(*value));
    return true;
}

bool read_input(std::string_view input, CountOptions& options) {
    const Result<std::vector<Dims>> shapes = parse_input_shapes(input);
    if (!shapes) {
        print_option_error("--input", input, shapes.error());
        return false;
    }
    options.inputs.insert(options.inputs.end(), shapes->begin(), shapes->end());
    return true;
}

/// Reads what the options hold; false when something in them is wrong, which has then been said.
bool read_count_options(const CommandLine& line, CountOptions& options) {
    bool is_right = true;
    for (const CommandLine::Setting& setting : line.settings) is_right &= read_setting(setting, options);
    for (const std::string_view input : line.inputs) is_right &= read_input(input, options);
    options.convention = line.convention;
    options.mode = line.mode;
    options.causal = line.causal;
    return is_right;
}

}  // namespace

int print_output(std::string_view text) {
    if (write_output(text)) return kCounted;
    print_error("standard output", "not all could be written");
    return kWrongInput;
}

int count_command(const CommandLine& line) {
    const std::string source = line.source == "-" ? "<stdin>" : std::string(line.source);
    const Result<open::Opened> opened = open_source(line.source);
    if (!opened) print_error(source, opened.error().message);
    CountOptions options;
    const bool options_are_right = read_count_options(line, options);
    if (!opened || !options_are_right) return kWrongInput;

    const std::string& text = opened->text;
    Report report = count_text(text, options);
    warn_of_idle_settings(options, text, report);
    print_diagnostics(opened->diagnostics, source, opened->source_text);
    print_diagnostics(report.diagnostics, opened->is_model_text ? source : source + " as model text", text);
    add_reader_diagnostics(*opened, report);
    const bool is_wrong = has_errors(report.diagnostics);
    // A table of a wrong model would pass for a result; the JSON says itself that it is none.
    if (is_wrong && line.format != "json") return kWrongInput;
    std::vector<const ReportSection*> sections;
    if (line.conventions) sections.push_back(&kConventionsSection);
    if (line.memory) sections.push_back(&kMemorySection);
    const int written = print_output(line.write(report, {line.depth, text, sections, line.language}));
    return is_wrong ? kWrongInput : written;
}

}  // namespace paramscope::cli
