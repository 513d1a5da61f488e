// Reads zip archives: lists the members, and opens each as a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// A file in an archive.
struct ZipMember {
    std::string name;
    std::uint64_t header = 0;      ///< byte of its local header
    std::uint64_t compressed = 0;  ///< bytes in the archive
    std::uint64_t size = 0;        ///< bytes of the file
    std::uint16_t method = 0;
    bool is_encrypted = false;
};

/// The members of an archive, as listed by the directory at its end.
class ZipArchive {
  public:
    /// Reads the directory; its problems become errors in `contents`, and the members read so far stay.
    ZipArchive(ByteSource& file, CheckpointContents& contents);

    const std::vector<ZipMember>& members() const { return members_; }
    /// The first member named `ending` in any folder; nullptr when there is none.
    const ZipMember* find(std::string_view ending) const;

    /// Opens a member as a file; nullptr, with an error in `contents`, when it cannot be read. It must not
    /// outlive the archive's file. Compressed members are inflated only as far as they are read.
    std::unique_ptr<ByteSource> open(const ZipMember& member, CheckpointContents& contents) const;

  private:
    struct Directory {
        std::uint64_t offset = 0, length = 0, count = 0;
    };

    bool find_directory(Directory& directory);
    void read_zip64_end(std::uint64_t end, Directory& directory);
    void read_members(const Directory& directory, CheckpointContents& contents);
    void read_local_headers();

    ByteSource& file_;
    std::vector<ZipMember> members_;
};

/// True when a file begins with the signature of a zip archive.
bool is_zip(std::string_view bytes);

/// The name of the first member of an archive that begins with `bytes`; "" when they are no archive.
std::string_view first_member(std::string_view bytes);

}  // namespace paramscope::open
