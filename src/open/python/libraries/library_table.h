// The libraries that source code imports: where the names of each come from.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/builtins/builtins.h"

namespace paramscope::open::python {

/// What a library gives for a name that its table lacks.
enum class Rest {
    Unknown,     ///< a value that may be anything
    Opaque,      ///< a value without any effect on a model
    Observe,     ///< a function that looks at a model and leaves it as it is
    Initialize,  ///< a function that changes values of tensors only
    Tensors,     ///< a function that computes a tensor
};

/// Libraries that have the same names.
struct Library {
    /// Of the libraries, with blanks between them; "transformers.utils.*" for all below without a row.
    std::string_view names;
    std::span<const BuiltinRow> functions;
    Rest rest = Rest::Unknown;
    std::string_view text = "";  ///< the text of ours (*.py) that has more names
    /// True for a text of ours that is left aside where the library's own files are at hand; false for one
    /// that stands in for them: what surrounds models, and what is not written in Python.
    bool is_substitute = false;
};

/// The library of that name; nullptr when it is not known. tensorflow.keras is keras.
const Library* find_library(std::string_view name);

/// True for a name that a row has, not only one that covers what lies below another.
bool is_library(std::string_view name);

/// The libraries whose own files import `path` relatively: `_api` is torchvision.models._api.
std::vector<std::string> libraries_with_part(std::string_view path);

/// The library whose own folder it is, by the files in it: "transformers"; "" for none.
std::string_view library_in_folder(const std::function<bool(std::string_view)>& has_file);

/// True for a helper without weights that many projects copy from timm under its name: DropPath, to_2tuple.
bool is_copied_helper(std::string_view name);

}  // namespace paramscope::open::python
