// Readers of checkpoints: each reads a file's tensors (names, shapes, types, never their data) into
// CheckpointContents, which writes them as model text. The formats are rows in open.cpp and checkpoint.cpp;
// ZipArchive and Pickle, which several readers use, have files of their own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/rational.h"
#include "open/open.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// Makes words of a file fit for one line of text: control characters, characters that change the writing
/// direction and invalid UTF-8 become `?`; a very long text is cut.
std::string sanitize_text(std::string_view text);

/// Bytes of `elements` of type `dtype`, rounded up; nullopt for an unknown type or beyond 2^63 - 1.
std::optional<std::uint64_t> byte_count(std::uint64_t elements, std::string_view dtype);

/// byte_count() for many tensors: looks each type up once where neighbours have the same.
class ElementBytes {
  public:
    std::optional<std::uint64_t> of(std::uint64_t elements, std::string_view dtype);

  private:
    std::string dtype_;
    std::optional<Rational> bits_;
    std::uint64_t whole_bytes_ = 0;  ///< of an element; 0 where that is no whole number
};

/// The tensors of a checkpoint and the problems of its files.
class CheckpointContents {
  public:
    /// Makes room for that many more tensors.
    void reserve(std::size_t tensors) {
        set_.tensors.reserve(std::min(set_.tensors.size() + tensors, kMostTensors));
    }
    /// Adds a tensor, or an error at `byte` where its shape is impossible.
    void add(NamedTensor tensor, std::uint64_t byte);
    /// Notes the shape of a packed weight that the values of a tensor state.
    void add_stated_shape(std::string_view tensor, Shape shape) {
        set_.stated_shapes.emplace_back(tensor, std::move(shape));
    }
    /// Adds a line of metadata ("format = pt"), written as a comment above the model text.
    void add_comment(std::string_view line);
    /// Ties `name` to `other`: both are views of the same storage.
    void add_shared_storage(std::string_view name, std::string_view other);

    /// Adds a diagnostic; errors name the byte of the file. Beyond the first 20, diagnostics are only
    /// counted. After an error the tensors count as incomplete, except after one about their data.
    void add_error(Message problem, std::uint64_t byte);
    void add_data_error(Message problem, std::uint64_t byte);
    void add_warning(Message problem);
    /// Adds a warning that tensors are left out.
    void add_missing(Message problem);
    void add_note(Message note);

    /// True when no more tensors are accepted.
    bool is_full() const { return set_.tensors.size() >= kMostTensors; }
    bool has_error() const { return has_errors(diagnostics_); }
    const TensorSet& tensors() const { return set_; }
    TensorSet& tensors() { return set_; }

    /// The tensor tree with all diagnostics; the root module is a `root_type`. Call once.
    Opened as_tensor_tree(std::string_view root_type);
    /// `model`, of a reader that knows more than the tensors, with all diagnostics. Call once.
    Opened as_model(OpenedModel model);

    static constexpr std::size_t kMostTensors = 1'000'000;

  private:
    void add_diagnostic(Severity severity, Message message);
    void remove_duplicate_names();

    TensorSet set_;
    Diagnostics diagnostics_;
    std::size_t omitted_ = 0;     ///< diagnostics beyond the cap
    bool lacks_tensors_ = false;  ///< some could not be read
};

/// Reads the tensors of one file; `name` is the file's name.
using CheckpointReader = void (*)(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
