// Finds the tensors in a pickle: PyTorch tensors as torch.save writes them, and NumPy arrays.
#pragma once

#include <functional>

#include "open/checkpoint/support/contents.h"
#include "open/checkpoint/support/pickle.h"

namespace paramscope::open {

/// The memory that one or more tensors are views of (torch.Storage).
struct Storage {
    std::string_view key;    ///< its name in the file
    std::string_view dtype;  ///< "" when unknown
    std::uint64_t elements = 0;
};

/// Adds all tensors of `pickle` to `contents`, named by the keys that lead to them, and reports the calls
/// that were not followed. `byte` is where the pickle begins, for errors. Calls `on_storage` once for each
/// storage.
void add_pickled_tensors(const Pickle& pickle, std::uint64_t byte, CheckpointContents& contents,
                         const std::function<void(const Storage&)>& on_storage);

}  // namespace paramscope::open
