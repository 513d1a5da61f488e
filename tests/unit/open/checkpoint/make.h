// Small files of the formats that checkpoints come in, made byte by byte.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::make {

/// A number, its lowest byte first.
template <typename Number>
std::string little(Number number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
    return bytes;
}
inline std::string u16(std::uint64_t number) {
    return little(static_cast<std::uint16_t>(number));
}
inline std::string u32(std::uint64_t number) {
    return little(static_cast<std::uint32_t>(number));
}
inline std::string u64(std::uint64_t number) {
    return little(number);
}

inline std::string safetensors(const std::string& header, std::size_t body) {
    return u64(header.size()) + header + std::string(body, '\0');
}

/// Two tensors of one layer: 4 to 3.
inline std::string small_safetensors() {
    return safetensors(
        R"({"fc.weight":{"dtype":"F32","shape":[3,4],"data_offsets":[0,48]},)"
        R"("fc.bias":{"dtype":"BF16","shape":[3],"data_offsets":[48,54]},"__metadata__":{"format":"pt"}})",
        54);
}

inline std::string gguf_text(std::string_view text) {
    return u64(text.size()) + std::string(text);
}

struct GgufTensor {
    std::string_view name;
    std::vector<std::uint64_t> sizes;
    std::uint32_t type;
    std::uint64_t offset;
};

/// `values` are keys and values as they stand in a file.
inline std::string gguf(std::uint32_t version, const std::vector<std::string>& values,
                        const std::vector<GgufTensor>& tensors, std::size_t body) {
    std::string bytes = "GGUF" + u32(version) + u64(tensors.size()) + u64(values.size());
    for (const std::string& value : values) bytes += value;
    for (const GgufTensor& tensor : tensors) {
        bytes += gguf_text(tensor.name) + u32(tensor.sizes.size());
        for (const std::uint64_t size : tensor.sizes) bytes += u64(size);
        bytes += u32(tensor.type) + u64(tensor.offset);
    }
    bytes.resize((bytes.size() + 31) / 32 * 32);
    return bytes + std::string(body, '\0');
}

inline std::string small_gguf() {
    const std::string array =
        gguf_text("tokenizer.ggml.tokens") + u32(9) + u32(8) + u64(2) + gguf_text("a") + gguf_text("bc");
    return gguf(3,
                {gguf_text("general.architecture") + u32(8) + gguf_text("llama"),
                 gguf_text("llama.block_count") + u32(4) + u32(1), array},
                {{"blk.0.attn_q.weight", {64, 32}, 2, 0}, {"output_norm.weight", {64}, 0, 1152}}, 1152 + 256);
}

inline std::string npy(std::string_view type, std::string_view shape, std::size_t body) {
    std::string header = "{'descr': '" + std::string(type) +
                         "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
    header.resize(118 - 1, ' ');
    return "\x93NUMPY" + std::string("\x01\0", 2) + u16(118) + header + "\n" + std::string(body, '\0');
}

struct Member {
    std::string name;
    std::string bytes;                ///< as they lie in the archive
    std::uint64_t deflated_from = 0;  ///< the size of the file, where it is deflated
};

/// A raw deflate stream of stored blocks.
inline std::string deflated(std::string_view bytes) {
    constexpr std::size_t kMost = 0xffff;
    std::string stream;
    do {
        const std::string_view block = bytes.substr(0, kMost);
        bytes.remove_prefix(block.size());
        stream += bytes.empty() ? '\1' : '\0';
        stream += u16(block.size()) + u16(~block.size()) + std::string(block);
    } while (!bytes.empty());
    return stream;
}

/// A raw deflate stream of 258 zeros for every thirteen bits, behind a beginning of its own.
inline std::string deflated_bomb(std::string_view beginning, std::size_t runs) {
    std::string stream = deflated(beginning);
    stream.front() = '\0';  // not the last block
    std::uint32_t held = 0;
    unsigned bits = 0;
    const auto put = [&](std::uint32_t value, unsigned count) {
        held |= value << bits;
        for (bits += count; bits >= 8; bits -= 8, held >>= 8) stream += static_cast<char>(held);
    };
    put(3, 3);     // the last block, of fixed codes
    put(0x0c, 8);  // a zero
    for (std::size_t i = 0; i < runs; ++i) {
        put(0xa3, 8);  // 258 of what stands
        put(0, 5);     // one byte before
    }
    put(0, 7);
    put(0, 7);
    return stream;
}

inline std::string zip(const std::vector<Member>& members) {
    std::string bytes, directory;
    for (const Member& member : members) {
        const bool is_deflated = member.deflated_from != 0;
        const std::uint64_t size = is_deflated ? member.deflated_from : member.bytes.size();
        const std::string common = u16(0) + u16(is_deflated ? 8 : 0) + u32(0) + u32(0) +
                                   u32(member.bytes.size()) + u32(size) + u16(member.name.size()) + u16(0);
        directory += "PK\x01\x02" + u16(20) + u16(20) + common + u16(0) + u16(0) + u16(0) + u32(0) +
                     u32(bytes.size()) + member.name;
        bytes += "PK\x03\x04" + u16(20) + common + member.name + member.bytes;
    }
    return bytes + directory + "PK\x05\x06" + u16(0) + u16(0) + u16(members.size()) + u16(members.size()) +
           u32(directory.size()) + u32(bytes.size()) + u16(0);
}

inline std::string text(std::string_view words) {
    return "X" + u32(words.size()) + std::string(words);
}
inline std::string number(std::uint8_t value) {
    return "K" + std::string(1, static_cast<char>(value));
}
inline std::string global(std::string_view module, std::string_view name) {
    return "c" + std::string(module) + "\n" + std::string(name) + "\n";
}

/// A tensor as torch.save pickles it: of `storage`, a matrix of these sizes.
inline std::string tensor(std::string_view storage, std::uint8_t elements, std::uint8_t rows,
                          std::uint8_t columns) {
    const std::string id = "(" + text("storage") + global("torch", "FloatStorage") + text(storage) +
                           text("cpu") + number(elements) + "tQ";
    return global("torch._utils", "_rebuild_tensor_v2") + "(" + id + number(0) + number(rows) +
           number(columns) + "\x86" + number(columns) + number(1) + "\x86" + "\x89" +
           global("collections", "OrderedDict") + ")RtR";
}

/// A dict: keys and pickled values.
inline std::string dict(std::initializer_list<std::pair<std::string_view, std::string>> items) {
    std::string bytes = "}(";
    for (const auto& [key, value] : items) bytes += text(key) + value;
    return bytes + "u";
}

inline std::string pickle(const std::string& value) {
    return "\x80\x02" + value + ".";
}

/// The same by protocol 4, with a frame around it.
inline std::string framed_pickle(const std::string& value) {
    return "\x80\x04\x95" + u64(value.size() + 1) + value + ".";
}

inline std::string pytorch(const std::string& value) {
    return zip({{"archive/data.pkl", pickle(value)},
                {"archive/data/0", std::string(48, '\0')},
                {"archive/data/1", std::string(64, '\0')}});
}

inline std::string small_pytorch() {
    return pytorch(dict({{"fc.weight", tensor("0", 12, 3, 4)}, {"head.weight", tensor("1", 16, 4, 4)}}));
}

/// The format of torch.save before 1.6; `make` makes its pickles.
inline std::string small_older_pytorch(std::string make(const std::string&) = pickle) {
    const std::string magic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12);
    return make(magic) + make("M\xe9\x03") + make(dict({{"little_endian", "\x88"}})) +
           make(dict({{"fc.weight", tensor("0", 12, 3, 4)}})) + make("](" + text("0") + "e") + u64(12) +
           std::string(48, '\0');
}

/// An old object header of HDF5: its messages, each a number and bytes.
inline std::string hdf5_object(const std::vector<std::pair<unsigned, std::string>>& messages) {
    std::string body;
    for (auto [type, bytes] : messages) {
        bytes.resize((bytes.size() + 7) / 8 * 8);
        body += u16(type) + u16(bytes.size()) + u32(0) + bytes;
    }
    return u16(1) + u16(messages.size()) + u32(1) + u32(body.size()) + u32(0) + body;
}

/// A dataset of 32-bit floats, and a group of links to such.
inline std::string hdf5_dataset(std::initializer_list<std::uint64_t> shape) {
    std::string space = std::string("\1", 1) + static_cast<char>(shape.size()) + std::string(6, '\0');
    for (const std::uint64_t size : shape) space += u64(size);
    return hdf5_object({{1, space}, {3, std::string("\x11\x20\x1f\0\4\0\0\0", 8)}});
}

/// An attribute that is a text of its own length.
inline std::string hdf5_attribute(std::string name, std::string_view words) {
    const std::string sizes = u16(name.size() + 1) + u16(8) + u16(8);
    name.resize((name.size() + 8) / 8 * 8);
    return u16(1) + sizes + name + std::string("\x13\0\0\0", 4) + u32(words.size()) +
           std::string("\1\0\0\0\0\0\0\0", 8) + std::string(words);
}

/// A link to an object, as the message of a group.
inline std::string hdf5_link(std::string_view name, std::uint64_t address) {
    return std::string("\1\0", 2) + static_cast<char>(name.size()) + std::string(name) + u64(address);
}

constexpr std::uint64_t kHdf5Begin = 96;

/// The first block of a file of `size` bytes whose root group lies at `root`.
inline std::string hdf5_superblock(std::uint64_t size, std::uint64_t root) {
    std::string block = std::string("\x89HDF\r\n\x1a\n", 8) + std::string("\0\0\0\0\0\x08\x08\0", 8) +
                        u16(4) + u16(16) + u32(0) + u64(0) + u64(~0ull) + u64(size) + u64(~0ull) + u64(0) +
                        u64(root);
    block.resize(kHdf5Begin);
    return block;
}

/// A file of datasets with these names in its root.
inline std::string hdf5(const std::vector<std::string>& names) {
    std::string datasets;
    std::vector<std::pair<unsigned, std::string>> links;
    for (const std::string& name : names) {
        links.emplace_back(6, hdf5_link(name, kHdf5Begin + datasets.size()));
        datasets += hdf5_dataset({2, 4});
    }
    const std::string root = hdf5_object(links);
    const std::uint64_t root_at = kHdf5Begin + datasets.size();
    return hdf5_superblock(root_at + root.size(), root_at) + datasets + root;
}

/// A file with one group, `fc`, of a kernel and a bias: 4 to 3; and with a Keras config, where one is given.
inline std::string small_hdf5(std::string_view config = "") {
    const std::string kernel = hdf5_dataset({4, 3}), bias = hdf5_dataset({3});
    const std::string group = hdf5_object(
        {{6, hdf5_link("kernel", kHdf5Begin)}, {6, hdf5_link("bias", kHdf5Begin + kernel.size())}});
    const std::uint64_t group_at = kHdf5Begin + kernel.size() + bias.size();
    std::vector<std::pair<unsigned, std::string>> messages = {{6, hdf5_link("fc", group_at)}};
    if (!config.empty()) messages.emplace_back(12, hdf5_attribute("model_config", config));
    const std::string root = hdf5_object(messages);
    return hdf5_superblock(0, group_at + group.size()) + kernel + bias + group + root;
}

/// Parts of an HDF5 file lie 256 bytes apart, so that they can name each other's addresses.
constexpr std::uint64_t hdf5_part(std::uint64_t index) {
    return kHdf5Begin + 256 * index;
}
inline std::string hdf5_parts(const std::vector<std::string>& parts) {
    std::string bytes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        bytes += parts[i];
        bytes.resize(256 * (i + 1));
    }
    return bytes;
}

/// A group of symbols: an object, its tree, its heap of names and its node of symbols, from part `first` on.
inline std::vector<std::string> hdf5_symbol_group(
    std::uint64_t first, const std::vector<std::pair<std::string, std::uint64_t>>& members) {
    std::string names(8, '\0'), symbols;
    for (const auto& [name, address] : members) {
        symbols += u64(names.size()) + u64(address) + std::string(24, '\0');
        names += name + std::string(8 - name.size() % 8, '\0');
    }
    return {hdf5_object({{17, u64(hdf5_part(first + 1)) + u64(hdf5_part(first + 2))}}),
            std::string("TREE\0\0\1\0", 8) + u64(~0ull) + u64(~0ull) + u64(0) + u64(hdf5_part(first + 3)),
            "HEAP" + u32(0) + u64(names.size()) + u64(1) + u64(hdf5_part(first + 2) + 32) + names,
            std::string("SNOD\1\0", 6) + u16(members.size()) + symbols};
}

/// A file as h5py writes it: a group `fc` of a kernel and a bias, its root first.
inline std::string hdf5_of_symbols() {
    std::vector<std::string> parts = hdf5_symbol_group(0, {{"fc", hdf5_part(4)}});
    for (std::string& part : hdf5_symbol_group(4, {{"kernel", hdf5_part(8)}, {"bias", hdf5_part(9)}}))
        parts.push_back(std::move(part));
    parts.push_back(hdf5_dataset({4, 3}));
    parts.push_back(hdf5_dataset({3}));
    const std::string bytes = hdf5_parts(parts);
    return hdf5_superblock(kHdf5Begin + bytes.size(), kHdf5Begin) + bytes;
}

/// Messages of a newer object header, each a number and bytes.
inline std::string hdf5_messages(const std::vector<std::pair<unsigned, std::string>>& messages) {
    std::string bytes;
    for (const auto& [type, body] : messages)
        bytes += static_cast<char>(type) + u16(body.size()) + std::string(1, '\0') + body;
    return bytes;
}
inline std::string hdf5_newer_object(const std::vector<std::pair<unsigned, std::string>>& messages) {
    const std::string body = hdf5_messages(messages);
    return std::string("OHDR\2\0", 6) + static_cast<char>(body.size()) + body + u32(0);
}

/// The same with newer headers; the root's goes on in another block, and its config is in a heap.
inline std::string newer_hdf5(std::string_view config) {
    const auto dataset = [](std::initializer_list<std::uint64_t> shape) {
        std::string space = std::string("\2", 1) + static_cast<char>(shape.size()) + std::string("\0\1", 2);
        for (const std::uint64_t size : shape) space += u64(size);
        return hdf5_newer_object({{1, space}, {3, std::string("\x11\x20\x1f\0\4\0\0\0", 8)}});
    };
    const std::string name("model_config\0", 13), type("\x19\1\0\0\x10\0\0\0\x13\0\0\0\1\0\0\0", 16);
    const std::string attribute = std::string("\3\0", 2) + u16(name.size()) + u16(type.size()) + u16(4) +
                                  std::string(1, '\0') + name + type + std::string("\2\0\0\0", 4) +
                                  u32(config.size()) + u64(hdf5_part(5)) + u32(1);
    const std::string rest = "OCHK" + hdf5_messages({{6, hdf5_link("fc", hdf5_part(2))}}) + u32(0);
    const std::string bytes = hdf5_parts(
        {hdf5_newer_object({{12, attribute}, {16, u64(hdf5_part(1)) + u64(rest.size())}}), rest,
         hdf5_newer_object({{6, hdf5_link("kernel", hdf5_part(3))}, {6, hdf5_link("bias", hdf5_part(4))}}),
         dataset({4, 3}), dataset({3}),
         std::string("GCOL\1\0\0\0", 8) + u64(4096) + u16(1) + u16(1) + u32(0) + u64(config.size()) +
             std::string(config)});
    std::string block = std::string("\x89HDF\r\n\x1a\n\2\x08\x08\0", 12) + u64(0) + u64(~0ull) +
                        u64(kHdf5Begin + bytes.size()) + u64(kHdf5Begin);
    block.resize(kHdf5Begin);
    return block + bytes;
}

/// Keras's archive of a config and weights.
inline std::string small_keras(std::string_view config) {
    return zip({{"metadata.json", "{}"},
                {"config.json", std::string(config)},
                {"model.weights.h5", hdf5_of_symbols()}});
}

/// A Keras config of one layer, `fc`: 4 to 3.
constexpr std::string_view kKerasConfig =
    R"({"class_name":"Sequential","config":{"name":"net","layers":[)"
    R"({"class_name":"Dense","config":{"name":"fc","units":3,"batch_input_shape":[null,4]}}]}})";

}  // namespace paramscope::open::make
