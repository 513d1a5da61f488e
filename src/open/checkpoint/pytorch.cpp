#include "open/checkpoint/pytorch.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "algebra/integer.h"
#include "base/concat.h"
#include "open/checkpoint/parts.h"
#include "open/checkpoint/pickled_tensors.h"
#include "open/checkpoint/zip.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

/// The pickle before the others in a file of the older format: one large number.
constexpr std::string_view kOlderMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

/// Bytes of a storage; 0 when its type does not tell.
std::uint64_t bytes_of(const Storage& storage) {
    return open::bytes_of(storage.elements, storage.dtype).value_or(0);
}

/// Reads a pickle and adds its tensors. False when it breaks off, which is told.
bool read_pickle(Cursor& cursor, std::uint64_t place, Contents& contents,
                 const std::function<void(const Storage&)>& see) {
    Pickle pickle;
    const bool is_whole = pickle.read(cursor);
    if (!is_whole) contents.error(std::string(pickle.problem()), place + pickle.place());
    add_pickled_tensors(pickle, place, contents, see);
    return is_whole;
}

/// Whether the storages of an archive are in it, and whole.
class StorageCheck {
  public:
    StorageCheck(const ZipArchive& archive, std::string_view folder) : folder_(folder) {
        for (const ZipMember& member : archive.members()) sizes_.try_emplace(member.name, member.size);
    }

    void see(const Storage& storage) {
        const auto found = sizes_.find(concat(folder_, storage.key));
        if (found != sizes_.end() && found->second >= bytes_of(storage)) return;
        if (missing_++ == 0) first_ = storage.key;
    }

    void tell(std::uint64_t byte, Contents& contents) const {
        if (missing_ == 0) return;
        contents.error(concat(missing_, " of the storages are not in the archive or cut off, the first is ",
                              printable(first_)),
                       byte);
    }

  private:
    std::string folder_;
    std::unordered_map<std::string, std::uint64_t> sizes_;
    std::size_t missing_ = 0;
    std::string first_;
};

/// The other pickles of the older format: the protocol, the system, the object, then the keys of all
/// storages.
void read_older(Cursor& cursor, Contents& contents) {
    constexpr std::size_t kBeforeObject = 2;
    for (std::size_t i = 0; i < kBeforeObject; ++i) {
        Pickle about;
        if (!about.read(cursor)) return contents.error(std::string(about.problem()), about.place());
    }
    Integer bytes = 0;
    constexpr int kLengthBytes = 8;
    const auto see = [&](const Storage& storage) { bytes += Integer{bytes_of(storage)} + kLengthBytes; };
    if (!read_pickle(cursor, 0, contents, see)) return;
    Pickle keys;
    if (!keys.read(cursor)) return contents.error(std::string(keys.problem()), keys.place());
    if (bytes > Integer{cursor.left()}) {
        contents.error("the file ends before the data of all tensors", cursor.offset() + cursor.left());
    }
}

}  // namespace

void read_pytorch_archive(ByteSource& file, std::string_view, Contents& contents) {
    constexpr std::string_view kPickle = "data.pkl";
    const ZipArchive archive(file, contents);
    const ZipMember* member = archive.find(kPickle);
    if (member == nullptr) {
        return contents.error(concat("an archive of ", archive.members().size(),
                                     " files, none of which is a model that is known"),
                              0);
    }
    const std::unique_ptr<ByteSource> pickle = archive.open(*member, contents);
    if (pickle == nullptr) return;
    const bool is_whole = !contents.has_error();
    StorageCheck check(archive,
                       concat(member->name.substr(0, member->name.size() - kPickle.size()), "data/"));
    Cursor cursor(*pickle);
    read_pickle(cursor, member->header, contents, [&](const Storage& storage) { check.see(storage); });
    if (is_whole) check.tell(member->header, contents);
}

void read_pickles(ByteSource& file, std::string_view, Contents& contents) {
    Cursor cursor(file);
    cursor.skip(2);  // the protocol
    if (cursor.text(std::min<std::uint64_t>(kOlderMagic.size(), cursor.left())) == kOlderMagic) {
        return read_older(cursor, contents);
    }
    Cursor again(file);
    read_pickle(again, 0, contents, [](const Storage&) {});
}

bool is_pytorch(const Beginning& beginning) {
    return is_zip(beginning.bytes);
}

Opened open_pytorch(ByteSource& file, const Beginning& beginning) {
    return open_parts(file, beginning.name, read_pytorch_archive);
}

bool is_pickle(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    if (bytes.size() < 2) return false;
    if (bytes[0] == '\x80') return bytes[1] >= 1 && bytes[1] <= 5;
    // The oldest protocol is text and has no mark of its own.
    constexpr std::array<std::string_view, 6> kEndings = {".pkl", ".pickle", ".pt", ".pth", ".ckpt", ".bin"};
    const bool is_named = std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
        return beginning.name.ends_with(ending);
    });
    return is_named && std::string_view("(]}c").find(bytes[0]) != std::string_view::npos;
}

Opened open_pickle(ByteSource& file, const Beginning& beginning) {
    return open_parts(file, beginning.name, read_pickles);
}

}  // namespace paramscope::open
