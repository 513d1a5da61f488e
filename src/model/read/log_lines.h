// Recognises lines of logs: what loggers, launchers and runs of tests write.
#pragma once

#include <string_view>

namespace paramscope {

/// True for a line that begins as those of loggers do, without its indentation: with a time, a level, the
/// process that wrote it; for a warning of Python, and for one of measured numbers alone, `s:3 loss:2.5`.
bool is_log_entry(std::string_view line);

/// True for a line that only an installation or a build prints: pip, cmake, make.
bool is_of_build_run(std::string_view line);

/// True for a line that only a run of tests prints: pytest, unittest, googletest, ctest.
bool is_of_test_run(std::string_view line);

}  // namespace paramscope
