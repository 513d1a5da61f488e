#include "open/checkpoint/zip.h"

#include <algorithm>
#include <optional>

#include "base/concat.h"
#include "open/checkpoint/cursor.h"
#include "open/checkpoint/inflate.h"

namespace paramscope::open {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kLongEndPlace = 0x07064b50;
constexpr std::uint32_t kLongEnd = 0x06064b50;
constexpr std::uint16_t kLongSizes = 1;  ///< the extra field that holds sizes beyond 32 bits
constexpr std::uint32_t kElsewhere = 0xffffffff;
constexpr std::uint64_t kEndLength = 22;
constexpr std::uint64_t kLongEndPlaceLength = 20;
constexpr std::uint64_t kLongestComment = 0xffff;
constexpr std::uint64_t kLocalHeaderLength = 30;
constexpr std::size_t kMostMembers = 1'000'000;
constexpr std::uint16_t kStored = 0, kDeflated = 8;

/// A stretch of another file.
class PartSource final : public ByteSource {
  public:
    PartSource(ByteSource& file, std::uint64_t offset, std::uint64_t size)
        : file_(file), offset_(offset), size_(size) {}
    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return file_.read(offset_ + offset, buffer);
    }

    ByteSource& file_;
    std::uint64_t offset_, size_;
};

/// Sizes that did not fit stand in an extra field, those that did not fit only, in this order.
void read_long_sizes(Cursor& cursor, std::uint16_t length, ZipMember& member) {
    const std::uint64_t end = cursor.offset() + length;
    while (!cursor.failed() && cursor.offset() + 4 <= end) {
        const auto kind = cursor.number<std::uint16_t>();
        const auto bytes = cursor.number<std::uint16_t>();
        const std::uint64_t next = cursor.offset() + bytes;
        if (next > end) break;
        if (kind == kLongSizes) {
            for (std::uint64_t* field : {&member.size, &member.compressed, &member.header}) {
                if (*field == kElsewhere && cursor.offset() + 8 <= next)
                    *field = cursor.number<std::uint64_t>();
            }
        }
        cursor.skip(next - cursor.offset());
    }
    if (cursor.offset() < end) cursor.skip(end - cursor.offset());
}

ZipMember read_entry(Cursor& cursor) {
    ZipMember member;
    cursor.skip(4);  // versions
    member.is_encrypted = (cursor.number<std::uint16_t>() & 1) != 0;
    member.method = cursor.number<std::uint16_t>();
    cursor.skip(8);  // time and checksum
    member.compressed = cursor.number<std::uint32_t>();
    member.size = cursor.number<std::uint32_t>();
    const auto name = cursor.number<std::uint16_t>();
    const auto extra = cursor.number<std::uint16_t>();
    const auto comment = cursor.number<std::uint16_t>();
    cursor.skip(8);  // disk, attributes
    member.header = cursor.number<std::uint32_t>();
    member.name = cursor.text(name);
    read_long_sizes(cursor, extra, member);
    cursor.skip(comment);
    return member;
}

}  // namespace

bool is_zip(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

std::string_view first_member(std::string_view bytes) {
    constexpr std::size_t kNameLength = 26;
    if (!is_zip(bytes) || bytes.size() < kLocalHeaderLength) return {};
    const auto low = static_cast<unsigned char>(bytes[kNameLength]);
    const auto high = static_cast<unsigned char>(bytes[kNameLength + 1]);
    return bytes.substr(kLocalHeaderLength, low + (std::size_t{high} << 8));
}

ZipArchive::ZipArchive(ByteSource& file, Contents& contents) : file_(file) {
    Directory directory;
    if (find_directory(directory)) {
        read_members(directory, contents);
    } else {
        contents.error("the archive's directory, which is its end, is missing", file.size());
        read_beginnings();
    }
}

bool ZipArchive::find_directory(Directory& directory) {
    const std::uint64_t length = std::min(file_.size(), kEndLength + kLongestComment);
    // Most archives have no comment: the end alone is looked at first.
    for (const std::uint64_t tail : {std::min(length, kEndLength), length}) {
        const std::uint64_t from = file_.size() - tail;
        const std::optional<std::string> bytes = file_.read(from, static_cast<std::size_t>(tail));
        const std::size_t found = bytes ? bytes->rfind("PK\x05\x06") : std::string::npos;
        if (found == std::string::npos || found + kEndLength > bytes->size()) continue;
        const std::uint64_t end = from + found;
        Cursor cursor(file_, end + 10, file_.size());
        directory.count = cursor.number<std::uint16_t>();
        directory.length = cursor.number<std::uint32_t>();
        directory.offset = cursor.number<std::uint32_t>();
        read_long_end(end, directory);
        return true;
    }
    return false;
}

/// The end of an archive beyond 4 GiB or 65,535 members stands before the usual one.
void ZipArchive::read_long_end(std::uint64_t end, Directory& directory) {
    if (end < kLongEndPlaceLength) return;
    Cursor place(file_, end - kLongEndPlaceLength, end);
    if (place.number<std::uint32_t>() != kLongEndPlace) return;
    place.skip(4);
    Cursor cursor(file_, std::min(place.number<std::uint64_t>(), end), end);
    if (cursor.number<std::uint32_t>() != kLongEnd) return;
    cursor.skip(28);
    Directory found;
    found.count = cursor.number<std::uint64_t>();
    found.length = cursor.number<std::uint64_t>();
    found.offset = cursor.number<std::uint64_t>();
    if (!cursor.failed()) directory = found;
}

void ZipArchive::read_members(const Directory& directory, Contents& contents) {
    const std::uint64_t offset = std::min(directory.offset, file_.size());
    Cursor cursor(file_, offset, offset + std::min(directory.length, file_.size() - offset));
    while (members_.size() < directory.count && cursor.left() > 0) {
        const std::uint64_t byte = cursor.offset();
        if (cursor.number<std::uint32_t>() != kDirectoryEntry) {
            return contents.error("the archive's directory is broken", byte);
        }
        ZipMember member = read_entry(cursor);
        if (cursor.failed()) return contents.error("the archive's directory is broken", byte);
        members_.push_back(std::move(member));
        if (members_.size() == kMostMembers) {
            return contents.error(concat("no more than ", kMostMembers, " files of an archive are read"),
                                  byte);
        }
    }
    if (members_.size() == directory.count) return;
    contents.error(concat("the archive's directory holds ", members_.size(), " files of ", directory.count),
                   offset);
}

/// Without a directory: the members that stand one after the other at the beginning, as long as they tell
/// their sizes.
void ZipArchive::read_beginnings() {
    constexpr std::uint16_t kSizesFollow = 8;
    constexpr std::size_t kMostGuessed = 1000;
    for (std::uint64_t at = 0; members_.size() < kMostGuessed && at < file_.size();) {
        Cursor cursor(file_, at, file_.size());
        if (cursor.number<std::uint32_t>() != kLocalHeader) return;
        ZipMember member;
        member.header = at;
        cursor.skip(2);
        const auto flags = cursor.number<std::uint16_t>();
        member.is_encrypted = (flags & 1) != 0;
        member.method = cursor.number<std::uint16_t>();
        cursor.skip(8);
        member.compressed = cursor.number<std::uint32_t>();
        member.size = cursor.number<std::uint32_t>();
        const auto name = cursor.number<std::uint16_t>();
        const auto extra = cursor.number<std::uint16_t>();
        member.name = cursor.text(name);
        read_long_sizes(cursor, extra, member);
        if (cursor.failed()) return;
        const std::uint64_t left = file_.size() - cursor.offset();
        const bool is_last = (flags & kSizesFollow) != 0 || member.compressed > left;
        if (is_last) member.compressed = left;
        if (is_last && member.method == kStored) member.size = left;
        at = cursor.offset() + member.compressed;
        members_.push_back(std::move(member));
        if (is_last) return;
    }
}

const ZipMember* ZipArchive::find(std::string_view ending) const {
    const auto found = std::find_if(members_.begin(), members_.end(), [&](const ZipMember& member) {
        if (!member.name.ends_with(ending)) return false;
        return member.name.size() == ending.size() ||
               member.name[member.name.size() - ending.size() - 1] == '/';
    });
    return found == members_.end() ? nullptr : &*found;
}

std::unique_ptr<ByteSource> ZipArchive::open(const ZipMember& member, Contents& contents) const {
    const auto refuse = [&](std::string_view why) {
        contents.error(concat(printable(member.name), " ", why), member.header);
        return nullptr;
    };
    if (member.is_encrypted) return refuse("is encrypted");
    Cursor cursor(file_, std::min(member.header, file_.size()), file_.size());
    if (cursor.number<std::uint32_t>() != kLocalHeader) return refuse("is not where the archive says");
    cursor.skip(kLocalHeaderLength - 8);
    const auto name = cursor.number<std::uint16_t>();
    const auto extra = cursor.number<std::uint16_t>();
    cursor.skip(std::uint64_t{name} + extra);
    if (cursor.failed() || member.compressed > cursor.left()) {
        if (cursor.failed() || cursor.left() == 0) return refuse("lies behind the end of the archive");
        contents.error(concat(printable(member.name), " goes on behind the end of the archive"),
                       file_.size());
    }
    const std::uint64_t begin = cursor.offset();
    const std::uint64_t compressed = std::min(member.compressed, cursor.left());
    if (member.method == kStored) return std::make_unique<PartSource>(file_, begin, compressed);
    if (member.method != kDeflated)
        return refuse(concat("is compressed by a method that is not read, ", member.method));
    return inflated(file_, begin, begin + compressed, member.size);
}

}  // namespace paramscope::open
