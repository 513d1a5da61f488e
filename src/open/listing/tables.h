// Reads printed tables with a row for each tensor or module: a name and its number of elements or its shape
// (prettytable, fvcore), tabulate() of flax and nnx, and gguf-dump. tensor_table.cpp writes them as model
// text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/printed_number.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

struct TensorTable {
    std::vector<NamedTensor>
        tensors;            ///< a module without rows of its own is one tensor with all of its elements
    PrintedNumber counted;  ///< the elements of all tensors
    std::optional<PrintedNumber> total;  ///< as the table states it
    Span total_span;
    std::optional<Span> rounded;     ///< the first row with a rounded number
    std::optional<Span> missing;     ///< the first place where a tensor is missing
    bool is_trainable_only = false;  ///< the table leaves out what is not trained
    bool is_element_counts = false;  ///< tensors have numbers of elements instead of shapes

    /// Adds a tensor with its sizes, and its elements to the sum. Tensors of more than 10^18 elements are
    /// missing.
    void add(NamedTensor tensor, Span span, Integer precision = 0);
};

/// A table with a header that names columns of names and of elements or shapes; nullopt when there is none.
std::optional<TensorTable> read_element_table(std::string_view text);

/// The table of flax's and nnx's tabulate(); nullopt when there is none.
std::optional<TensorTable> read_flax_table(std::string_view text);

/// The tensors of gguf-dump, or of the log of a conversion to GGUF; nullopt when there are none.
std::optional<TensorTable> read_gguf_dump(std::string_view text);

/// True for the beginning of what `gguf-dump --json` prints, whose tensors may be further on.
bool is_gguf_json(std::string_view text);
/// The tensors in it; nullopt when there are none.
std::optional<TensorTable> read_gguf_json(std::string_view text);

}  // namespace paramscope::open
