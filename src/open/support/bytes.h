// Bytes that lie somewhere else: a file on a disk, a File in a browser. Readers ask for the ranges they need,
// so that a checkpoint of 100 GB costs what its header does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace paramscope::open {

/// A file whose bytes may be read in any order.
class ByteSource {
  public:
    virtual ~ByteSource() = default;

    /// Bytes in the whole file.
    virtual std::uint64_t size() const = 0;

    /// Fills `buffer` from `offset`; false when a part of it lies behind the end or cannot be read.
    bool read(std::uint64_t offset, std::span<char> buffer);

    /// The bytes from `offset`, `length` of them; nullopt as above. Ask only for lengths that were checked:
    /// they are memory.
    std::optional<std::string> read(std::uint64_t offset, std::size_t length);

    /// How many bytes were asked for so far, files beside it not counted.
    std::uint64_t bytes_read() const { return bytes_read_; }

    /// The file `name` beside this one, as the shards of a checkpoint are; nullptr when there is none. A name
    /// that leads into another folder is none.
    virtual std::unique_ptr<ByteSource> sibling(std::string_view name);

  private:
    virtual bool fetch(std::uint64_t offset, std::span<char> buffer) = 0;

    std::uint64_t bytes_read_ = 0;
};

/// Bytes in memory, which must outlive it.
class MemorySource final : public ByteSource {
  public:
    explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
    std::uint64_t size() const override { return bytes_.size(); }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override;

    std::string_view bytes_;
};

}  // namespace paramscope::open
