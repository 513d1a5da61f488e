#include "open/checkpoint/support/hdf5.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "open/checkpoint/messages.h"
#include "open/support/cursor.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
constexpr unsigned kDeepestGroup = 64;
constexpr std::size_t kMostObjects = 1'000'000;
constexpr std::size_t kMostBlocks = 1000;
constexpr std::size_t kMostMessages = 4'000'000;
constexpr std::size_t kMostNameText = 32u << 20;
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestText = 16u << 20;
constexpr std::size_t kMostHeapObjects = 1u << 16;

/// Types of the messages in an object header.
enum HeaderMessage : std::uint16_t {
    kDataspace = 1,
    kLinkInfo = 2,
    kDatatype = 3,
    kLink = 6,
    kAttribute = 12,
    kContinuation = 16,
    kSymbolTable = 17,
};

/// What is read of an object: the shape and type of a dataset, the links of a group.
struct Object {
    std::optional<std::vector<std::uint64_t>> shape;
    std::optional<std::string_view> dtype;  ///< "" for data that are not numbers
    std::vector<std::pair<std::string, std::uint64_t>> links;
    bool is_unreadable = false;  ///< a part is damaged or stored in a way that is not supported
};

class Hdf5Reader {
  public:
    Hdf5Reader(ByteSource& file, CheckpointContents& contents) : file_(file), contents_(contents) {}

    void read() {
        const std::optional<std::uint64_t> root = read_superblock();
        if (!root) return contents_.add_error(message("hdf5.superblock"), 0);
        std::string path;
        visit(*root, path, 0);
        if (is_over_limit_) contents_.add_error(message("hdf5.too_large"), file_.size());
        if (unreadable_count_ > 0) {
            contents_.add_missing(message("hdf5.unreadable_objects", {{"count", unreadable_count_}}));
        }
    }

    /// The text of an attribute of the root group; "" when it has none.
    std::string read_root_text(std::string_view name) {
        wanted_attribute_ = name;
        if (const std::optional<std::uint64_t> root = read_superblock()) read_object(*root);
        return std::move(attribute_text_);
    }

  private:
    Cursor at(std::uint64_t address) { return Cursor(file_, std::min(address, file_.size()), file_.size()); }

    std::uint64_t read_unsigned(Cursor& cursor, unsigned bytes) const {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < bytes; ++i) {
            value |= std::uint64_t{static_cast<unsigned char>(cursor.take())} << (8 * i);
        }
        return value;
    }
    std::uint64_t read_offset(Cursor& cursor) const { return read_unsigned(cursor, offset_bytes_); }
    std::uint64_t read_length(Cursor& cursor) const { return read_unsigned(cursor, length_bytes_); }

    /// The address that marks a missing object: all bits are set.
    std::uint64_t nowhere() const { return ~std::uint64_t{0} >> (64 - 8 * offset_bytes_); }

    /// The address of the root group's header.
    std::optional<std::uint64_t> read_superblock() {
        Cursor cursor(file_);
        cursor.skip(kSignature.size());
        const auto version = cursor.number<std::uint8_t>();
        if (version > 3) return std::nullopt;
        if (version < 2) cursor.skip(4);
        offset_bytes_ = cursor.number<std::uint8_t>();
        length_bytes_ = cursor.number<std::uint8_t>();
        const auto is_size = [](unsigned bytes) { return bytes == 2 || bytes == 4 || bytes == 8; };
        if (!is_size(offset_bytes_) || !is_size(length_bytes_)) return std::nullopt;
        cursor.skip(version == 0 ? 9 : version == 1 ? 13 : 1);
        cursor.skip(std::uint64_t{2} * offset_bytes_);
        const std::uint64_t end = read_offset(cursor);
        if (version < 2)
            cursor.skip(std::uint64_t{2} * offset_bytes_);  // an address, and the offset of a name
        const std::uint64_t root = read_offset(cursor);
        if (cursor.failed()) return std::nullopt;
        if (end > file_.size() && end != nowhere()) {
            contents_.add_data_error(message("hdf5.cut_off", {{"expected", end}, {"actual", file_.size()}}),
                                     file_.size());
        }
        return root;
    }

    void visit(std::uint64_t address, std::string& path, unsigned depth) {
        if (contents_.is_full() || !visited_.insert(address).second) return;
        is_over_limit_ |= visited_.size() > kMostObjects;
        if (is_over_limit_) return;
        const bool is_too_deep = depth > kDeepestGroup || path.size() > kLongestPath;
        const Object object = is_too_deep ? Object() : read_object(address);
        if (is_too_deep || object.is_unreadable || (object.shape && !object.dtype)) ++unreadable_count_;
        if (object.shape && object.dtype) {
            if (!object.dtype->empty())
                contents_.add({path, *object.shape, std::string(*object.dtype)}, address);
            return;
        }
        for (const auto& [name, child] : object.links) {
            const std::size_t before = path.size();
            if (!path.empty()) path += '/';
            path += name;
            visit(child, path, depth + 1);
            path.resize(before);
        }
    }

    Object read_object(std::uint64_t address) {
        Object object;
        Cursor cursor = at(address);
        blocks_.clear();
        const bool is_version_2 = cursor.peek() == 'O';
        if (is_version_2 ? !read_version_2_prefix(cursor) : !read_version_1_prefix(cursor)) {
            contents_.add_error(message("hdf5.object_without_header"), std::min(address, file_.size()));
            return object;
        }
        for (std::size_t i = 0; i < blocks_.size() && i < kMostBlocks; ++i)
            read_messages(blocks_[i], is_version_2, object);
        object.is_unreadable |= blocks_.size() > kMostBlocks;
        return object;
    }

    struct Block {
        std::uint64_t begin, end;
    };

    void add_block(std::uint64_t begin, std::uint64_t bytes) {
        const std::uint64_t left = file_.size() - std::min(begin, file_.size());
        if (bytes > left) contents_.add_error(message("hdf5.header_cut_off"), file_.size());
        if (left > 0) blocks_.push_back({begin, begin + std::min(bytes, left)});
    }

    bool read_version_1_prefix(Cursor& cursor) {
        const auto version = cursor.number<std::uint8_t>();
        cursor.skip(7);
        const auto bytes = cursor.number<std::uint32_t>();
        cursor.skip(4);
        if (version != 1 || cursor.failed()) return false;
        add_block(cursor.offset(), bytes);
        return true;
    }

    bool read_version_2_prefix(Cursor& cursor) {
        if (cursor.text(4) != "OHDR" || cursor.number<std::uint8_t>() != 2) return false;
        flags_ = cursor.number<std::uint8_t>();
        if ((flags_ & 0x20) != 0) cursor.skip(16);  // times
        if ((flags_ & 0x10) != 0) cursor.skip(4);   // limits of attribute storage
        const std::uint64_t bytes = read_unsigned(cursor, 1u << (flags_ & 3));
        if (cursor.failed()) return false;
        add_block(cursor.offset(), bytes);
        return true;
    }

    void read_messages(Block block, bool is_version_2, Object& object) {
        const std::uint64_t header = is_version_2 ? ((flags_ & 4) != 0 ? 6 : 4) : 8;
        Cursor cursor(file_, block.begin, block.end);
        while (cursor.remaining() >= header && !cursor.failed() && !is_over_limit_) {
            is_over_limit_ = ++message_count_ > kMostMessages;
            const std::uint16_t type =
                is_version_2 ? cursor.number<std::uint8_t>() : cursor.number<std::uint16_t>();
            const auto bytes = cursor.number<std::uint16_t>();
            cursor.skip(header - (is_version_2 ? 3 : 4));
            const std::uint64_t end = cursor.offset() + bytes;
            object.is_unreadable |= end > block.end;
            if (end > block.end) return;
            Cursor body(file_, cursor.offset(), end);
            read_message(type, body, is_version_2, object);
            cursor.skip(bytes);
        }
    }

    void read_message(std::uint16_t type, Cursor& body, bool is_version_2, Object& object) {
        switch (type) {
            case kDataspace:
                object.shape = read_dataspace(body);
                object.is_unreadable |= !object.shape;
                return;
            case kDatatype:
                object.dtype = read_datatype(body);
                object.is_unreadable |= !object.dtype;
                return;
            case kLink:
                return read_link(body, object);
            case kSymbolTable:
                return read_symbol_table(body, object);
            case kLinkInfo:
                object.is_unreadable |= has_fractal_heap(body);
                return;
            case kAttribute:
                return read_attribute(body);
            case kContinuation: {
                const std::uint64_t begin = read_offset(body);
                const std::uint64_t bytes = read_length(body);
                constexpr std::uint64_t kMark =
                    4;  // a newer block has a signature before and a checksum behind
                object.is_unreadable |= body.failed();
                if (body.failed()) return;
                if (is_version_2 && bytes >= 2 * kMark) return add_block(begin + kMark, bytes - 2 * kMark);
                return add_block(begin, bytes);
            }
            default:
                return;
        }
    }

    std::optional<std::vector<std::uint64_t>> read_dataspace(Cursor& body) const {
        const auto version = body.number<std::uint8_t>();
        const auto rank = body.number<std::uint8_t>();
        body.skip(version == 1 ? 6 : 2);
        std::vector<std::uint64_t> shape;
        for (unsigned i = 0; i < rank; ++i) shape.push_back(read_length(body));
        return body.failed() ? std::nullopt : std::optional(shape);
    }

    /// "" for a type that is no number; nullopt for numbers of unknown size.
    static std::optional<std::string_view> read_datatype(Cursor& body) {
        enum Class : std::uint8_t { kInteger = 0, kFloat = 1, kEnumeration = 8 };
        const auto kind = static_cast<std::uint8_t>(body.number<std::uint8_t>() & 0xfu);
        const bool is_signed = (body.number<std::uint8_t>() & 8) != 0;
        body.skip(2);
        const auto bytes = body.number<std::uint32_t>();
        if (body.failed()) return std::nullopt;
        switch (kind) {
            case kFloat:
                return number_type(bytes, {"", "float16", "float32", "float64"});
            case kInteger:
                return is_signed ? number_type(bytes, {"int8", "int16", "int32", "int64"})
                                 : number_type(bytes, {"uint8", "uint16", "uint32", "uint64"});
            case kEnumeration:
                return bytes == 1 ? "bool" : "";
            default:
                return "";
        }
    }

    /// The name of a number of 1, 2, 4 or 8 bytes.
    static std::optional<std::string_view> number_type(std::uint32_t bytes,
                                                       const std::array<std::string_view, 4>& names) {
        if (!std::has_single_bit(bytes) || bytes > 8) return std::nullopt;
        const std::string_view name = names[static_cast<std::size_t>(std::countr_zero(bytes))];
        return name.empty() ? std::nullopt : std::optional(name);
    }

    void add_link(Object& object, std::string name, std::uint64_t address) {
        name_bytes_ += name.size();
        is_over_limit_ |= ++link_count_ > kMostObjects || name_bytes_ > kMostNameText;
        if (!is_over_limit_) object.links.emplace_back(std::move(name), address);
    }

    void read_link(Cursor& body, Object& object) {
        body.skip(1);
        const auto flags = body.number<std::uint8_t>();
        const bool is_hard = (flags & 8) == 0 || body.number<std::uint8_t>() == 0;
        if ((flags & 4) != 0) body.skip(8);
        if ((flags & 16) != 0) body.skip(1);
        const std::uint64_t bytes = read_unsigned(body, 1u << (flags & 3));
        std::string name = body.text(std::min<std::uint64_t>(bytes, body.remaining() + 1));
        const std::uint64_t address = read_offset(body);
        object.is_unreadable |= is_hard && body.failed();
        if (is_hard && !body.failed()) add_link(object, std::move(name), address);
    }

    /// Keeps the text that is wanted: in the message itself, or somewhere else as one of any length.
    void read_attribute(Cursor& body) {
        if (wanted_attribute_.empty()) return;
        const auto version = body.number<std::uint8_t>();
        body.skip(1);
        const auto padded = [&](std::uint16_t bytes) -> std::uint64_t {
            return version == 1 ? (bytes + 7u) / 8 * 8 : bytes;
        };
        const auto name_bytes = body.number<std::uint16_t>();
        const std::uint64_t type_bytes = padded(body.number<std::uint16_t>());
        const std::uint64_t space_bytes = padded(body.number<std::uint16_t>());
        if (version > 2) body.skip(1);
        std::string name = body.text(padded(name_bytes));
        name.resize(std::min(name.size(), name.find('\0')));
        if (name != wanted_attribute_ || type_bytes < 8) return;
        enum Class : std::uint8_t { kText = 3, kVariableLength = 9 };
        const auto kind = static_cast<std::uint8_t>(body.number<std::uint8_t>() & 0xfu);
        body.skip(3);
        const auto bytes = body.number<std::uint32_t>();
        body.skip(type_bytes - 8 + space_bytes);
        if (kind == kText) {
            attribute_text_ = body.text(bytes);
            attribute_text_.resize(std::min(attribute_text_.size(), attribute_text_.find('\0')));
        } else if (kind == kVariableLength) {
            const auto length = body.number<std::uint32_t>();
            const std::uint64_t heap = read_offset(body);
            const auto index = body.number<std::uint32_t>();
            if (!body.failed() && length <= kLongestText)
                attribute_text_ = read_global_heap_text(heap, index, length);
        }
    }

    /// Reads an object of a global heap, which holds data of variable length.
    std::string read_global_heap_text(std::uint64_t heap, std::uint32_t index, std::uint32_t bytes) {
        Cursor cursor = at(heap);
        if (cursor.text(4) != "GCOL") return {};
        cursor.skip(4 + std::uint64_t{length_bytes_});
        for (std::size_t i = 0; i < kMostHeapObjects && !cursor.failed(); ++i) {
            const auto found = cursor.number<std::uint16_t>();
            cursor.skip(6);
            const std::uint64_t size = read_length(cursor);
            if (found == index && found != 0) return cursor.text(std::min<std::uint64_t>(size, bytes));
            if (found == 0 || size > file_.size()) return {};
            cursor.skip((size + 7) / 8 * 8);
        }
        return {};
    }

    bool has_fractal_heap(Cursor& body) const {
        body.skip(1);
        if ((body.number<std::uint8_t>() & 1) != 0) body.skip(8);
        return read_offset(body) != nowhere() && !body.failed();
    }

    void read_symbol_table(Cursor& body, Object& object) {
        const std::uint64_t tree = read_offset(body);
        const std::uint64_t heap = read_offset(body);
        Cursor cursor = at(heap);
        object.is_unreadable |= body.failed() || cursor.text(4) != "HEAP";
        if (object.is_unreadable) return;
        cursor.skip(4 + 2 * std::uint64_t{length_bytes_});
        name_heap_ = read_offset(cursor);
        read_tree(tree, object, 0);
    }

    void read_tree(std::uint64_t address, Object& object, unsigned depth) {
        // A damaged tree may lead back into itself.
        is_over_limit_ |= visited_.size() >= kMostObjects;
        if (is_over_limit_ || !visited_.insert(address).second) return;
        Cursor cursor = at(address);
        const std::string mark = cursor.text(4);
        if (mark == "SNOD") return read_symbols(cursor, object);
        object.is_unreadable |= depth > kDeepestGroup || mark != "TREE";
        if (object.is_unreadable) return;
        cursor.skip(2);
        const auto count = cursor.number<std::uint16_t>();
        cursor.skip(2 * std::uint64_t{offset_bytes_});
        for (unsigned i = 0; i < count && !cursor.failed(); ++i) {
            cursor.skip(length_bytes_);
            const std::uint64_t child = read_offset(cursor);
            if (!cursor.failed()) read_tree(child, object, depth + 1);
        }
    }

    void read_symbols(Cursor& cursor, Object& object) {
        cursor.skip(2);
        const auto count = cursor.number<std::uint16_t>();
        for (unsigned i = 0; i < count && !is_over_limit_; ++i) {
            const std::uint64_t name = read_offset(cursor);
            const std::uint64_t address = read_offset(cursor);
            cursor.skip(24);
            if (cursor.failed()) return contents_.add_error(message("hdf5.group_cut_off"), file_.size());
            add_link(object, read_name(name_heap_ + name), address);
        }
    }

    std::string read_name(std::uint64_t address) {
        Cursor cursor = at(address);
        std::string name;
        for (char c = cursor.take(); c != '\0' && name.size() <= kLongestPath; c = cursor.take()) name += c;
        return name;
    }

    ByteSource& file_;
    CheckpointContents& contents_;
    unsigned offset_bytes_ = 8, length_bytes_ = 8;
    std::uint8_t flags_ = 0;
    std::uint64_t name_heap_ = 0;  ///< where the current group's heap of names lies
    std::vector<Block> blocks_;
    std::set<std::uint64_t> visited_;
    std::size_t link_count_ = 0, name_bytes_ = 0, message_count_ = 0, unreadable_count_ = 0;
    bool is_over_limit_ = false;         ///< the file has more of something than is read
    std::string_view wanted_attribute_;  ///< an attribute of the root group
    std::string attribute_text_;         ///< its text
};

}  // namespace

void read_hdf5(ByteSource& file, std::string_view, CheckpointContents& contents) {
    Hdf5Reader(file, contents).read();
}

std::string read_hdf5_text(ByteSource& file, std::string_view name) {
    CheckpointContents unused;
    return Hdf5Reader(file, unused).read_root_text(name);
}

}  // namespace paramscope::open
