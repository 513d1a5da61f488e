// Notebooks of Jupyter, Colab and others: JSON with cells of code.
#pragma once

#include <cstddef>
#include <string_view>

#include "open/python/texts/unwrapped.h"

namespace paramscope::open::python::texts {

/// The largest notebook in bytes, with its outputs.
inline constexpr std::size_t kLargestNotebook = 64u << 20;
/// The most code in its cells, in bytes.
inline constexpr std::size_t kLargestCode = 2u << 20;

/// True for the beginning of a notebook.
bool is_notebook(std::string_view beginning);

/// The code of a notebook, cell by cell; with an error for a notebook without code of Python.
Unwrapped read_notebook(std::string_view json);

}  // namespace paramscope::open::python::texts
