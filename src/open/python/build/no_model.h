// Why code that was to tell of a model tells nothing.
#pragma once

#include "base/diagnostic.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

/// Whose code was to tell of a model.
enum class CodeOf { Transformers, Config, Diffusers };

/// The warning that it does not, for that reason.
Diagnostic code_tells_no_model(CodeOf code, Message reason);

/// Why code builds nothing: files of it were not read, else its first error.
Message why_nothing_is_built(const Diagnostics& diagnostics, const SourceFiles& files);

}  // namespace paramscope::open::python
