#include "open/checkpoint/gguf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/concat.h"
#include "open/checkpoint/data_ranges.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/shards.h"
#include "open/formats.h"
#include "open/support/cursor.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kGgufMagic = "GGUF";
constexpr std::uint64_t kLongestGgufName = 4096;
constexpr std::uint64_t kLongestNote = 200;
constexpr unsigned kDeepestArray = 8;
constexpr std::uint32_t kMostGgufDimensions = 8;
constexpr std::uint64_t kDefaultAlignment = 32;
constexpr std::uint64_t kLargestAlignment = 1u << 20;

/// Tensor types by their ggml_type number, as dtypes of model text; "" for numbers that ggml has removed.
constexpr std::array<std::string_view, 41> kTensorTypes = {{
    "float32", "float16", "q4_0",   "q4_1",     "",      "",       "q5_0", "q5_1",    "q8_0",
    "q8_1",    "q2_K",    "q3_K",   "q4_K",     "q5_K",  "q6_K",   "q8_K", "iq2_xxs", "iq2_xs",
    "iq3_xxs", "iq1_s",   "iq4_nl", "iq3_s",    "iq2_s", "iq4_xs", "int8", "int16",   "int32",
    "int64",   "float64", "iq1_m",  "bfloat16", "",      "",       "",     "tq1_0",   "tq2_0",
    "",        "",        "",       "mxfp4",    "nvfp4",
}};

/// Types of metadata values that have no fixed size, and the one that is printed as true or false.
enum MetadataType : std::uint32_t { kGgufBool = 7, kGgufText = 8, kGgufArray = 9 };

/// Sizes of metadata values by the number of their type.
struct ScalarType {
    std::uint8_t bytes;  ///< 0 where the size varies
    enum : std::uint8_t { Unsigned, Signed, Other } kind;
};
constexpr std::array<ScalarType, 13> kScalarTypes = {{
    {1, ScalarType::Unsigned},
    {1, ScalarType::Signed},
    {2, ScalarType::Unsigned},
    {2, ScalarType::Signed},
    {4, ScalarType::Unsigned},
    {4, ScalarType::Signed},
    {4, ScalarType::Other},
    {1, ScalarType::Unsigned},
    {0, ScalarType::Other},
    {0, ScalarType::Other},
    {8, ScalarType::Unsigned},
    {8, ScalarType::Signed},
    {8, ScalarType::Other},
}};

class GgufReader {
  public:
    GgufReader(ByteSource& file, CheckpointContents& contents)
        : file_(file), cursor_(file), contents_(contents) {}

    void read() {
        cursor_.skip(kGgufMagic.size());
        read_version();
        if (version_ < 1 || version_ > 3) {
            return contents_.add_error(message("gguf.version", {{"version", version_}}), kGgufMagic.size());
        }
        const std::uint64_t tensors = read_length();
        const std::uint64_t values = read_length();
        for (std::uint64_t i = 0; i < values && can_continue(); ++i) read_key_and_value();
        for (std::uint64_t i = 0; i < tensors && can_continue(); ++i) read_tensor();
        if (cursor_.failed()) {
            contents_.add_error(
                message("gguf.header_cut_off", {{"read", ranges_.size()}, {"tensors", tensors}}),
                file_.size());
        } else if (!has_stopped_) {
            check_alignment();
            const std::uint64_t data = (cursor_.offset() + alignment_ - 1) & ~(alignment_ - 1);
            check_data_ranges(std::move(ranges_), data, file_.size(), contents_);
        }
    }

  private:
    bool can_continue() const { return !cursor_.failed() && !has_stopped_ && !contents_.is_full(); }

    void stop_with_error(Message problem, std::uint64_t byte) {
        if (!cursor_.failed()) contents_.add_error(std::move(problem), byte);
        has_stopped_ = true;
    }

    /// A version without its low 16 bits was written with the highest byte first, and so is the whole file.
    void read_version() {
        version_ = cursor_.number<std::uint32_t>();
        if (version_ == 0 || (version_ & 0xffffu) != 0) return;
        cursor_.set_big_endian(true);
        version_ = version_ >> 24 | (version_ >> 8 & 0xff00u);
    }

    std::uint64_t read_length() {
        return version_ == 1 ? cursor_.number<std::uint32_t>() : cursor_.number<std::uint64_t>();
    }

    /// Reads a text and cuts it to `most` bytes.
    std::string read_text(std::uint64_t most) {
        const std::uint64_t bytes = read_length();
        std::string result = cursor_.text(std::min(bytes, most));
        if (bytes > most) cursor_.skip(bytes - most);
        return result;
    }

    void read_key_and_value() {
        const std::uint64_t byte = cursor_.offset();
        const std::string key = read_text(kLongestGgufName);
        const auto type = cursor_.number<std::uint32_t>();
        if (cursor_.failed()) return;
        if (type == kGgufText) {
            add_metadata(key, read_text(kLongestNote));
        } else if (type == kGgufArray) {
            skip_array(byte, 0);
        } else if (type >= kScalarTypes.size()) {
            stop_with_error(message("gguf.unknown_value_type", {{"key", sanitize_text(key)}, {"type", type}}),
                            byte);
        } else {
            read_number(key, type, byte);
        }
    }

    void add_metadata(std::string_view key, std::string_view value) {
        const bool is_of_model =
            !key.starts_with("tokenizer.") && key.find("chat_template") == std::string::npos;
        if (is_of_model && !cursor_.failed()) contents_.add_comment(concat(key, " = ", value));
    }

    void read_number(const std::string& key, std::uint32_t type, std::uint64_t byte) {
        const auto [bytes, kind] = kScalarTypes[type];
        const std::uint64_t value = bytes == 1   ? cursor_.number<std::uint8_t>()
                                    : bytes == 2 ? cursor_.number<std::uint16_t>()
                                    : bytes == 4 ? cursor_.number<std::uint32_t>()
                                                 : cursor_.number<std::uint64_t>();
        if (kind == ScalarType::Unsigned)
            add_metadata(key, type == kGgufBool ? value != 0 ? "true" : "false" : std::to_string(value));
        if (kind == ScalarType::Signed) {
            const int unused = 64 - 8 * bytes;
            add_metadata(key, std::to_string(static_cast<std::int64_t>(value << unused) >> unused));
        }
        if (key != "general.alignment") return;
        alignment_ = value;
        const bool is_sound = std::has_single_bit(value) && value <= kLargestAlignment;
        if (!is_sound)
            stop_with_error(message("gguf.alignment", {{"bytes", value}, {"most", kLargestAlignment}}), byte);
    }

    void skip_array(std::uint64_t byte, unsigned depth) {
        const auto type = cursor_.number<std::uint32_t>();
        const std::uint64_t count = read_length();
        if (type >= kScalarTypes.size() || depth == kDeepestArray) {
            return stop_with_error(message("gguf.array"), byte);
        }
        if (type != kGgufText && type != kGgufArray) {
            const std::uint64_t most = cursor_.remaining() / kScalarTypes[type].bytes;
            return cursor_.skip(count > most ? cursor_.remaining() + 1 : count * kScalarTypes[type].bytes);
        }
        for (std::uint64_t i = 0; i < count && can_continue(); ++i) {
            if (type == kGgufText) {
                cursor_.skip(read_length());
            } else {
                skip_array(byte, depth + 1);
            }
        }
    }

    void read_tensor() {
        const std::uint64_t byte = cursor_.offset();
        NamedTensor tensor;
        tensor.name = read_text(kLongestGgufName);
        const auto dimensions = cursor_.number<std::uint32_t>();
        if (dimensions > kMostGgufDimensions) {
            return stop_with_error(
                message("checkpoint.too_many_dimensions", {{"tensor", sanitize_text(tensor.name)},
                                                           {"dimensions", dimensions},
                                                           {"most", kMostGgufDimensions}}),
                byte);
        }
        // The file has the fastest dimension first, PyTorch last.
        std::array<std::uint64_t, kMostGgufDimensions> sizes;
        const std::span<std::uint64_t> shape(sizes.end() - dimensions, sizes.end());
        for (std::uint32_t i = dimensions; i-- > 0;) shape[i] = read_length();
        tensor.shape = Shape(shape);
        const auto type = cursor_.number<std::uint32_t>();
        const auto offset = cursor_.number<std::uint64_t>();
        if (cursor_.failed()) return;
        if (type < kTensorTypes.size()) tensor.dtype = kTensorTypes[type];
        if (tensor.dtype.empty()) {
            contents_.add_warning(message("checkpoint.unknown_dtype",
                                          {{"tensor", sanitize_text(tensor.name)}, {"type", type}}));
        }
        tensor.buffer = is_rotation(tensor.name);
        add(std::move(tensor), offset, byte);
    }

    /// True for factors of rotary positions, which llama.cpp stores beside the weights.
    static bool is_rotation(std::string_view name) {
        return name == "rope_freqs.weight" || name.starts_with("rope_factors_");
    }

    void add(NamedTensor tensor, std::uint64_t offset, std::uint64_t byte) {
        const std::optional<std::uint64_t> elements = element_count(tensor.shape.sizes());
        const std::uint64_t bytes = elements ? sizes_.of(*elements, tensor.dtype).value_or(0) : 0;
        const std::size_t index = contents_.tensors().tensors.size();
        contents_.add(std::move(tensor), byte);
        if (contents_.tensors().tensors.size() == index) return;
        ranges_.push_back({offset, bytes, byte, static_cast<std::uint32_t>(index)});
    }

    void check_alignment() {
        for (const DataRange& range : ranges_) {
            if (range.offset % alignment_ == 0) continue;
            const std::string_view name = contents_.tensors().tensors[range.tensor].name;
            contents_.add_error(
                message("gguf.misaligned_tensor", {{"tensor", name}, {"alignment", alignment_}}),
                range.entry);
        }
    }

    ByteSource& file_;
    Cursor cursor_;
    CheckpointContents& contents_;
    std::uint32_t version_ = 0;
    std::uint64_t alignment_ = kDefaultAlignment;
    bool has_stopped_ = false;
    std::vector<DataRange> ranges_;
    ElementBytes sizes_;
};

}  // namespace

void read_gguf(ByteSource& file, std::string_view, CheckpointContents& contents) {
    GgufReader(file, contents).read();
}

bool is_gguf(const Beginning& beginning) {
    return beginning.bytes.starts_with(kGgufMagic);
}

Opened open_gguf(ByteSource& file, const Beginning& beginning) {
    return open_shards(file, beginning.name, read_gguf);
}

}  // namespace paramscope::open
