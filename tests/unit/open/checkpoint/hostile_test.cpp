// Files that are broken, or made to harm: a clear error, and no more memory or time than a good one.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/checkpoint.h"
#include "open/open.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace {

Opened open(std::string_view bytes, std::string_view name = "") {
    MemorySource source(bytes);
    return open_model(source, name);
}

std::string errors(const Opened& opened) {
    std::string lines;
    for (const Diagnostic& diagnostic : opened.diagnostics) {
        if (diagnostic.severity == Severity::Error) lines += diagnostic.message.english() + "\n";
    }
    return lines;
}

std::string warnings(const Opened& opened) {
    std::string lines;
    for (const Diagnostic& diagnostic : opened.diagnostics) {
        if (diagnostic.severity == Severity::Warning) lines += diagnostic.message.english() + "\n";
    }
    return lines;
}

struct Case {
    const char* what;
    std::string bytes;
    const char* error;
};

class Hostile : public testing::TestWithParam<Case> {};

TEST_P(Hostile, IsToldWithItsByte) {
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
             "the header of 1000 bytes goes on behind the end of the file (byte 9)"},
        Case{"no JSON", header("{\"a\" 3}"),
             "the header is not as it should be: Missing a colon after a name of object member. (byte 13)"},
        Case{"JSON that nests", nested(100'000), "the header is not as it should be"},
        Case{"a tensor without a shape", header(R"({"a":{"dtype":"F32","data_offsets":[0,4]}})"),
             "tensor a lacks its dtype, shape or data_offsets (byte 10)"},
        Case{"a size below zero", header(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})"),
             "tensor a lacks its dtype, shape or data_offsets (byte 10)"},
        Case{"sizes beyond all numbers",
             header(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}})"),
             "tensor a has more elements than can be (byte 10)"},
        Case{"a place that ends before it begins",
             make::safetensors(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})", 9),
             "tensor a ends before it begins (byte 10)"},
        Case{"a place behind the end", header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})"),
             "the file ends before the data of 1 of 1 tensors"},
        Case{
            "two tensors in one place",
            make::safetensors(
                R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
                12),
            "tensors a and b lie in the same place"},
        Case{
            "a name twice",
            make::safetensors(
                R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                8),
            "tensor a is listed more than once"},
        Case{"a name with control characters",
             header("{\"a\\n\\u001b[31m\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"),
             "the file ends before the data of 1 of 1 tensors"},
        Case{"a version of the future", make::gguf(9, {}, {}, 0),
             "GGUF of version 9; versions 1 to 3 are read (byte 4)"},
        Case{"tensors without end", "GGUF" + make::u32(3) + make::u64(~0ull) + make::u64(0),
             "the file ends inside its header; 0 of 18446744073709551615 tensors were read"},
        Case{"an array without end",
             make::gguf(3, {make::gguf_text("k") + make::u32(9) + make::u32(5) + make::u64(~0ull >> 1)}, {},
                        0),
             "the file ends inside its header"},
        Case{"arrays in arrays",
             make::gguf(3,
                        {make::gguf_text("k") + make::u32(9) +
                         [] {
                             std::string deep;
                             for (int i = 0; i < 100; ++i) deep += make::u32(9) + make::u64(1);
                             return deep;
                         }()},
                        {}, 0),
             "an array of an unknown type, or nested too deep (byte 24)"},
        Case{"an alignment of nothing",
             make::gguf(3, {make::gguf_text("general.alignment") + make::u32(4) + make::u32(0)}, {}, 0),
             "an alignment of 0 bytes"},
        Case{"too many dimensions", make::gguf(3, {}, {{"t", std::vector<std::uint64_t>(9, 1), 0, 0}}, 0),
             "tensor t has 9 dimensions"},
        Case{"a place behind all", make::gguf(3, {}, {{"t", {4}, 0, ~0ull - 31}}, 16),
             "the file ends before the data of 1 of 1 tensors"},
        Case{"tensors on each other", make::gguf(3, {}, {{"a", {16}, 0, 0}, {"b", {16}, 0, 32}}, 96),
             "tensors a and b lie in the same place"},
        Case{"an array without a shape", make::npy("<f4", "3", 12),
             "array array has no header that tells its shape"},
        Case{"an array of too many elements", make::npy("<f4", "(9223372036854775807, 2)", 4),
             "tensor array has more elements than can be"},
        Case{"an archive without a pickle", make::zip({{"a.txt", "words"}}),
             "an archive of 1 files, none of which is a model that is known"},
        Case{"a storage that is missing",
             make::zip({{"m/data.pkl", make::pickle(make::dict({{"w", make::tensor("7", 12, 3, 4)}}))}}),
             "1 of the storages are not in the archive or cut off, the first is 7"},
        Case{"a view behind its storage", make::pytorch(make::dict({{"w", make::tensor("0", 11, 3, 4)}})),
             "tensor w reaches behind the end of its storage"},
        Case{"a code that no pickle has", make::pytorch("\xff"), "a code that no pickle has"},
        Case{"a pickle that takes from nothing", make::pytorch("R"), "a code that takes more than there is"},
        Case{"marks without end", make::pytorch(kMany), "a code that takes more than there is"},
        Case{"memory that was never filled", make::pytorch("j\xff\xff\xff\x7f"),
             "something that was never remembered"},
        Case{"memory far away", make::pytorch("Nr\xff\xff\xff\x7f"), "a memory of more values than are read"},
        Case{"a text longer than the file", make::pytorch("X\xff\xff\xff\x7f"),
             "the file ends inside a pickle"}));

/// Every file cut after every byte: what is left of a format that can be told is an error, never a crash.
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
    };
    for (const auto& [format, bytes] : files) {
        ASSERT_EQ(open(bytes).source, format);
        ASSERT_EQ(errors(open(bytes)), "") << format;
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const Opened opened = open(std::string_view(bytes).substr(0, length));
            const bool is_told =
                opened.source != format || errors(opened).find("(byte ") != std::string::npos;
            EXPECT_TRUE(is_told) << format << " cut to " << length << " of " << bytes.size()
                                 << " bytes: " << errors(opened);
        }
    }
}

TEST(Truncated, FilesGiveWhatCouldBeRead) {
    const std::string pytorch = make::small_pytorch();
    const Opened opened = open(std::string_view(pytorch).substr(0, pytorch.find("archive/data/0")));
    EXPECT_NE(errors(opened).find("the archive's directory, which is its end, is missing"),
              std::string::npos);
    EXPECT_NE(opened.text.find("(fc): Linear(in_features=4, out_features=3"), std::string::npos)
        << opened.text;
}

/// Any byte changed: nothing may go wrong but what is told.
TEST(Broken, BytesNeverCrash) {
    for (const std::string& whole :
         {make::small_safetensors(), make::small_gguf(), make::npy("<f4", "(3, 4)", 48),
          make::small_pytorch(), make::small_older_pytorch(), make::small_hdf5()}) {
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const char value : {'\0', '\xff', '\x7f', '9'}) {
                std::string broken = whole;
                broken[at] = value;
                open(broken);
            }
        }
    }
}

TEST(Pickles, ThatAskToRunCodeAreNamedAndNotRun) {
    // os.system("...") whose result is thrown away, before an ordinary dict of tensors.
    const std::string attack =
        make::global("os", "system") + "(" + make::text("touch /tmp/paramscope-was-here") + "tR0";
    const Opened opened =
        open(make::pytorch(attack + make::dict({{"fc.weight", make::tensor("0", 12, 3, 4)}})));
    EXPECT_NE(warnings(opened).find("the pickle asks to run os.system, which no checkpoint needs"),
              std::string::npos);
    EXPECT_NE(opened.text.find("(fc): Linear"), std::string::npos);

    const std::string evaluated = make::global("builtins", "eval") + "(" + make::text("1/0") + "tR";
    EXPECT_NE(warnings(open(make::pickle(evaluated))).find("builtins.eval"), std::string::npos);
}

TEST(Pickles, OfCodeOfTheirOwnSayWhatWasNotFollowed) {
    const Opened opened = open(make::pytorch(make::dict(
        {{"args", make::global("argparse", "Namespace") + ")R"}, {"w", make::tensor("0", 12, 3, 4)}})));
    ASSERT_FALSE(opened.diagnostics.empty());
    EXPECT_EQ(opened.diagnostics[0].severity, Severity::Note);
    EXPECT_NE(opened.diagnostics[0].message.english().find("argparse.Namespace"), std::string::npos);
}

/// A tree of names whose node has itself as its child, again and again: followed once, in as little a time.
TEST(Hdf5Trees, ThatLeadBackComeToAnEnd) {
    constexpr std::uint64_t kChildren = 5000, kHeap = make::kHdf5Begin, kTree = kHeap + 32;
    const std::string heap = "HEAP" + make::u32(0) + make::u64(0) + make::u64(0) + make::u64(0);
    std::string tree = "TREE" + std::string("\0\1", 2) + make::u16(kChildren) + make::u64(0) + make::u64(0);
    for (std::uint64_t i = 0; i < kChildren; ++i) tree += make::u64(0) + make::u64(kTree);
    const std::string root = make::hdf5_object({{17, make::u64(kTree) + make::u64(kHeap)}});
    const std::uint64_t root_at = kTree + tree.size();
    const Opened opened = open(make::hdf5_superblock(root_at + root.size(), root_at) + heap + tree + root);
    EXPECT_EQ(errors(opened), "holds no tensors\n");
}

TEST(Pickles, ThatHoldThemselvesComeToAnEnd) {
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
    EXPECT_NE(opened.text.find("25000, 4000"), std::string::npos) << opened.text;

    const std::string pickles =
        make::zip({{"m/data.pkl", make::deflated_bomb("\x80\x02X\xff\xff\xff\x3f", 1'600'000), 400'000'000}});
    EXPECT_NE(errors(open(pickles)), "");
}

TEST(Names, WithControlCharactersAreMadePlain) {
    const Opened opened = open(make::safetensors(
        "{\"a\\n\\u001b\\u202e.weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4));
    EXPECT_EQ(opened.text.find('\x1b'), std::string::npos);
    EXPECT_EQ(opened.text.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(printable("a\nb\x1b\xff"
                        "c\xe2\x80\xae"
                        "d\xc3\xa9"),
              "a?b??c?d\xc3\xa9");
}

/// A file of any size without contents to speak of.
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
