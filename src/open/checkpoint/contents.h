// What a reader of checkpoints finds: tensors by name, remarks, and what is wrong with the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/open.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// A text of a file as one line that a person may read: control characters and broken UTF-8 become `?`, what
/// is very long is cut.
std::string printable(std::string_view text);

/// Elements of a tensor of these sizes; nullopt beyond 2^63.
std::optional<std::uint64_t> elements_of(const std::vector<std::uint64_t>& shape);

/// Bytes that elements of a type take, rounded up; nullopt for a type nobody knows or beyond 2^63.
std::optional<std::uint64_t> bytes_of(std::uint64_t elements, std::string_view dtype);

class Contents {
  public:
    /// Takes a tensor in. One with impossible sizes is an error at `byte`.
    void add(NamedTensor tensor, std::uint64_t byte);
    /// One line about the model, for whoever reads the text.
    void note(std::string_view line);
    /// `name` has the storage of `other`.
    void share(std::string_view name, std::string_view other);

    /// What is wrong, and the byte of the file where that shows. Only the first of many are told.
    void error(Message message, std::uint64_t byte);
    void warning(Message message);
    void remark(Message message);

    /// No more tensors are taken.
    bool is_full() const { return set_.tensors.size() >= kMostTensors; }
    bool has_error() const { return has_errors(diagnostics_); }
    const TensorSet& tensors() const { return set_; }
    TensorSet& tensors() { return set_; }

    /// The model text of it all, below a module of type `root`.
    Opened opened(std::string_view root);
    /// `text`, which tells what the tensors alone do not, and all that was found on the way.
    Opened opened_as(std::string text);

    static constexpr std::size_t kMostTensors = 1'000'000;

  private:
    void add_diagnostic(Severity severity, Message message);
    void tell_duplicates();

    TensorSet set_;
    Diagnostics diagnostics_;
    std::size_t untold_ = 0;
};

/// A reader of one file's tensors. `name` is the file's own.
using ReadContents = void (*)(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
