// Access to the bytes of a file on disk or in a browser. Readers ask only for the ranges they need, so
// opening a checkpoint of 100 GB costs no more than reading its header.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paramscope::open {

/// Files that were given together.
struct Companions {
    std::vector<std::string>
        names;             ///< of all, with their folders; the first is the file that has these companions
    bool is_main = false;  ///< the first is the one to read; else the reader chooses
};

class ByteSource;

/// The files of Python packages that code imports and that do not lie beside it: installed, or fetched.
class PackageFiles {
  public:
    virtual ~PackageFiles() = default;

    /// Opens a file by its path from the folder that holds its package, "timm/models/resnet.py"; nullptr when
    /// there is none.
    virtual std::unique_ptr<ByteSource> open(std::string_view path) = 0;

    /// The names of what a folder of a package holds, in order; none where that is not known.
    virtual std::vector<std::string> names_in(std::string_view) { return {}; }
};

/// A file whose bytes may be read in any order.
class ByteSource {
  public:
    virtual ~ByteSource() = default;

    /// Bytes in the whole file.
    virtual std::uint64_t size() const = 0;

    /// Fills `buffer` from `offset`; false when part of the range lies past the end or cannot be read.
    bool read(std::uint64_t offset, std::span<char> buffer);

    /// The `length` bytes at `offset`; nullopt when they cannot be read. Allocates `length` bytes: check
    /// lengths that come from a file first.
    std::optional<std::string> read(std::uint64_t offset, std::size_t length);

    /// Bytes requested so far, without those of siblings.
    std::uint64_t bytes_read() const { return bytes_read_; }

    /// Opens the file `name` beside this one (another shard of a checkpoint, a file that source code
    /// imports); nullptr when there is none. A name may lead into folders below, "layers/block.py". It leads
    /// out of this file's folder only within its Python package, "../utils.py". Of files that were given
    /// together, `name` is one of companions().
    virtual std::unique_ptr<ByteSource> sibling(std::string_view name);

    /// The files that were given together with this one.
    virtual Companions companions() const { return {}; }

    /// The packages that the code in this file may import; nullptr for none.
    PackageFiles* packages() const { return packages_.get(); }
    void set_packages(std::shared_ptr<PackageFiles> packages) { packages_ = std::move(packages); }

    /// True where code that defines a config's type is read although an architecture is shipped.
    bool prefers_code() const { return prefers_code_; }
    void prefer_code() { prefers_code_ = true; }

  private:
    virtual bool fetch(std::uint64_t offset, std::span<char> buffer) = 0;

    std::uint64_t bytes_read_ = 0;
    std::shared_ptr<PackageFiles> packages_;
    bool prefers_code_ = false;
};

/// A file in memory; the bytes must outlive it.
class MemorySource final : public ByteSource {
  public:
    explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
    explicit MemorySource(const char* bytes) : bytes_(bytes) {}
    explicit MemorySource(std::string&& bytes) = delete;
    std::uint64_t size() const override { return bytes_.size(); }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override;

    std::string_view bytes_;
};

}  // namespace paramscope::open
