// Completion of the command line for shells.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::cli {

/// The script that makes a shell of kShells complete options, their values, shipped models and files; made
/// from the table of options. `eval "$(paramscope completion bash)"` runs it.
std::string completion_script(std::string_view shell);

}  // namespace paramscope::cli
