#include "cli/files.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include "base/concat.h"

namespace paramscope::cli {
namespace {

constexpr std::size_t kMostStreamed = 64u << 20;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error system_error(std::string_view what) {
    return {ErrorCode::Domain, concat(what, ": ", std::strerror(errno)), {}};
}

/// A file on a disk.
class DiskSource final : public open::ByteSource {
  public:
    DiskSource(std::string_view path, File file, std::uint64_t size)
        : folder_(std::filesystem::path(path).parent_path()), file_(std::move(file)), size_(size) {}

    std::uint64_t size() const override { return size_; }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        const std::filesystem::path file(name);
        if (file.filename() != file || name == "." || name == "..") return nullptr;
        Result<std::unique_ptr<ByteSource>> opened = open_file((folder_ / file).string());
        return opened ? std::move(*opened) : nullptr;
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) == 0 &&
               std::fread(buffer.data(), 1, buffer.size(), file_.get()) == buffer.size();
    }

    std::filesystem::path folder_;
    File file_;
    std::uint64_t size_;
};

/// What was read from a stream that cannot be read twice.
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
        if (bytes.size() > kMostStreamed) {
            return Error{
                ErrorCode::TooComplex,
                concat("is larger than ", kMostStreamed >> 20, " MiB, the most that is read of a stream"),
                {}};
        }
    }
    if (std::ferror(stream) != 0) return system_error("cannot be read");
    return std::unique_ptr<open::ByteSource>(std::make_unique<StreamSource>(std::move(bytes)));
}

}  // namespace

Result<std::unique_ptr<open::ByteSource>> open_file(std::string_view path) {
    errno = 0;
    if (path == "-") return read_stream(stdin);
    File file(std::fopen(std::string(path).c_str(), "rb"));
    if (file == nullptr) return system_error("cannot be opened");
    struct stat about = {};
    if (fstat(fileno(file.get()), &about) != 0) return system_error("cannot be opened");
    if (S_ISDIR(about.st_mode)) return Error{ErrorCode::Domain, "cannot be read: it is a folder", {}};
    if (!S_ISREG(about.st_mode)) return read_stream(file.get());
    const auto size = static_cast<std::uint64_t>(about.st_size);
    return std::unique_ptr<open::ByteSource>(std::make_unique<DiskSource>(path, std::move(file), size));
}

bool write_output(std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace paramscope::cli
