#include "open/checkpoint/support/zip.h"

#include <algorithm>
#include <optional>

#include "base/ranges.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/support/inflate.h"
#include "open/support/cursor.h"

namespace paramscope::open {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kZip64Locator = 0x07064b50;
constexpr std::uint32_t kZip64End = 0x06064b50;
constexpr std::uint16_t kZip64Sizes = 1;  ///< id of the extra field for sizes beyond 32 bits
constexpr std::uint32_t kInZip64Field = 0xffffffff;
constexpr std::uint64_t kEndLength = 22;
constexpr std::uint64_t kZip64LocatorLength = 20;
constexpr std::uint64_t kLongestComment = 0xffff;
constexpr std::uint64_t kLocalHeaderLength = 30;
constexpr std::size_t kMostMembers = 1'000'000;
constexpr std::uint16_t kStored = 0, kDeflated = 8;

/// A range of another file, as a file.
class RangeSource final : public ByteSource {
  public:
    RangeSource(ByteSource& file, std::uint64_t offset, std::uint64_t size)
        : file_(file), offset_(offset), size_(size) {}
    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return file_.read(offset_ + offset, buffer);
    }

    ByteSource& file_;
    std::uint64_t offset_, size_;
};

/// Reads the sizes that do not fit 32 bits from the zip64 extra field, which holds only those, in this order.
void read_zip64_sizes(Cursor& cursor, std::uint16_t length, ZipMember& member) {
    const std::uint64_t end = cursor.offset() + length;
    while (!cursor.failed() && cursor.offset() + 4 <= end) {
        const auto kind = cursor.number<std::uint16_t>();
        const auto bytes = cursor.number<std::uint16_t>();
        const std::uint64_t next = cursor.offset() + bytes;
        if (next > end) break;
        if (kind == kZip64Sizes) {
            for (std::uint64_t* field : {&member.size, &member.compressed, &member.header}) {
                if (*field == kInZip64Field && cursor.offset() + 8 <= next)
                    *field = cursor.number<std::uint64_t>();
            }
        }
        cursor.skip(next - cursor.offset());
    }
    if (cursor.offset() < end) cursor.skip(end - cursor.offset());
}

/// Reads what an entry of the directory and a local header have in common; returns the flags.
std::uint16_t read_form_and_sizes(Cursor& cursor, ZipMember& member) {
    const auto flags = cursor.number<std::uint16_t>();
    member.is_encrypted = (flags & 1) != 0;
    member.method = cursor.number<std::uint16_t>();
    cursor.skip(8);  // time and checksum
    member.compressed = cursor.number<std::uint32_t>();
    member.size = cursor.number<std::uint32_t>();
    return flags;
}

ZipMember read_entry(Cursor& cursor) {
    ZipMember member;
    cursor.skip(4);  // versions
    read_form_and_sizes(cursor, member);
    const auto name = cursor.number<std::uint16_t>();
    const auto extra = cursor.number<std::uint16_t>();
    const auto comment = cursor.number<std::uint16_t>();
    cursor.skip(8);  // disk, attributes
    member.header = cursor.number<std::uint32_t>();
    member.name = cursor.text(name);
    read_zip64_sizes(cursor, extra, member);
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

ZipArchive::ZipArchive(ByteSource& file, CheckpointContents& contents) : file_(file) {
    Directory directory;
    if (find_directory(directory)) {
        read_members(directory, contents);
    } else {
        contents.add_error(message("zip.no_directory"), file.size());
        read_local_headers();
    }
}

bool ZipArchive::find_directory(Directory& directory) {
    const std::uint64_t length = std::min(file_.size(), kEndLength + kLongestComment);
    // Most archives have no comment, so the last bytes are tried first.
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
        read_zip64_end(end, directory);
        return true;
    }
    return false;
}

/// Archives beyond 4 GiB or 65,535 members have a zip64 record before the usual one.
void ZipArchive::read_zip64_end(std::uint64_t end, Directory& directory) {
    if (end < kZip64LocatorLength) return;
    Cursor locator(file_, end - kZip64LocatorLength, end);
    if (locator.number<std::uint32_t>() != kZip64Locator) return;
    locator.skip(4);
    Cursor cursor(file_, std::min(locator.number<std::uint64_t>(), end), end);
    if (cursor.number<std::uint32_t>() != kZip64End) return;
    cursor.skip(28);
    Directory found;
    found.count = cursor.number<std::uint64_t>();
    found.length = cursor.number<std::uint64_t>();
    found.offset = cursor.number<std::uint64_t>();
    if (!cursor.failed()) directory = found;
}

void ZipArchive::read_members(const Directory& directory, CheckpointContents& contents) {
    const std::uint64_t offset = std::min(directory.offset, file_.size());
    Cursor cursor(file_, offset, offset + std::min(directory.length, file_.size() - offset));
    while (members_.size() < directory.count && cursor.remaining() > 0) {
        const std::uint64_t byte = cursor.offset();
        if (cursor.number<std::uint32_t>() != kDirectoryEntry) {
            return contents.add_error(message("zip.broken_directory"), byte);
        }
        ZipMember member = read_entry(cursor);
        if (cursor.failed()) return contents.add_error(message("zip.broken_directory"), byte);
        members_.push_back(std::move(member));
        if (members_.size() == kMostMembers) {
            return contents.add_error(message("zip.too_many_files", {{"most", kMostMembers}}), byte);
        }
    }
    if (members_.size() == directory.count) return;
    contents.add_error(
        message("zip.incomplete_directory", {{"actual", members_.size()}, {"expected", directory.count}}),
        offset);
}

/// Without a directory, reads the local headers from the beginning of the file, up to a member of unknown
/// size.
void ZipArchive::read_local_headers() {
    constexpr std::uint16_t kSizesFollow = 8;
    constexpr std::size_t kMostRecovered = 1000;
    for (std::uint64_t at = 0; members_.size() < kMostRecovered && at < file_.size();) {
        Cursor cursor(file_, at, file_.size());
        if (cursor.number<std::uint32_t>() != kLocalHeader) return;
        ZipMember member;
        member.header = at;
        cursor.skip(2);
        const std::uint16_t flags = read_form_and_sizes(cursor, member);
        const auto name = cursor.number<std::uint16_t>();
        const auto extra = cursor.number<std::uint16_t>();
        member.name = cursor.text(name);
        read_zip64_sizes(cursor, extra, member);
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
    return find_where(members_, [&](const ZipMember& member) {
        if (!member.name.ends_with(ending)) return false;
        return member.name.size() == ending.size() ||
               member.name[member.name.size() - ending.size() - 1] == '/';
    });
}

std::unique_ptr<ByteSource> ZipArchive::open(const ZipMember& member, CheckpointContents& contents) const {
    const std::string name = sanitize_text(member.name);
    const auto refuse = [&](Message problem) {
        contents.add_error(std::move(problem), member.header);
        return nullptr;
    };
    if (member.is_encrypted) return refuse(message("zip.encrypted", {{"file", name}}));
    Cursor cursor(file_, std::min(member.header, file_.size()), file_.size());
    if (cursor.number<std::uint32_t>() != kLocalHeader)
        return refuse(message("zip.no_local_header", {{"file", name}}));
    cursor.skip(kLocalHeaderLength - 8);
    const auto name_bytes = cursor.number<std::uint16_t>();
    const auto extra_bytes = cursor.number<std::uint16_t>();
    cursor.skip(std::uint64_t{name_bytes} + extra_bytes);
    if (cursor.failed() || member.compressed > cursor.remaining()) {
        if (cursor.failed() || cursor.remaining() == 0)
            return refuse(message("zip.outside", {{"file", name}}));
        contents.add_error(message("zip.cut_off", {{"file", name}}), file_.size());
    }
    const std::uint64_t begin = cursor.offset();
    const std::uint64_t compressed = std::min(member.compressed, cursor.remaining());
    if (member.method == kStored) return std::make_unique<RangeSource>(file_, begin, compressed);
    if (member.method != kDeflated)
        return refuse(message("zip.compression", {{"file", name}, {"method", member.method}}));
    return open_inflated(file_, begin, begin + compressed, member.size);
}

}  // namespace paramscope::open
