#include "open/checkpoint/numpy.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/concat.h"
#include "base/characters.h"
#include "open/checkpoint/cursor.h"
#include "open/checkpoint/zip.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint32_t kLongestHeader = 1u << 16;
constexpr std::string_view kEnding = ".npy";

struct Type {
    std::string_view code, dtype;
};
constexpr std::array<Type, 16> kTypes = {{
    {"f4", "float32"},
    {"f8", "float64"},
    {"f2", "float16"},
    {"i8", "int64"},
    {"i4", "int32"},
    {"i2", "int16"},
    {"i1", "int8"},
    {"u8", "uint64"},
    {"u4", "uint32"},
    {"u2", "uint16"},
    {"u1", "uint8"},
    {"b1", "bool"},
    {"c8", "complex64"},
    {"c16", "complex128"},
    {"?", "bool"},
    {"V2", "bfloat16"},
}};

/// What stands behind `'key':` in a dict that Python printed.
std::string_view value_of(std::string_view header, std::string_view key) {
    const std::size_t found = header.find(concat("'", key, "':"));
    return found == std::string_view::npos ? std::string_view() : trim(header.substr(found + key.size() + 3));
}

/// `(3, 4)`, `(3,)` or `()`, up to its parenthesis.
std::optional<std::vector<std::uint64_t>> tuple(std::string_view text) {
    if (!text.starts_with('(') || text.find(')') == std::string_view::npos) return std::nullopt;
    text = text.substr(1, text.find(')') - 1);
    std::vector<std::uint64_t> sizes;
    while (!trim(text).empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view digits = trim(text.substr(0, comma));
        std::uint64_t size = 0;
        const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
        if (error != std::errc() || (stopped != digits.data() + digits.size() && *stopped != 'L'))
            return std::nullopt;
        sizes.push_back(size);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return sizes;
}

/// Adds the array of a file under `name`; `place` is where the file lies in another, for errors.
void add_array(ByteSource& file, std::string name, std::uint64_t place, Contents& contents) {
    Cursor cursor(file);
    const bool is_array = cursor.text(kMagic.size()) == kMagic;
    const auto version = cursor.number<std::uint8_t>();
    cursor.skip(1);
    const std::uint32_t length =
        version == 1 ? cursor.number<std::uint16_t>() : cursor.number<std::uint32_t>();
    const std::string header = cursor.text(std::min(length, kLongestHeader));
    const auto shape = tuple(value_of(header, "shape"));
    if (!is_array || cursor.failed() || !shape) {
        return contents.error(concat("array ", printable(name), " has no header that tells its shape"),
                              place);
    }
    const std::string_view type = value_of(header, "descr");
    const std::string_view code = type.substr(0, std::min(type.find('\'', 1), type.size()));
    const std::string_view dtype = code.starts_with('\'') ? numpy_dtype(code.substr(1)) : std::string_view();
    if (dtype.empty()) {
        return contents.warning(concat("array ", printable(name), " holds no numbers and is left out"));
    }
    const std::optional<std::uint64_t> elements = elements_of(*shape);
    const std::optional<std::uint64_t> bytes = elements ? bytes_of(*elements, dtype) : std::nullopt;
    if (bytes && *bytes > file.size() - std::min(cursor.offset(), file.size())) {
        contents.error(concat("array ", printable(name), " is cut off"), place + file.size());
    }
    const bool is_index = dtype == "int64" || dtype == "bool";
    contents.add({std::move(name), *shape, std::string(dtype), is_index}, place);
}

}  // namespace

std::string_view numpy_dtype(std::string_view code) {
    if (!code.empty() && std::string_view("<>=|").find(code.front()) != std::string_view::npos)
        code.remove_prefix(1);
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& type) { return type.code == code; });
    return found == kTypes.end() ? std::string_view() : found->dtype;
}

void read_npy(ByteSource& file, std::string_view name, Contents& contents) {
    name.remove_prefix(name.find_last_of("/\\") + 1);
    if (name.ends_with(kEnding)) name.remove_suffix(kEnding.size());
    add_array(file, name.empty() ? "array" : std::string(name), 0, contents);
}

void read_npz(ByteSource& file, std::string_view, Contents& contents) {
    const ZipArchive archive(file, contents);
    for (const ZipMember& member : archive.members()) {
        if (contents.is_full()) return;
        if (!member.name.ends_with(kEnding)) continue;
        const std::unique_ptr<ByteSource> array = archive.open(member, contents);
        if (array == nullptr) continue;
        // Trees of parameters are saved with their path as name.
        std::string name = member.name.substr(0, member.name.size() - kEnding.size());
        std::replace(name.begin(), name.end(), '/', '.');
        add_array(*array, std::move(name), member.header, contents);
    }
}

bool is_npy(const Beginning& beginning) {
    return beginning.bytes.starts_with(kMagic);
}

Opened open_npy(ByteSource& file, const Beginning& beginning) {
    Contents contents;
    read_npy(file, beginning.name, contents);
    return contents.opened("Model");
}

bool is_npz(const Beginning& beginning) {
    return first_member(beginning.bytes).ends_with(kEnding);
}

Opened open_npz(ByteSource& file, const Beginning& beginning) {
    Contents contents;
    read_npz(file, beginning.name, contents);
    return contents.opened("Model");
}

}  // namespace paramscope::open
