#include "open/onnx/strip_weights.h"

#include <algorithm>

#include "base/concat.h"
#include "open/checkpoint/cursor.h"

namespace paramscope::open::onnx {
namespace {

/// The messages on the way to what is wanted. `Copied` stands for fields taken as they are, `Brief` for those
/// that are only taken while they are short: small tensors are shapes and axes.
enum class Part { Model, Graph, Node, Attribute, Tensor, Copied, Brief };

struct Field {
    Part message;
    std::uint32_t number;
    Part part;
};

constexpr Field kFields[] = {
    {Part::Model, 1, Part::Copied},      // ir_version
    {Part::Model, 2, Part::Copied},      // producer_name
    {Part::Model, 7, Part::Graph},       // graph
    {Part::Model, 8, Part::Copied},      // opset_import
    {Part::Graph, 1, Part::Node},        // node
    {Part::Graph, 2, Part::Copied},      // name
    {Part::Graph, 5, Part::Tensor},      // initializer
    {Part::Graph, 11, Part::Copied},     // input
    {Part::Graph, 12, Part::Copied},     // output
    {Part::Node, 1, Part::Copied},       // input
    {Part::Node, 2, Part::Copied},       // output
    {Part::Node, 3, Part::Copied},       // name
    {Part::Node, 4, Part::Copied},       // op_type
    {Part::Node, 5, Part::Attribute},    // attribute
    {Part::Node, 7, Part::Copied},       // domain
    {Part::Attribute, 1, Part::Copied},  // name
    {Part::Attribute, 2, Part::Copied},  // f
    {Part::Attribute, 3, Part::Copied},  // i
    {Part::Attribute, 4, Part::Brief},   // s
    {Part::Attribute, 5, Part::Tensor},  // t
    {Part::Attribute, 6, Part::Graph},   // g
    {Part::Attribute, 7, Part::Brief},   // floats
    {Part::Attribute, 8, Part::Brief},   // ints
    {Part::Tensor, 1, Part::Copied},     // dims
    {Part::Tensor, 2, Part::Copied},     // data_type
    {Part::Tensor, 4, Part::Brief},      // float_data
    {Part::Tensor, 5, Part::Brief},      // int32_data
    {Part::Tensor, 7, Part::Brief},      // int64_data
    {Part::Tensor, 8, Part::Copied},     // name
    {Part::Tensor, 9, Part::Brief},      // raw_data
};

/// Protobuf's wire types.
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kLength = 2;
constexpr std::uint32_t kFixed32 = 5;

constexpr std::uint64_t kLongestText = 1u << 16;  ///< of a field that is copied
constexpr std::uint64_t kBrief = 1u << 10;
constexpr std::size_t kMostCopied = 32u << 20;
constexpr int kDeepest = 8;  ///< subgraphs in subgraphs

bool is_message(Part part) {
    return part != Part::Copied && part != Part::Brief;
}

void append_varint(std::string& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
}

class Skimmer {
  public:
    Skimmer(ByteSource& file, Opened& opened) : cursor_(file), size_(file.size()), opened_(opened) {}

    std::string run() { return message(Part::Model, size_); }

  private:
    /// The message from here to `end`. But for graphs in graphs, the table of fields is a tree.
    std::string message(Part part, std::uint64_t end) {
        std::string bytes;
        graphs_ += part == Part::Graph ? 1 : 0;
        while (!is_over_ && graphs_ <= kDeepest && cursor_.offset() < end) field(part, end, bytes);
        graphs_ -= part == Part::Graph ? 1 : 0;
        return bytes;
    }

    void field(Part message_part, std::uint64_t end, std::string& bytes) {
        at_ = cursor_.offset();
        const std::uint64_t key = varint();
        const auto number = static_cast<std::uint32_t>(std::min<std::uint64_t>(key >> 3, ~std::uint32_t{0}));
        if (is_over_) return;
        const auto* found = std::find_if(std::begin(kFields), std::end(kFields), [&](const Field& known) {
            return known.message == message_part && known.number == number;
        });
        const Part* wanted = found == std::end(kFields) ? nullptr : &found->part;
        switch (key & 7) {
            case kVarint: {
                const std::uint64_t value = varint();
                if (wanted == nullptr || is_over_ || is_message(*wanted)) return;
                append_varint(bytes, key);
                append_varint(bytes, value);
                return;
            }
            case kFixed64:
                return fixed(key, 8, end, wanted, bytes);
            case kFixed32:
                return fixed(key, 4, end, wanted, bytes);
            case kLength:
                return length_delimited(key, end, wanted, bytes);
            default:
                return stop("a field of a kind that protobuf does not have");
        }
    }

    void fixed(std::uint64_t key, std::uint64_t length, std::uint64_t end, const Part* wanted,
               std::string& bytes) {
        if (length > end - std::min(end, cursor_.offset())) return stop("the file ends inside a number");
        const std::string value = cursor_.text(length);
        if (wanted == nullptr || is_message(*wanted)) return;
        append_varint(bytes, key);
        bytes += value;
    }

    void length_delimited(std::uint64_t key, std::uint64_t end, const Part* wanted, std::string& bytes) {
        const std::uint64_t length = varint();
        if (is_over_) return;
        const std::uint64_t begin = cursor_.offset();
        const std::uint64_t left = end - std::min(end, begin);
        const bool is_cut = length > left;
        const std::uint64_t inner_end = begin + std::min(length, left);
        const bool is_kept = wanted != nullptr && (is_message(*wanted) || length <= longest(*wanted));
        if (is_kept && (is_message(*wanted) || !is_cut)) {
            const std::string inner =
                is_message(*wanted) ? message(*wanted, inner_end) : cursor_.text(length);
            append_varint(bytes, key);
            append_varint(bytes, inner.size());
            bytes += inner;
            copied_ += inner.size();
        }
        // A list that is too long to be taken is told by an empty one.
        if (!is_kept && wanted != nullptr && !is_cut) {
            append_varint(bytes, key);
            bytes += '\0';
        }
        if (is_over_) return;
        cursor_.seek(inner_end);
        if (is_cut) return stop("a part that is longer than what it lies in");
        if (copied_ > kMostCopied) stop("the graph is larger than what is read of one");
    }

    static std::uint64_t longest(Part part) { return part == Part::Brief ? kBrief : kLongestText; }

    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(cursor_.take());
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (cursor_.failed()) break;
            if (byte < 0x80) return value;
        }
        stop(cursor_.failed() ? "the file ends inside a number" : "a number that does not end");
        return 0;
    }

    void stop(std::string_view what) {
        if (is_over_) return;
        is_over_ = true;
        opened_.diagnostics.push_back(
            {Severity::Error,
             concat("this is not a whole ONNX file: ", what, " (byte ", at_, "); what comes before is read"),
             {},
             ""});
    }

    Cursor cursor_;
    std::uint64_t size_;
    Opened& opened_;
    std::uint64_t at_ = 0;  ///< where the present field begins
    std::size_t copied_ = 0;
    int graphs_ = 0;  ///< how deep the present message lies in graphs
    bool is_over_ = false;
};

}  // namespace

std::string skim(ByteSource& file, Opened& opened) {
    return Skimmer(file, opened).run();
}

}  // namespace paramscope::open::onnx
