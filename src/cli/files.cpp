#include "cli/files.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "cli/messages.h"

namespace paramscope::cli {
namespace {

/// The limit for streams, which are kept in memory, in bytes.
constexpr std::size_t kMaxStreamBytes = 64u << 20;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// An error whose {reason} is the system's message for errno.
Error system_error(CliMessageId id) {
    return {ErrorCode::Domain, message(id, {{"reason", std::strerror(errno)}}), {}};
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
        const std::filesystem::path path = (folder_.empty() ? "." : folder_) / file;
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error)) return nullptr;  // a pipe would never end
        Result<std::unique_ptr<ByteSource>> opened = open_file(path.string());
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
            return Error{
                ErrorCode::TooComplex, message("file.stream_too_large", {{"limit", kMaxStreamBytes >> 20}}), {}};
        }
    }
    if (std::ferror(stream) != 0) return system_error("file.not_read");
    return std::unique_ptr<open::ByteSource>(std::make_unique<StreamSource>(std::move(bytes)));
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

bool write_output(std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace paramscope::cli
