#include "open/checkpoint/pytorch.h"

#include <array>
#include <unordered_map>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/pickled_tensors.h"
#include "open/checkpoint/shards.h"
#include "open/checkpoint/support/script_roles.h"
#include "open/checkpoint/support/zip.h"
#include "open/formats.h"
#include "open/support/cursor.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kMostCodeFiles = 1000;
constexpr std::uint64_t kLargestCodeFile = 1 << 20;

/// The first pickle of a legacy file (torch.save before 1.6): a magic number.
constexpr std::string_view kLegacyMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

/// Bytes of a storage; 0 when its type is unknown.
std::uint64_t storage_bytes(const Storage& storage) {
    return byte_count(storage.elements, storage.dtype).value_or(0);
}

/// Reads a pickle and adds its tensors; false, with an error, when it is incomplete. `byte` is where it
/// begins.
bool read_pickle(Cursor& cursor, std::uint64_t byte, CheckpointContents& contents,
                 const std::function<void(const Storage&)>& on_storage) {
    Pickle pickle;
    const bool is_whole = pickle.read(cursor);
    if (!is_whole) contents.add_error(pickle.problem(), byte + pickle.problem_byte());
    add_pickled_tensors(pickle, byte, contents, on_storage);
    return is_whole;
}

/// Checks that the storages which tensors refer to are in the archive and complete.
class StorageCheck {
  public:
    StorageCheck(const ZipArchive& archive, std::string_view folder) : folder_(folder) {
        for (const ZipMember& member : archive.members()) sizes_.try_emplace(member.name, member.size);
    }

    void add(const Storage& storage) {
        const auto found = sizes_.find(concat(folder_, storage.key));
        if (found != sizes_.end() && found->second >= storage_bytes(storage)) return;
        if (missing_++ == 0) first_ = storage.key;
    }

    void report(std::uint64_t byte, CheckpointContents& contents) const {
        if (missing_ == 0) return;
        contents.add_data_error(
            message("pytorch.missing_storages", {{"count", missing_}, {"first", sanitize_text(first_)}}),
            byte);
    }

  private:
    std::string folder_;
    std::unordered_map<std::string, std::uint64_t> sizes_;
    std::size_t missing_ = 0;
    std::string first_;
};

/// Returns the offset behind the pickle of the magic number; 0 for a file that begins otherwise. Pickles of
/// protocol 4 and 5 begin with a FRAME opcode and the length.
std::uint64_t end_of_magic(std::string_view file) {
    constexpr std::size_t kProtocol = 2, kFrame = 9;
    for (const std::size_t begin : {kProtocol, kProtocol + kFrame}) {
        if (file.substr(std::min(begin, file.size())).starts_with(kLegacyMagic))
            return begin + kLegacyMagic.size();
    }
    return 0;
}

/// Reads a legacy file behind its magic number: pickles of the protocol, the system, the object and the keys
/// of the storages, then the storages.
void read_legacy_file(Cursor& cursor, CheckpointContents& contents) {
    constexpr std::size_t kBeforeObject = 2;
    for (std::size_t i = 0; i < kBeforeObject; ++i) {
        Pickle about;
        if (!about.read(cursor)) return contents.add_error(about.problem(), about.problem_byte());
    }
    Integer bytes = 0;
    constexpr int kLengthBytes = 8;
    const auto on_storage = [&](const Storage& storage) {
        bytes += Integer{storage_bytes(storage)} + kLengthBytes;
    };
    if (!read_pickle(cursor, 0, contents, on_storage)) return;
    Pickle keys;
    if (!keys.read(cursor)) return contents.add_error(keys.problem(), keys.problem_byte());
    if (bytes > Integer{cursor.remaining()}) {
        contents.add_data_error(message("pytorch.data_cut_off"), cursor.offset() + cursor.remaining());
    }
}

bool is_code(const ZipMember& member) {
    return member.name.find("/code/__torch__") != std::string::npos && member.name.ends_with(".py");
}

/// Tells the tensors of a TorchScript archive apart where its code is short enough.
void read_script_roles(const ZipArchive& archive, CheckpointContents& contents) {
    std::vector<NamedTensor>& tensors = contents.tensors().tensors;
    if (none_of(tensors, has_open_role)) return;
    ScriptRoles roles;
    std::size_t files = 0;
    for (const ZipMember& member : archive.members()) {
        if (!is_code(member)) continue;
        if (++files > kMostCodeFiles || member.size > kLargestCodeFile) return;
        const std::unique_ptr<ByteSource> file = archive.open(member, contents);
        const auto code = file ? file->read(0, static_cast<std::size_t>(member.size)) : std::nullopt;
        if (!code) return;
        roles.add(*code);
    }
    roles.mark(tensors);
}

}  // namespace

void read_pytorch_archive(ByteSource& file, std::string_view, CheckpointContents& contents) {
    constexpr std::string_view kPickle = "data.pkl";
    const ZipArchive archive(file, contents);
    const ZipMember* member = archive.find(kPickle);
    if (member == nullptr) {
        return contents.add_error(message("pytorch.no_model", {{"files", archive.members().size()}}), 0);
    }
    const std::unique_ptr<ByteSource> pickle = archive.open(*member, contents);
    if (pickle == nullptr) return;
    const bool is_whole = !contents.has_error();
    StorageCheck check(archive,
                       concat(member->name.substr(0, member->name.size() - kPickle.size()), "data/"));
    Cursor cursor(*pickle);
    read_pickle(cursor, member->header, contents, [&](const Storage& storage) { check.add(storage); });
    if (is_whole) check.report(member->header, contents);
    read_script_roles(archive, contents);
}

void read_pickles(ByteSource& file, std::string_view, CheckpointContents& contents) {
    constexpr std::uint64_t kPickleBeginning = 32;
    Cursor cursor(file);
    const std::uint64_t magic = end_of_magic(cursor.text(std::min(kPickleBeginning, cursor.remaining())));
    cursor.seek(magic);
    if (magic > 0) return read_legacy_file(cursor, contents);
    read_pickle(cursor, 0, contents, [](const Storage&) {});
}

bool is_pytorch(const Beginning& beginning) {
    return is_zip(beginning.bytes);
}

Opened open_pytorch(ByteSource& file, const Beginning& beginning) {
    return open_shards(file, beginning.name, read_pytorch_archive);
}

bool is_pickle(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    // The length of a header that is 640, in eight bytes, begins as a pickle does.
    if (bytes.size() < 2 || is_safetensors(beginning)) return false;
    if (bytes[0] == '\x80') return bytes[1] >= 1 && bytes[1] <= 5;
    // Protocol 0 is text without a signature.
    constexpr std::array<std::string_view, 6> kEndings = {".pkl", ".pickle", ".pt", ".pth", ".ckpt", ".bin"};
    const bool is_named =
        any_of(kEndings, [&](std::string_view ending) { return beginning.name.ends_with(ending); });
    return is_named && std::string_view("(]}c").find(bytes[0]) != std::string_view::npos;
}

Opened open_pickle(ByteSource& file, const Beginning& beginning) {
    return open_shards(file, beginning.name, read_pickles);
}

}  // namespace paramscope::open
