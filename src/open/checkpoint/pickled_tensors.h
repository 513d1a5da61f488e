// The tensors that a pickle describes: PyTorch's, as torch.save writes them, and NumPy's arrays.
#pragma once

#include <functional>

#include "open/checkpoint/contents.h"
#include "open/checkpoint/pickle.h"

namespace paramscope::open {

/// A stretch of memory that tensors are views of.
struct Storage {
    std::string_view key;    ///< its name in the file
    std::string_view dtype;  ///< "" when it does not tell
    std::uint64_t elements = 0;
};

/// Adds all tensors in `pickle` to `contents`, named by the keys that lead to them. Things that would have to
/// be run to be known are told by name. `byte` is where the pickle begins; each storage is shown to `see`,
/// once.
void add_pickled_tensors(const Pickle& pickle, std::uint64_t byte, Contents& contents,
                         const std::function<void(const Storage&)>& see);

}  // namespace paramscope::open
