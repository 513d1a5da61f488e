// Damaged and malicious files: a clear error, and no more memory or time than a sound file takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "model/read/read.h"
#include "open/checkpoint/checkpoint.h"
#include "open/open.h"
#include "support/same_counts.h"
#include "unit/describe.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open(std::string_view bytes, std::string_view name = "") {
    MemorySource source(bytes);
    return open_model(source, name);
}

std::string errors(const Opened& opened) {
    std::string lines;
    for (const Diagnostic& diagnostic : opened.diagnostics) {
        if (diagnostic.severity == Severity::Error)
            lines += testing_support::describe(diagnostic.message) + "\n";
    }
    return lines;
}

std::string warnings(const Opened& opened) {
    std::string lines;
    for (const Diagnostic& diagnostic : opened.diagnostics) {
        if (diagnostic.severity == Severity::Warning)
            lines += testing_support::describe(diagnostic.message) + "\n";
    }
    return lines;
}

struct Case {
    const char* what;
    std::string bytes;
    const char* error;
};

class Hostile : public testing::TestWithParam<Case> {};

TEST_P(Hostile, IsAnErrorWithItsByte) {
    const auto& [what, bytes, error] = GetParam();
    EXPECT_NE(errors(open(bytes)).find(error), std::string::npos) << what << "\n" << errors(open(bytes));
}

std::string header(const std::string& json) {
    return make::safetensors(json, 0);
}

std::string nested(std::size_t depth) {
    std::string json = "{\"a\":";
    for (std::size_t i = 0; i < depth; ++i) json += "{\"a\":";
    return header(json);
}

const std::string kMany(200'000, '(');

INSTANTIATE_TEST_SUITE_P(
    Table, Hostile,
    testing::Values(
        Case{"a header longer than the file", make::u64(1000) + "{",
             "safetensors.header_cut_off(bytes: 1000), byte: 9"},
        Case{"no JSON", header("{\"a\" 3}"), "safetensors.invalid_header(problem: json.colon), byte: 13"},
        Case{"JSON that nests", nested(100'000),
             "safetensors.invalid_header(problem: safetensors.not_tensors)"},
        Case{"a tensor without a shape", header(R"({"a":{"dtype":"F32","data_offsets":[0,4]}})"),
             "safetensors.incomplete_tensor(tensor: a), byte: 10"},
        Case{"a size below zero", header(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})"),
             "safetensors.incomplete_tensor(tensor: a), byte: 10"},
        Case{"sizes beyond all numbers",
             header(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}})"),
             "checkpoint.too_many_elements(tensor: a), byte: 10"},
        Case{"a place that ends before it begins",
             make::safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})", 9),
             "safetensors.offsets_reversed(tensor: a), byte: 10"},
        Case{"a place behind the end", header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})"),
             "checkpoint.data_cut_off(cut: 1, tensors: 1)"},
        Case{
            "two tensors in one place",
            make::safetensors(
                R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
                12),
            "checkpoint.overlap(first: a, second: b)"},
        Case{
            "a name twice",
            make::safetensors(
                R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                8),
            "checkpoint.duplicate_tensor(tensor: a)"},
        Case{"a name with control characters",
             header("{\"a\\n\\u001b[31m\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"),
             "checkpoint.data_cut_off(cut: 1, tensors: 1)"},
        Case{"a version of the future", make::gguf(9, {}, {}, 0), "gguf.version(version: 9), byte: 4"},
        Case{"tensors without end", "GGUF" + make::u32(3) + make::u64(~0ull) + make::u64(0),
             "gguf.header_cut_off(read: 0, tensors: 18446744073709551615)"},
        Case{"an array without end",
             make::gguf(3, {make::gguf_text("k") + make::u32(9) + make::u32(5) + make::u64(~0ull >> 1)}, {},
                        0),
             "gguf.header_cut_off(read: 0, tensors: 0)"},
        Case{"arrays in arrays",
             make::gguf(3,
                        {make::gguf_text("k") + make::u32(9) +
                         [] {
                             std::string deep;
                             for (int i = 0; i < 100; ++i) deep += make::u32(9) + make::u64(1);
                             return deep;
                         }()},
                        {}, 0),
             "gguf.array, byte: 24"},
        Case{"an alignment of nothing",
             make::gguf(3, {make::gguf_text("general.alignment") + make::u32(4) + make::u32(0)}, {}, 0),
             "gguf.alignment(bytes: 0, most: 1048576)"},
        Case{"too many dimensions", make::gguf(3, {}, {{"t", std::vector<std::uint64_t>(9, 1), 0, 0}}, 0),
             "checkpoint.too_many_dimensions(tensor: t, dimensions: 9, most: 8)"},
        Case{"a place behind all", make::gguf(3, {}, {{"t", {4}, 0, ~0ull - 31}}, 16),
             "checkpoint.data_cut_off(cut: 1, tensors: 1)"},
        Case{"tensors on each other", make::gguf(3, {}, {{"a", {16}, 0, 0}, {"b", {16}, 0, 32}}, 96),
             "checkpoint.overlap(first: a, second: b)"},
        Case{"an array without a shape", make::npy("<f4", "3", 12), "npy.no_shape(array: array)"},
        Case{"an array of too many elements", make::npy("<f4", "(9223372036854775807, 2)", 4),
             "checkpoint.too_many_elements(tensor: array)"},
        Case{"an archive without a pickle", make::zip({{"a.txt", "words"}}), "pytorch.no_model(files: 1)"},
        Case{"a storage that is missing",
             make::zip({{"m/data.pkl", make::pickle(make::dict({{"w", make::tensor("7", 12, 3, 4)}}))}}),
             "pytorch.missing_storages(count: 1, first: 7)"},
        Case{"a view behind its storage", make::pytorch(make::dict({{"w", make::tensor("0", 11, 3, 4)}})),
             "pytorch.outside_storage(tensor: w)"},
        Case{"an unknown opcode", make::pytorch("\xff"), "pickle.unknown_opcode"},
        Case{"a pickle that takes from nothing", make::pytorch("R"), "pickle.stack_underflow"},
        Case{"marks without end", make::pytorch(kMany), "pickle.stack_underflow"},
        Case{"memory that was never filled", make::pytorch("j\xff\xff\xff\x7f"), "pickle.memo_entry_missing"},
        Case{"memory far away", make::pytorch("Nr\xff\xff\xff\x7f"), "pickle.memo_too_large"},
        Case{"a text longer than the file", make::pytorch("X\xff\xff\xff\x7f"), "pickle.cut_off"}));

/// A dict that holds the same dict twice, `levels` deep: 2^levels paths to one tensor.
std::string shared_dicts(std::size_t levels) {
    const auto memo = [](char kind, std::size_t at) { return std::string{kind, static_cast<char>(at)}; };
    std::string value = make::dict({{"weight", make::tensor("0", 12, 3, 4)}}) + memo('q', 0);
    for (std::size_t level = 0; level < levels; ++level) {
        const std::string shared = memo('h', level);
        value += "0" + make::dict({{"x", shared}, {"y", shared}}) + memo('q', level + 1);
    }
    return value;
}

TEST(Pickles, SharedDictsAreListedAThousandTimes) {
    const Opened few = open(make::pytorch(shared_dicts(4)));
    EXPECT_EQ(warnings(few), "");
    const Opened many = open(make::pytorch(shared_dicts(30)));
    EXPECT_EQ(errors(many), "");
    EXPECT_EQ(warnings(many), "pickle.shared_too_often(most: 1000)\n");
    EXPECT_LT(many.text().size(), 1u << 20);
    EXPECT_NE(many.text().find("Linear(in_features=4, out_features=3"), std::string::npos)
        << many.text().substr(0, 500);
}

/// A dict that contains itself shows its tensors once.
TEST(Pickles, ObjectsInThemselves) {
    const Opened opened = open(make::pytorch("}q" + std::string(1, '\0') + "(" + make::text("weight") +
                                             make::tensor("0", 12, 3, 4) + make::text("self") + "h" +
                                             std::string(1, '\0') + "u"));
    EXPECT_EQ(warnings(opened), "");
    EXPECT_EQ(opened.text().find("self"), std::string::npos) << opened.text();
}

TEST(Pickles, WhatIsTooDeepIsNamed) {
    std::string value = make::tensor("0", 12, 3, 4);
    for (int level = 0; level < 150; ++level) value = make::dict({{"d", value}});
    EXPECT_EQ(warnings(open(make::pytorch(value))),
              "pickle.too_deep(levels: 100, length: 1000, objects: 4000000)\n");
}

/// Every file cut after every byte is an error, as long as its format is still detected.
TEST(Truncated, FilesAreErrors) {
    const std::pair<const char*, std::string> files[] = {
        {"safetensors", make::small_safetensors()},
        {"gguf", make::small_gguf()},
        {"npy", make::npy("<f4", "(3, 4)", 48)},
        {"npz", make::zip({{"a.npy", make::npy("<f4", "(3, 4)", 48)},
                           {"b.npy", make::deflated(make::npy("<f4", "(2,)", 8)), 136}})},
        {"pytorch", make::small_pytorch()},
        {"pickle", make::small_older_pytorch()},
        {"hdf5", make::small_hdf5()},
        {"hdf5", make::hdf5_of_symbols()},
        {"hdf5", make::newer_hdf5(make::kKerasConfig)},
        {"keras", make::small_keras(make::kKerasConfig)},
    };
    for (const auto& [format, bytes] : files) {
        ASSERT_EQ(open(bytes).source, format);
        ASSERT_EQ(errors(open(bytes)), "") << format;
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const Opened opened = open(std::string_view(bytes).substr(0, length));
            const bool is_reported =
                opened.source != format || errors(opened).find("byte: ") != std::string::npos;
            EXPECT_TRUE(is_reported) << format << " cut to " << length << " of " << bytes.size()
                                     << " bytes: " << errors(opened);
        }
    }
}

TEST(Truncated, FilesGiveWhatCouldBeRead) {
    const std::string pytorch = make::small_pytorch();
    const Opened opened = open(std::string_view(pytorch).substr(0, pytorch.find("archive/data/0")));
    EXPECT_NE(errors(opened).find("zip.no_directory"), std::string::npos);
    EXPECT_NE(opened.text().find("(fc): Linear(in_features=4, out_features=3"), std::string::npos)
        << opened.text();
}

/// What holds for every opened file, however damaged: diagnostics have an id and lie in the text, an unusable
/// file has an error, and model text reads without errors.
void expect_sound(const Opened& opened, const std::string& what) {
    for (const Diagnostic& diagnostic : opened.diagnostics) {
        EXPECT_NE(diagnostic.message.id(), "") << what;
        EXPECT_LE(diagnostic.span.begin, diagnostic.span.end) << what;
        EXPECT_LE(diagnostic.span.end, opened.source_text.size()) << what;
        for (const char c : diagnostic.message.english())
            EXPECT_GE(static_cast<unsigned char>(c), 0x20) << what << ": " << diagnostic.message.english();
    }
    if (opened.text().empty() && !opened.is_model_text) {
        EXPECT_TRUE(has_errors(opened.diagnostics)) << what;
    }
    if (opened.is_model_text) return;
    Diagnostics diagnostics;
    read_model_text(opened.text(), &diagnostics);
    EXPECT_TRUE(opened.text().empty() || !has_errors(diagnostics)) << what << "\n" << opened.text();
    testing_support::expect_counts_as_text(opened);
}

std::vector<std::string> whole_files() {
    return {make::small_safetensors(),
            make::small_gguf(),
            make::npy("<f4", "(3, 4)", 48),
            make::small_pytorch(),
            make::small_older_pytorch(),
            make::small_hdf5(),
            make::hdf5_of_symbols(),
            make::newer_hdf5(make::kKerasConfig),
            make::small_keras(make::kKerasConfig)};
}

/// Files with any one byte changed.
TEST(Damaged, FilesAreOpenedSoundly) {
    for (const std::string& whole : whole_files()) {
        const std::string_view format = open(whole).source;
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const char value : {'\0', '\xff', '\x7f', '9'}) {
                std::string damaged = whole;
                damaged[at] = value;
                expect_sound(open(damaged), std::string(format) + ", byte " + std::to_string(at) +
                                                " changed to " +
                                                std::to_string(static_cast<unsigned char>(value)));
            }
        }
    }
}

/// Files with several bytes changed, and perhaps cut: the same ones in each run.
TEST(Damaged, FilesOfManyChangesAreOpenedSoundly) {
    std::mt19937 random(20261122);
    for (const std::string& whole : whole_files()) {
        for (int i = 0; i < 500; ++i) {
            std::string damaged = whole;
            for (std::uint32_t changes = 2 + random() % 8; changes > 0; --changes)
                damaged[random() % whole.size()] = static_cast<char>(random());
            if (i % 4 == 0) damaged.resize(random() % whole.size());
            expect_sound(open(damaged), std::string(open(whole).source) + ", change " + std::to_string(i));
        }
    }
}

/// What could not be read makes a total "at least"; data that are cut off do not.
TEST(Damaged, FilesThatLackTensorsAreNoExactOnes) {
    const std::string whole = make::hdf5_of_symbols();
    EXPECT_NE(open(whole).text().find("basis: exact"), std::string::npos) << open(whole).text();
    EXPECT_EQ(warnings(open(whole)), "");

    EXPECT_NE(open(make::small_safetensors(), "model-00001-of-00002.safetensors").text().find("basis: partial"),
              std::string::npos);

    std::string cut = whole;
    cut.pop_back();
    EXPECT_EQ(errors(open(cut)).find("checkpoint.at_byte(problem: hdf5.cut_off(expected: "), 0u)
        << errors(open(cut));
    EXPECT_NE(open(cut).text().find("basis: exact"), std::string::npos);

    for (const std::string mark : {"TREE", "HEAP", "SNOD"}) {  // of the group in the root
        std::string damaged = whole;
        damaged[whole.rfind(mark)] = 'X';
        EXPECT_EQ(warnings(open(damaged)), "hdf5.unreadable_objects(count: 1)\n") << mark;
    }
    std::string bias = whole;
    bias[make::hdf5_part(9) + 18] = 100;  // its first message is longer than its header
    EXPECT_EQ(warnings(open(bias)), "hdf5.unreadable_objects(count: 1)\n");
    EXPECT_NE(open(bias).text().find("basis: partial"), std::string::npos) << open(bias).text();
}

TEST(Pickles, ThatAskToRunCodeAreNamedAndNotRun) {
    // os.system("...") whose result is thrown away, before an ordinary dict of tensors.
    const std::string attack =
        make::global("os", "system") + "(" + make::text("touch /tmp/paramscope-was-here") + "tR0";
    const Opened opened =
        open(make::pytorch(attack + make::dict({{"fc.weight", make::tensor("0", 12, 3, 4)}})));
    EXPECT_NE(warnings(opened).find("pickle.unsafe_calls(names: os.system)"), std::string::npos);
    EXPECT_NE(opened.text().find("(fc): Linear"), std::string::npos);

    const std::string evaluated = make::global("builtins", "eval") + "(" + make::text("1/0") + "tR";
    EXPECT_NE(warnings(open(make::pickle(evaluated))).find("builtins.eval"), std::string::npos);
}

TEST(Pickles, WithCustomCodeNameIt) {
    const Opened opened = open(make::pytorch(make::dict(
        {{"args", make::global("argparse", "Namespace") + ")R"}, {"w", make::tensor("0", 12, 3, 4)}})));
    ASSERT_FALSE(opened.diagnostics.empty());
    EXPECT_EQ(opened.diagnostics[0].severity, Severity::Note);
    EXPECT_EQ(testing_support::describe(opened.diagnostics[0].message),
              "pickle.custom_calls(names: argparse.Namespace)");
}

/// A tree of names whose node is its own child, many times: followed once.
TEST(Hdf5Trees, ThatContainThemselvesAreReadOnce) {
    constexpr std::uint64_t kChildren = 5000, kHeap = make::kHdf5Begin, kTree = kHeap + 32;
    const std::string heap = "HEAP" + make::u32(0) + make::u64(0) + make::u64(0) + make::u64(0);
    std::string tree = "TREE" + std::string("\0\1", 2) + make::u16(kChildren) + make::u64(0) + make::u64(0);
    for (std::uint64_t i = 0; i < kChildren; ++i) tree += make::u64(0) + make::u64(kTree);
    const std::string root = make::hdf5_object({{17, make::u64(kTree) + make::u64(kHeap)}});
    const std::uint64_t root_at = kTree + tree.size();
    const Opened opened = open(make::hdf5_superblock(root_at + root.size(), root_at) + heap + tree + root);
    EXPECT_EQ(errors(opened), "checkpoint.no_tensors\n");
}

/// An object whose header names the same bytes a thousand times.
TEST(Hdf5Headers, ThatRepeatAreReadOnlySoOften) {
    const std::string rest(100'000, '\0');
    const std::uint64_t rest_at = make::kHdf5Begin + 16 + 1000 * 24;
    const std::string root = make::hdf5_object(
        {1000, std::pair<unsigned, std::string>(16, make::u64(rest_at) + make::u64(rest.size()))});
    const Opened opened = open(make::hdf5_superblock(rest_at + rest.size(), make::kHdf5Begin) + root + rest);
    EXPECT_NE(errors(opened).find("hdf5.too_large"), std::string::npos) << errors(opened);
}

/// Many symbols that share one long name.
TEST(Hdf5Names, AreLimitedTogether) {
    constexpr std::uint64_t kSymbols = 20'000, kHeap = make::kHdf5Begin, kTree = kHeap + 4096;
    constexpr std::uint64_t kNode = kTree + 64, kRoot = kNode + 8 + kSymbols * 40;
    std::string bytes =
        "HEAP" + make::u32(0) + make::u64(0) + make::u64(0) + make::u64(0) + std::string(4000, 'n');
    bytes.resize(kTree - kHeap);
    bytes += std::string("TREE\0\0\1\0", 8) + make::u64(0) + make::u64(0) + make::u64(0) + make::u64(kNode);
    bytes.resize(kNode - kHeap);
    bytes += std::string("SNOD\1\0", 6) + make::u16(kSymbols);
    for (std::uint64_t i = 0; i < kSymbols; ++i)
        bytes += make::u64(kHeap + 32) + make::u64(kRoot) + std::string(24, '\0');
    const std::string root = make::hdf5_object({{17, make::u64(kTree) + make::u64(kHeap)}});
    const Opened opened = open(make::hdf5_superblock(kRoot + root.size(), kRoot) + bytes + root);
    EXPECT_NE(errors(opened).find("hdf5.too_large"), std::string::npos) << errors(opened);
}

TEST(Hdf5Groups, ThatNestTooDeepAreNamed) {
    std::string bytes;
    std::uint64_t inner = make::kHdf5Begin;
    bytes += make::hdf5_dataset({2, 2});
    for (int level = 0; level < 70; ++level) {
        const std::string group = make::hdf5_object({{6, make::hdf5_link("g", inner)}});
        inner = make::kHdf5Begin + bytes.size();
        bytes += group;
    }
    const Opened opened = open(make::hdf5_superblock(make::kHdf5Begin + bytes.size(), inner) + bytes);
    EXPECT_EQ(warnings(opened), "hdf5.unreadable_objects(count: 1)\n");
}

TEST(KerasFiles, HaveTheirConfigInAHeapOrAnArchive) {
    for (const std::string& file :
         {make::newer_hdf5(make::kKerasConfig), make::small_keras(make::kKerasConfig)}) {
        const Opened opened = open(file);
        EXPECT_EQ(errors(opened) + warnings(opened), "");
        EXPECT_NE(opened.text().find("# net\n"), std::string::npos) << opened.text();
        EXPECT_NE(opened.text().find("(fc): Linear(in_features=4, out_features=3"), std::string::npos)
            << opened.text();
    }
}

TEST(Pickles, ThatContainThemselvesAreReadOnce) {
    // A list in itself, and lists of lists that double in size at each of 40 levels.
    EXPECT_NE(errors(open(make::pytorch("]q\x01h\x01"
                                        "a"))),
              "");
    std::string doubling = "]q\x01";
    for (int i = 0; i < 40; ++i)
        doubling +=
            "](h\x01h\x01"
            "eq\x01";
    EXPECT_NE(errors(open(make::pytorch(doubling))), "");
}

TEST(Bombs, AreInflatedNoFurtherThanTheyAreRead) {
    // 400 MB of zeros behind a header that can be read.
    const std::string array = make::npy("<f4", "(25000, 4000)", 0);
    const std::string bomb = make::deflated_bomb(array, 1'600'000);
    const std::string archive = make::zip({{"a.npy", bomb, 400'000'128}});
    const Opened opened = open(archive);
    EXPECT_EQ(errors(opened), "");
    EXPECT_NE(opened.text().find("25000, 4000"), std::string::npos) << opened.text();

    const std::string pickles =
        make::zip({{"m/data.pkl", make::deflated_bomb("\x80\x02X\xff\xff\xff\x3f", 1'600'000), 400'000'000}});
    EXPECT_NE(errors(open(pickles)), "");
}

TEST(Names, WithControlCharactersAreMadePlain) {
    const Opened opened = open(make::safetensors(
        "{\"a\\n\\u001b\\u202e.weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4));
    EXPECT_EQ(opened.text().find('\x1b'), std::string::npos);
    EXPECT_EQ(opened.text().find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(sanitize_text("a\nb\x1b\xff"
                            "c\xe2\x80\xae"
                            "d\xc3\xa9"),
              "a?b??c?d\xc3\xa9");
}

/// A file of any size that is zeros after its beginning.
class EndlessSource final : public ByteSource {
  public:
    EndlessSource(std::string_view beginning, std::uint64_t size) : beginning_(beginning), size_(size) {}
    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        std::fill(buffer.begin(), buffer.end(), '\0');
        for (std::size_t i = 0; i < buffer.size() && offset + i < beginning_.size(); ++i)
            buffer[i] = beginning_[offset + i];
        return true;
    }
    std::string beginning_;
    std::uint64_t size_;
};

TEST(Bodies, AreNotRead) {
    constexpr std::uint64_t kHuge = 100ull << 30;
    const std::string weight =
        R"({"w":{"dtype":"U8","shape":[107374182400],"data_offsets":[0,107374182400]}})";
    const std::string header = make::safetensors(weight, 0);
    EndlessSource file(header, header.size() + kHuge);
    const Opened opened = open_model(file, "");
    EXPECT_EQ(errors(opened), "");
    EXPECT_LT(file.bytes_read(), 200'000u);
}

}  // namespace
}  // namespace paramscope::open
