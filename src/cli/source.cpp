#include "cli/source.h"

#include "algebra/parse.h"
#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/similar.h"
#include "cli/files.h"
#include "cli/host.h"
#include "cli/messages.h"
#include "cli/model_folder.h"
#include "cli/print.h"
#include "cli/python/packages.h"
#include "cli/remote.h"
#include "count/unused_overrides.h"
#include "formats/position_scan.h"
#include "hub/names.h"
#include "model/read/read.h"
#include "open/checkpoint/parts.h"
#include "open/config/known/known_configs.h"
#include "presets/presets.h"

namespace paramscope::cli {
namespace {

constexpr std::string_view kPresetPrefix = "preset:";

/// Inserts the reader's diagnostics before those of counting.
void add_reader_diagnostics(const open::Opened& opened, Report& report) {
    report.source = opened.source;
    Diagnostics all = opened.diagnostics;
    all.insert(all.end(), report.diagnostics.begin(), report.diagnostics.end());
    report.diagnostics = std::move(all);
}

bool has_places(std::span<const Diagnostic> diagnostics) {
    return any_of(diagnostics, has_place);
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

/// True when no file was left out: all were read as one model, or the reader reports an error. A note tells
/// of parts of a checkpoint.
bool were_read_together(const open::Opened& opened) {
    return has_errors(opened.diagnostics) || opened.source == open::kSourceFormat ||
           opened.source == "safetensors-index" || any_of(opened.diagnostics, [](const Diagnostic& each) {
               return each.message.id() == open::kPartsTogether;
           });
}

/// Takes the whole numbers out of `options` that the model has no variable for: "depth = 4; ". They are in
/// no formula, so that the code must be read with them.
std::string take_numbers_of_code(const open::Opened& opened, CountOptions& options) {
    Diagnostics ignored;
    const std::vector<Variable> variables = read_model_text(opened.text(), &ignored).variables;
    std::string numbers;
    std::erase_if(options.overrides, [&](const auto& set) {
        const bool is_variable = contains_by(variables, &Variable::name, set.first);
        const std::string number = print(set.second, Notation::Plain);
        const bool is_whole = all_of(number, is_digit);
        if (is_variable || !is_whole || !is_dotted_name(set.first)) return false;
        numbers += concat(set.first, " = ", number, "; ");
        return true;
    });
    return numbers;
}

/// Makes errors of settings that source code does not have: the model is not the one that was asked for.
void refuse_unset_numbers(open::Opened& opened) {
    for (Diagnostic& each : opened.diagnostics) {
        if (each.message.id() == open::kNumberNotSet) each.severity = Severity::Error;
    }
}

std::unique_ptr<open::ByteSource> open_package_file(const std::string& path) {
    Result<std::unique_ptr<open::ByteSource>> opened = open_file(path);
    return opened ? std::move(*opened) : nullptr;
}

/// The shipped model whose name is nearly `name`; nullptr for none.
const Preset* similar_preset(std::string_view name) {
    return find_where(presets(), [&](const Preset& preset) { return is_similar(name, preset.name); });
}

Error no_preset(std::string_view name) {
    const Preset* similar = similar_preset(name);
    if (similar == nullptr) return {ErrorCode::UnknownSymbol, message("file.no_preset"), {}};
    return {ErrorCode::UnknownSymbol, message("file.no_preset_similar", {{"similar", similar->name}}), {}};
}

open::Opened open_preset(const Preset& preset) {
    open::Opened opened;
    opened.model = std::string(preset.text);
    opened.source = open::kModelTextFormat;
    opened.is_model_text = true;
    return opened;
}

/// Opens the shipped model, or the well-known one of the hub, that a name without a file means. The error of
/// another name, `missing`, says what may be meant.
Result<open::Opened> open_by_name(std::string_view name, Error missing) {
    if (!hub::looks_like_name(name) || is_there(name)) return missing;
    if (const Preset* preset = find_preset(name)) {
        open::Opened opened = open_preset(*preset);
        opened.diagnostics.push_back({Severity::Note, message("file.preset_of_name", {{"name", name}})});
        return opened;
    }
    if (const open::KnownConfig* known = open::find_known_config(name)) {
        open::MemorySource file(known->json);
        open::Opened opened = open::open_model(file, "config.json");
        opened.diagnostics.push_back({Severity::Note, message("file.known_name", {{"name", name}})});
        return opened;
    }
    const Preset* similar = similar_preset(name);
    if (similar != nullptr) {
        missing.message = message("file.no_file_similar", {{"similar", similar->name}, {"name", name}});
    } else {
        missing.message = message("file.no_file", {{"reason", missing.message}, {"name", name}});
    }
    return missing;
}

/// Opens the model that is saved in a folder; nullopt where it cannot be read and may be code that has a
/// config.json.
std::optional<Result<open::Opened>> open_saved_model(const CommandLine& line, std::string_view folder) {
    FetchedModel saved = open_model_folder(folder);
    if (!saved.problem.empty()) return Error{ErrorCode::Domain, saved.problem, {}};
    if (saved.config)
        saved.config->set_packages(installed_packages(line.python_path, {environment, open_package_file}));
    open::Opened opened = open_fetched(saved, line.source_format);
    if (!has_errors(opened.diagnostics) && !opened.is_model_text) return opened;
    return open_files({folder}) ? std::nullopt : std::optional<Result<open::Opened>>(std::move(opened));
}

}  // namespace

Report count_model(const open::OpenedModel& opened, const CountOptions& options) {
    const bool has_settings = !options.overrides.empty() || !options.ties.empty() || options.has_no_more_ties;
    if (opened.model() != nullptr && !has_settings) {
        Report report = count(opened.model(), options);
        if (!has_places(report.diagnostics)) return report;
    }
    return count_text(opened.text(), options);
}

Result<std::unique_ptr<open::ByteSource>> open_sources(const CommandLine& line, std::string_view source,
                                                       const std::vector<std::string_view>& more) {
    std::vector<std::string_view> all = {source};
    all.insert(all.end(), more.begin(), more.end());
    const bool is_one = more.empty() && !is_folder(source);
    Result<std::unique_ptr<open::ByteSource>> file = is_one ? open_file(source) : open_files(all);
    if (!file) return file;
    (*file)->set_packages(installed_packages(line.python_path, {environment, open_package_file}));
    if (line.from_code) (*file)->prefer_code();
    return file;
}

Result<open::Opened> open_source(const CommandLine& line, std::string_view source,
                                 const std::vector<std::string_view>& more, CountOptions* options) {
    const open::ModelFormat* format = line.source_format;
    const std::string_view expression = line.build;
    const std::vector<Dims> inputs = input_shapes(line);
    if (is_remote(source)) return open_remote(source, format, expression, inputs);
    if (more.empty() && !line.from_code && is_model_folder(source)) {
        if (std::optional<Result<open::Opened>> opened = open_saved_model(line, source))
            return std::move(*opened);
    }
    if (!source.starts_with(kPresetPrefix)) {
        const Result<std::unique_ptr<open::ByteSource>> file = open_sources(line, source, more);
        if (!file) return open_by_name(source, file.error());
        open::Opened opened = open::open_model(**file, source, format, expression, inputs);
        if (options != nullptr && !opened.built.empty()) {
            const std::string numbers = take_numbers_of_code(opened, *options);
            if (!numbers.empty())
                opened = open::open_model(**file, source, format, concat(numbers, expression), inputs);
            refuse_unset_numbers(opened);
        }
        if (!more.empty() && !were_read_together(opened))
            return Error{ErrorCode::Domain, message("file.not_parts"), {}};
        return opened;
    }
    const Preset* preset = find_preset(source.substr(kPresetPrefix.size()));
    if (preset == nullptr) return no_preset(source.substr(kPresetPrefix.size()));
    return open_preset(*preset);
}

std::vector<Dims> input_shapes(const CommandLine& line) {
    std::vector<Dims> all;
    for (const std::string_view input : line.inputs) {
        const Result<std::vector<Dims>> shapes = parse_input_shapes(input);
        if (shapes) all.insert(all.end(), shapes->begin(), shapes->end());
    }
    return all;
}

std::string shown_source(std::string_view source) {
    return source == "-" ? "<stdin>" : std::string(source);
}

std::optional<CountOptions> read_count_options(const CommandLine& line) {
    CountOptions options;
    bool is_valid = true;
    for (const CommandLine::Setting& setting : line.settings) is_valid &= read_setting(setting, options);
    for (const std::string_view input : line.inputs) is_valid &= read_input(input, options);
    options.ties = line.ties;
    options.has_no_more_ties = line.has_no_more_ties;
    options.convention = line.convention;
    options.mode = line.mode;
    options.causal = line.causal;
    return is_valid ? std::optional(std::move(options)) : std::nullopt;
}

std::string_view text_of_places(const open::Opened& opened, std::span<const Diagnostic> diagnostics) {
    return has_places(diagnostics) ? std::string_view(opened.text()) : std::string_view();
}

Report count_opened(const open::Opened& opened, std::string_view source, const CountOptions& options) {
    const std::string name = opened.main_file.empty() ? shown_source(source) : opened.main_file;
    Report report = count_model(opened.model, options);
    // Without a model the reader's errors are enough.
    if (opened.model.is_empty() && has_errors(opened.diagnostics)) report.diagnostics.clear();
    if (!options.overrides.empty()) warn_about_unused_overrides(options, opened.text(), report);
    print_diagnostics(opened.diagnostics, name, opened.source_text);
    print_diagnostics(report.diagnostics, opened.is_model_text ? name : name + " as model text",
                      text_of_places(opened, report.diagnostics));
    add_reader_diagnostics(opened, report);
    return report;
}

}  // namespace paramscope::cli
