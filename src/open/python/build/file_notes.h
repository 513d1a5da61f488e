// Notes which files were read besides the main one.
#pragma once

#include "base/diagnostic.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

/// The warning that a limit kept files from being read.
Diagnostic too_many_files();

/// Names the files that were read besides the main one, and that not all were read.
void add_file_notes(const SourceFiles& files, Diagnostics* diagnostics);

}  // namespace paramscope::open::python
