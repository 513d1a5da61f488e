// Notes which files were read besides the main one.
#pragma once

#include "base/diagnostic.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

/// The warning that a limit kept files from being read, of which `first` is one.
Diagnostic files_left_out(std::string_view first);

/// Names the files that were read besides the main one, and that not all were read.
void add_file_notes(const SourceFiles& files, Diagnostics* diagnostics);

}  // namespace paramscope::open::python
