// Reads the JSON of a safetensors header. Natively simdjson reads it, as far as it holds nothing unusual;
// RapidJSON reads the rest, and in WebAssembly all of it.
#pragma once

#include <optional>
#include <string>

#include "open/checkpoint/safetensors_entries.h"

namespace paramscope::open {

/// The first byte of the header in the file, after its length.
inline constexpr std::uint64_t kHeaderBegin = 8;

/// A header that is no JSON of tensors, and the byte of the file where that shows.
struct HeaderProblem {
    Message message;
    std::uint64_t byte = 0;
};

/// Hands the tensors and the metadata of `header` to `entries`. Those in front of a problem are kept. Changes
/// the text.
std::optional<HeaderProblem> read_header(std::string& header, TensorEntries& entries);

/// Reads entries from the beginning of `header` until one is unusual: damaged, with an escape in a name, with
/// other fields than a tensor has. Returns where that begins, after `{` or the comma before it; the end of
/// the header when all is read; 0 for nothing.
std::size_t read_usual_entries(std::string_view header, TensorEntries& entries);

}  // namespace paramscope::open
