#include "cli/files.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/ranges.h"
#include "cli/messages.h"
#include "open/support/bytes.h"

namespace paramscope::cli {
namespace {

/// The limit for streams, which are kept in memory, in bytes.
constexpr std::size_t kMaxStreamBytes = 96u << 20;
/// Limits of a folder of source code: Python files in it and below it, and folders below each other.
constexpr std::size_t kMostFolderFiles = 500;
constexpr int kDeepestFolder = 8;

/// How many folders above a file its project is looked for, and what lies in the folder of one.
constexpr int kHighestProject = 8;
constexpr std::string_view kRepositoryMarks[] = {".git"};
constexpr std::string_view kProjectMarks[] = {"pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"};
constexpr std::string_view kPackageMarks[] = {"__init__.py"};

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// An error whose {reason} is the system's message for errno.
Error system_error(CliMessageId id) {
    return {ErrorCode::Domain, message(id, {{"reason", std::strerror(errno)}}), {}};
}

/// The path from the root, without "." and "..", and without a slash at its end.
std::filesystem::path whole_path(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

bool has_any(const std::filesystem::path& folder, std::span<const std::string_view> names) {
    std::error_code error;
    return any_of(names,
                  [&](std::string_view name) { return std::filesystem::exists(folder / name, error); });
}

/// The nearest folder, from that one upwards, that holds one of the names; empty when none does.
std::filesystem::path folder_with(std::filesystem::path folder, std::span<const std::string_view> names) {
    for (int i = 0; i <= kHighestProject; ++i, folder = folder.parent_path()) {
        if (has_any(folder, names)) return folder;
    }
    return {};
}

/// The folder whose files the code of a folder may import: its repository or project, or its outermost
/// package.
std::filesystem::path reach_of(const std::filesystem::path& folder) {
    if (std::filesystem::path found = folder_with(folder, kRepositoryMarks); !found.empty()) return found;
    if (std::filesystem::path found = folder_with(folder, kProjectMarks); !found.empty()) return found;
    std::filesystem::path package = folder;
    while (package.has_relative_path() && has_any(package, kPackageMarks) &&
           has_any(package.parent_path(), kPackageMarks))
        package = package.parent_path();
    return package;
}

/// A file on a disk.
class DiskSource final : public open::ByteSource {
  public:
    DiskSource(std::string_view path, File file, std::uint64_t size)
        : folder_(std::filesystem::path(path).parent_path()), file_(std::move(file)), size_(size) {}

    std::uint64_t size() const override { return size_; }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        const std::filesystem::path path = whole_path((folder_.empty() ? "." : folder_) / name);
        return path.string().starts_with(reach().string()) ? open_regular(path) : nullptr;
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) == 0 &&
               std::fread(buffer.data(), 1, buffer.size(), file_.get()) == buffer.size();
    }

    /// The folder that siblings lie in, with a slash at its end: that of the file's project or Python
    /// package, else its own.
    const std::filesystem::path& reach() {
        if (reach_.empty()) reach_ = reach_of(whole_path(folder_.empty() ? "." : folder_)) / "";
        return reach_;
    }

    std::filesystem::path folder_;
    std::filesystem::path reach_;
    File file_;
    std::uint64_t size_;
};

/// The first of several files of source code, or of several parts of a checkpoint.
class GivenSource final : public open::ByteSource {
  public:
    GivenSource(std::unique_ptr<ByteSource> first, std::vector<std::string> names)
        : first_(std::move(first)), names_(std::move(names)) {}

    std::uint64_t size() const override { return first_->size(); }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        const bool is_given = contains(names_, name);
        return is_given ? open_regular(std::string(name)) : nullptr;
    }

    open::Companions companions() const override { return {names_, false}; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override { return first_->read(offset, buffer); }

    std::unique_ptr<ByteSource> first_;
    std::vector<std::string> names_;
};

/// The bytes of a stream, which can be read only once.
class StreamSource final : public open::ByteSource {
  public:
    explicit StreamSource(std::string bytes) : bytes_(std::move(bytes)), source_(bytes_) {}
    std::uint64_t size() const override { return source_.size(); }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override { return source_.read(offset, buffer); }

    std::string bytes_;
    open::MemorySource source_;
};

Result<std::unique_ptr<open::ByteSource>> read_stream(std::FILE* stream) {
    std::string bytes;
    std::array<char, 1 << 16> block;
    while (const std::size_t length = std::fread(block.data(), 1, block.size(), stream)) {
        bytes.append(block.data(), length);
        if (bytes.size() > kMaxStreamBytes) {
            return Error{ErrorCode::TooComplex,
                         message("file.stream_too_large", {{"limit", kMaxStreamBytes >> 20}}),
                         {}};
        }
    }
    if (std::ferror(stream) != 0) return system_error("file.not_read");
    return std::unique_ptr<open::ByteSource>(std::make_unique<StreamSource>(std::move(bytes)));
}

/// Adds the Python files of a folder and of those below it, in order of their names; false when there are too
/// many.
bool add_python_files(const std::filesystem::path& folder, int depth, std::vector<std::string>& names) {
    std::error_code error;
    std::vector<std::filesystem::path> paths;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        paths.push_back(entry->path());
    sort(paths);
    for (const std::filesystem::path& path : paths) {
        const std::string name = path.filename().string();
        if (name.starts_with('.') || name == "__pycache__") continue;
        if (std::filesystem::is_directory(std::filesystem::symlink_status(path, error))) {
            if (depth < kDeepestFolder && !add_python_files(path, depth + 1, names)) return false;
        } else if (name.ends_with(".py")) {
            names.push_back(path.lexically_normal().generic_string());
        }
        if (names.size() > kMostFolderFiles) return false;
    }
    return true;
}

}  // namespace

Result<std::unique_ptr<open::ByteSource>> open_file(std::string_view path) {
    errno = 0;
    if (path == "-") return read_stream(stdin);
    File file(std::fopen(std::string(path).c_str(), "rb"));
    if (file == nullptr) return system_error("file.not_opened");
    struct stat status = {};
    if (fstat(fileno(file.get()), &status) != 0) return system_error("file.not_opened");
    if (S_ISDIR(status.st_mode)) return Error{ErrorCode::Domain, message("file.folder"), {}};
    if (!S_ISREG(status.st_mode)) return read_stream(file.get());
    const auto size = static_cast<std::uint64_t>(status.st_size);
    return std::unique_ptr<open::ByteSource>(std::make_unique<DiskSource>(path, std::move(file), size));
}

Result<std::unique_ptr<open::ByteSource>> open_files(const std::vector<std::string_view>& paths) {
    std::vector<std::string> names;
    for (const std::string_view path : paths) {
        if (!is_folder(path)) {
            names.push_back(std::filesystem::path(path).lexically_normal().generic_string());
        } else if (!add_python_files(path, 0, names)) {
            return Error{
                ErrorCode::TooComplex, message("file.folder_too_large", {{"limit", kMostFolderFiles}}), {}};
        }
    }
    if (names.empty()) return Error{ErrorCode::Domain, message("file.folder"), {}};
    Result<std::unique_ptr<open::ByteSource>> first = open_file(names.front());
    if (!first) return first;
    return std::unique_ptr<open::ByteSource>(
        std::make_unique<GivenSource>(std::move(*first), std::move(names)));
}

bool is_file(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

std::unique_ptr<open::ByteSource> open_regular(const std::string& path) {
    if (!is_file(path)) return nullptr;
    Result<std::unique_ptr<open::ByteSource>> opened = open_file(path);
    return opened ? std::move(*opened) : nullptr;
}

bool is_there(std::string_view path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

bool is_folder(std::string_view path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

void write_piece(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

bool write_output(std::string_view text) {
    write_piece(text);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace paramscope::cli
