#include "open/checkpoint/numpy.h"

#include <algorithm>
#include <charconv>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/support/zip.h"
#include "open/formats.h"
#include "open/support/cursor.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kNumpyMagic = "\x93NUMPY";
constexpr std::uint32_t kLongestHeader = 1u << 16;
constexpr std::string_view kExtension = ".npy";

constexpr auto kTypes = meaning_table<16>(
    "f4=float32 f8=float64 f2=float16 i8=int64 i4=int32 i2=int16 i1=int8 u8=uint64 u4=uint32 u2=uint16 "
    "u1=uint8 b1=bool c8=complex64 c16=complex128 ?=bool V2=bfloat16");

/// The text after `'key':` in a printed Python dict; "" when the key is absent.
std::string_view dict_value(std::string_view header, std::string_view key) {
    const std::size_t found = header.find(concat("'", key, "':"));
    return found == std::string_view::npos ? std::string_view() : trim(header.substr(found + key.size() + 3));
}

/// Parses a printed Python tuple: `(3, 4)`, `(3,)` or `()`. Sizes may end in L, as Python 2 prints them.
std::optional<std::vector<std::uint64_t>> parse_tuple(std::string_view text) {
    if (!text.starts_with('(') || text.find(')') == std::string_view::npos) return std::nullopt;
    text = text.substr(1, text.find(')') - 1);
    std::vector<std::uint64_t> sizes;
    while (!trim(text).empty()) {
        const std::string_view digits = trim(take_until(text, ','));
        std::uint64_t size = 0;
        const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
        if (error != std::errc() || (stopped != digits.data() + digits.size() && *stopped != 'L'))
            return std::nullopt;
        sizes.push_back(size);
    }
    return sizes;
}

/// Adds the array in `file` as tensor `name`. `byte` is where `file` begins in its archive, for errors.
void add_array(ByteSource& file, std::string name, std::uint64_t byte, CheckpointContents& contents) {
    Cursor cursor(file);
    const bool is_array = cursor.text(kNumpyMagic.size()) == kNumpyMagic;
    const auto version = cursor.number<std::uint8_t>();
    cursor.skip(1);
    const std::uint32_t length =
        version == 1 ? cursor.number<std::uint16_t>() : cursor.number<std::uint32_t>();
    const std::string header = cursor.text(std::min(length, kLongestHeader));
    const auto shape = parse_tuple(dict_value(header, "shape"));
    if (!is_array || cursor.failed() || !shape) {
        return contents.add_error(message("npy.no_shape", {{"array", sanitize_text(name)}}), byte);
    }
    const std::string_view type = dict_value(header, "descr");
    const std::string_view code = type.substr(0, std::min(type.find('\'', 1), type.size()));
    const std::string_view dtype = code.starts_with('\'') ? numpy_dtype(code.substr(1)) : std::string_view();
    if (dtype.empty()) {
        return contents.add_warning(message("npy.not_numeric", {{"array", sanitize_text(name)}}));
    }
    const std::optional<std::uint64_t> elements = element_count(*shape);
    const std::optional<std::uint64_t> bytes = elements ? byte_count(*elements, dtype) : std::nullopt;
    if (bytes && *bytes > file.size() - std::min(cursor.offset(), file.size())) {
        contents.add_data_error(message("npy.cut_off", {{"array", sanitize_text(name)}}), byte + file.size());
    }
    const bool is_buffer = is_index_dtype(dtype);
    contents.add({name, *shape, std::string(dtype), is_buffer}, byte);
}

}  // namespace

std::string_view numpy_dtype(std::string_view code) {
    if (!code.empty() && std::string_view("<>=|").find(code.front()) != std::string_view::npos)
        code.remove_prefix(1);
    return meaning_of(kTypes, code);
}

void read_npy(ByteSource& file, std::string_view name, CheckpointContents& contents) {
    name.remove_prefix(name.find_last_of("/\\") + 1);
    if (name.ends_with(kExtension)) name.remove_suffix(kExtension.size());
    add_array(file, name.empty() ? "array" : std::string(name), 0, contents);
}

void read_npz(ByteSource& file, std::string_view, CheckpointContents& contents) {
    const ZipArchive archive(file, contents);
    for (const ZipMember& member : archive.members()) {
        if (contents.is_full()) return;
        if (!member.name.ends_with(kExtension)) continue;
        const std::unique_ptr<ByteSource> array = archive.open(member, contents);
        if (array == nullptr) continue;
        // JAX saves trees of parameters with their path as the name.
        std::string name = member.name.substr(0, member.name.size() - kExtension.size());
        std::replace(name.begin(), name.end(), '/', '.');
        add_array(*array, std::move(name), member.header, contents);
    }
}

bool is_npy(const Beginning& beginning) {
    return beginning.bytes.starts_with(kNumpyMagic);
}

Opened open_npy(ByteSource& file, const Beginning& beginning) {
    CheckpointContents contents;
    read_npy(file, beginning.name, contents);
    return contents.as_tensor_tree("Model");
}

bool is_npz(const Beginning& beginning) {
    return first_member(beginning.bytes).ends_with(kExtension);
}

Opened open_npz(ByteSource& file, const Beginning& beginning) {
    CheckpointContents contents;
    read_npz(file, beginning.name, contents);
    return contents.as_tensor_tree("Model");
}

}  // namespace paramscope::open
