// Zip archives: the list of members, and each member as a file of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// A file in an archive.
struct ZipMember {
    std::string name;
    std::uint64_t header = 0;      ///< where its local header begins
    std::uint64_t compressed = 0;  ///< bytes in the archive
    std::uint64_t size = 0;        ///< bytes of the file
    std::uint16_t method = 0;
    bool is_encrypted = false;
};

/// The members of an archive, told by the directory at its end.
class ZipArchive {
  public:
    /// Reads the directory. What is wrong with it goes to `contents`, with the members read so far.
    ZipArchive(ByteSource& file, Contents& contents);

    const std::vector<ZipMember>& members() const { return members_; }
    /// The first member whose name is `ending`, or ends with a `/` and it; nullptr when there is none.
    const ZipMember* find(std::string_view ending) const;

    /// A member as a file; nullptr, and an error in `contents`, where it cannot be read. It must not outlive
    /// the archive's file. What is compressed is inflated no further than it is read.
    std::unique_ptr<ByteSource> open(const ZipMember& member, Contents& contents) const;

  private:
    struct Directory {
        std::uint64_t offset = 0, length = 0, count = 0;
    };

    bool find_directory(Directory& directory);
    void read_long_end(std::uint64_t end, Directory& directory);
    void read_members(const Directory& directory, Contents& contents);
    void read_beginnings();

    ByteSource& file_;
    std::vector<ZipMember> members_;
};

/// Whether a file begins as archives do.
bool is_zip(std::string_view bytes);

/// The name of the member that an archive begins with; "" when these bytes are no archive.
std::string_view first_member(std::string_view bytes);

}  // namespace paramscope::open
