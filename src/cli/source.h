// Reads and counts the models of the command line.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::cli {

/// Opens FILE, `-` or `preset:NAME` with the options of `line`.
/// `more` are further files of source code. Overrides of `options` that the model of source code has no
/// variable for are set in the code, and removed from `options`. The error's message does not contain the
/// source's name.
Result<open::Opened> open_source(const CommandLine& line, std::string_view source,
                                 const std::vector<std::string_view>& more = {},
                                 CountOptions* options = nullptr);

/// Opens one file, or source code that is in several files or in a folder.
Result<std::unique_ptr<open::ByteSource>> open_sources(const CommandLine& line, std::string_view source,
                                                       const std::vector<std::string_view>& more);

/// The shapes of `--input`; read_count_options() reports wrong ones.
std::vector<Dims> input_shapes(const CommandLine& line);

/// The name of a source in messages: "<stdin>" for "-".
std::string shown_source(std::string_view source);

/// Reads the values of --set and --input. Prints their errors; nullopt when there are any.
std::optional<CountOptions> read_count_options(const CommandLine& line);

/// The model text, if it is what one of these diagnostics has a place in; else "".
std::string_view text_of_places(const open::Opened& opened, std::span<const Diagnostic> diagnostics);

/// Counts a Model as it is. Its text is written and read for what refers to it: places of diagnostics, and
/// settings, which name words and paths of it.
Report count_model(const open::OpenedModel& opened, const CountOptions& options);

/// Counts a model opened from `source`. Prints the diagnostics of opening and counting, and stores both in
/// the report.
Report count_opened(const open::Opened& opened, std::string_view source, const CountOptions& options);

}  // namespace paramscope::cli
