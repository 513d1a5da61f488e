// The models that the command line names, read and counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::cli {

/// The model in FILE, `-` or `preset:NAME`, as text. The error is a sentence without the source's name.
Result<open::Opened> open_source(std::string_view source);

/// How a source is called in messages.
std::string shown_source(std::string_view source);

/// Reads what the options hold; nullopt when something in them is wrong, which has then been said.
std::optional<CountOptions> read_count_options(const CommandLine& line);

/// Counts what was opened from `source`, says what both steps have to say, and keeps it in the report.
Report count_opened(const open::Opened& opened, std::string_view source, const CountOptions& options);

}  // namespace paramscope::cli
