// Finds the files that source code imports beside the file that is read, and gives each its range of places.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/syntax/syntax.h"

namespace paramscope::open {
class ByteSource;
}

namespace paramscope::open::python {

/// Limits of the files that are read besides the first; see docs/limits.md.
inline constexpr std::size_t kMostSourceFiles = 500;
inline constexpr std::size_t kLargestSourceFiles = 8u << 20;  // bytes of all

/// Places from here on are in files that code imports, those below it in the file that is read.
inline constexpr std::uint32_t kFirstFilePlace = 4u << 20;

/// The folder that packages lie in which are not beside the code: "<packages>/timm/models/resnet.py".
inline constexpr std::string_view kPackageFolder = "<packages>";

/// A file of source code besides the one that is read.
class SourceFile {
  public:
    SourceFile(std::string path, std::string text, std::uint32_t begin)
        : path_(std::move(path)), text_(std::move(text)), begin_(begin) {}

    /// The path by which imports find it: "models/layers.py".
    const std::string& path() const { return path_; }
    /// The path that messages have: that of a package begins with its name.
    std::string_view shown_path() const;
    const std::string& text() const { return text_; }
    /// The place of its first byte.
    std::uint32_t begin() const { return begin_; }
    /// Its syntax, which is read when it is first asked for.
    const SyntaxTree& tree() const;
    bool is_parsed() const { return tree_ != nullptr; }

  private:
    std::string path_, text_;
    std::uint32_t begin_;
    mutable std::unique_ptr<SyntaxTree> tree_;
};

/// What is left of the limits that the files besides the first share.
class FileRoom {
  public:
    /// The text of a file; nullopt when it cannot be read, or a limit is reached.
    std::optional<std::string> read(ByteSource& file, std::string_view path);
    /// The path of the first file that a limit kept from being read, "" for none.
    const std::string& left_out() const { return left_out_; }

  private:
    std::size_t files_ = 0, bytes_ = 0, tokens_ = 0;
    std::string left_out_;
};

/// True for the path of a file or folder of a package that does not lie beside the code.
bool is_in_package(std::string_view path);

/// The files beside the one that is read, by paths. A file is read when it is first asked for.
class SourceFiles {
  public:
    /// `path` is that of `main`, by which it and the files beside it are told apart. Packages are those that
    /// `main` may import.
    SourceFiles(ByteSource& main, std::string path) : main_(main), main_path_(std::move(path)) {}

    const std::string& main_path() const { return main_path_; }
    /// The file of that path, nullptr when there is none or a limit is reached.
    const SourceFile* find(std::string_view path);
    /// True when there is a file of that path.
    bool has(std::string_view path) const;
    /// The names of what a folder of a package holds, in order.
    std::vector<std::string> names_in_package(std::string_view folder) const;
    /// The file that holds a place; nullptr for the main one.
    const SourceFile* file_at(std::uint32_t place) const;
    /// The path of the file that holds a place.
    const std::string& path_at(std::uint32_t place) const;
    /// The files that were read, in that order.
    const std::deque<SourceFile>& files() const { return files_; }
    /// True when files were given together with the main one: their folders may be missing in their paths.
    bool are_given() const;
    /// The path of the first file that a limit kept from being read, "" for none.
    const std::string& left_out() const { return room_.left_out(); }

  private:
    std::unique_ptr<ByteSource> open(std::string_view path) const;
    const SourceFile* read(const std::string& path);
    /// "layers.py" of "../models/layers.py": the same file, where the main one lies in models; nullptr for
    /// none.
    const SourceFile* inner_file(std::string_view path);

    ByteSource& main_;
    std::string main_path_;
    std::deque<SourceFile> files_;
    std::map<std::string, const SourceFile*, std::less<>>
        found_;  ///< by path; nullptr for one that is missing
    FileRoom room_;
    std::size_t size_ = 0;  ///< of the texts in `files_`
};

/// "models.layers" of "models/layers.py", and "models" of "models/__init__.py".
std::string module_name(std::string_view path);

/// The folder of a path, "" for none: "models" of "models/layers.py".
std::string_view folder_of(std::string_view path);

/// The path from `folder` on, without "." and without ".." where a folder stands before it.
std::string join_path(std::string_view folder, std::string_view path);

}  // namespace paramscope::open::python
