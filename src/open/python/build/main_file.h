// Chooses which of several files of source code holds the model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::python {

/// A file of source code.
struct CodeFile {
    std::string path;
    std::string text;
};

/// The index of the file to read: one with a class derived from a module that no other file with such classes
/// mentions; of several, the one that mentions most classes of the others, then one of a usual name
/// ("model.py"), then the first. When `expression` names a class, the file that defines it. `files` must not
/// be empty.
std::size_t choose_main_file(const std::vector<CodeFile>& files, std::string_view expression);

}  // namespace paramscope::open::python
