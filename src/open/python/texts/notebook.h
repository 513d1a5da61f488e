// Notebooks of Jupyter, Colab and others: JSON with cells of code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace paramscope::open::python::texts {

/// The largest notebook in bytes, with its outputs.
inline constexpr std::size_t kLargestNotebook = 64u << 20;
/// The most code in its cells, in bytes.
inline constexpr std::size_t kLargestCode = 2u << 20;

/// True for the beginning of a notebook.
bool is_notebook(std::string_view beginning);

/// What a notebook holds.
struct NotebookCode {
    std::string text;         ///< its cells of code one below the other, each behind a line `# %%`
    Diagnostics diagnostics;  ///< an error for a notebook without code of Python, with its place in the JSON
};

/// Reads the code of a notebook, without what its cells printed.
NotebookCode read_notebook(std::string_view json);

}  // namespace paramscope::open::python::texts
