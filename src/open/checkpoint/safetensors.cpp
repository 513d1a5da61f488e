#include "open/checkpoint/safetensors.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "open/checkpoint/data_ranges.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/shards.h"
#include "open/formats.h"
#include "open/support/cursor.h"
#include "open/support/json.h"
#include "open/support/json_error.h"
#include "open/support/safetensors_types.h"

namespace paramscope::open {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kLargestHeader = 100'000'000;  // the limit of the safetensors library
constexpr unsigned kDeepestHeader = 64;

/// Receives the values of the header one by one and collects the tensors. A header may take 100 MB, and what
/// could be read of a damaged one is kept: therefore this is a stream of events and no JsonDocument. The
/// texts of the events are parts of the header and live as long.
class HeaderHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, HeaderHandler> {
  public:
    HeaderHandler(std::string_view header, CheckpointContents& contents)
        : header_(header.data()), contents_(contents) {
        const std::size_t most = header.size() / kShortestEntry;
        ranges_.reserve(most);
        contents.reserve(most);
    }

    std::vector<DataRange>& ranges() { return ranges_; }

    bool Key(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view name(text, length);
        if (depth_ == 1) {
            begin_tensor(name);
            byte_ = kLengthBytes + static_cast<std::uint64_t>(text - header_);
        } else if (depth_ == 2) {
            begin_field(name);
        }
        return true;
    }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view value(text, length);
        if (depth_ == 2 && is_metadata_) {
            contents_.add_comment(concat(field_, " = ", value.substr(0, kLongestNote)));
        } else if (depth_ == 2 && field_ == "dtype") {
            type_ = value;
        } else if (!is_metadata_) {
            is_valid_ = false;
        }
        return true;
    }
    bool Uint64(std::uint64_t value) {
        std::vector<std::uint64_t>* numbers = depth_ == 3 && !is_metadata_ ? field_numbers() : nullptr;
        if (numbers != nullptr && numbers->size() < kMostNumbers) {
            numbers->push_back(value);
        } else {
            is_valid_ = false;
        }
        return true;
    }
    bool Uint(unsigned value) { return Uint64(value); }
    /// Values of other types: no field of a tensor has them.
    bool Default() {
        is_valid_ = false;
        return true;
    }

    bool StartObject() { return open_container(true); }
    bool StartArray() { return open_container(false); }
    bool EndObject(rapidjson::SizeType) {
        if (--depth_ == 1 && !is_metadata_) end_tensor();
        return !contents_.is_full();
    }
    bool EndArray(rapidjson::SizeType) {
        --depth_;
        return true;
    }

  private:
    static constexpr std::size_t kShortestEntry = 64;  ///< bytes of a tensor; few have fewer
    static constexpr std::size_t kMostNumbers = 256;
    static constexpr std::size_t kLongestNote = 200;

    /// The header is an object of objects, which hold the arrays `shape` and `data_offsets`.
    bool open_container(bool is_object) {
        const bool is_expected = is_object ? depth_ < 2 : depth_ == 2 && field_numbers() != nullptr;
        if (!is_expected) is_valid_ = false;
        ++depth_;
        return depth_ <= kDeepestHeader && (is_object || depth_ > 1);
    }

    void begin_tensor(std::string_view name) {
        is_metadata_ = name == "__metadata__";
        is_valid_ = true;
        has_shape_ = false;
        name_ = name;
        type_ = {};
        shape_.clear();
        offsets_.clear();
    }

    void begin_field(std::string_view name) {
        field_ = name.substr(0, kLongestNote);
        has_shape_ = has_shape_ || field_ == "shape";
        if (std::vector<std::uint64_t>* numbers = field_numbers()) numbers->clear();
    }

    std::vector<std::uint64_t>* field_numbers() {
        if (field_ == "shape") return &shape_;
        return field_ == "data_offsets" ? &offsets_ : nullptr;
    }

    void end_tensor() {
        if (!is_valid_ || type_.empty() || !has_shape_ || offsets_.size() != 2) {
            contents_.add_error(message("safetensors.incomplete_tensor", {{"tensor", sanitize_text(name_)}}),
                                byte_);
            return;
        }
        if (type_ != std::exchange(known_type_, type_)) dtype_ = safetensors_dtype(type_);
        if (dtype_.empty()) {
            contents_.add_warning(message("checkpoint.unknown_dtype", {{"tensor", sanitize_text(name_)},
                                                                       {"type", sanitize_text(type_)}}));
        }
        check_size();
        const std::size_t count = contents_.tensors().tensors.size();
        contents_.add({std::string(name_), Shape(shape_), std::string(dtype_), is_index_dtype(dtype_)},
                      byte_);
        if (contents_.tensors().tensors.size() == count) return;
        const std::uint64_t bytes = offsets_[1] - std::min(offsets_[0], offsets_[1]);
        ranges_.push_back({offsets_[0], bytes, byte_, static_cast<std::uint32_t>(count)});
    }

    void check_size() {
        const std::optional<std::uint64_t> elements = element_count(shape_);
        const std::optional<std::uint64_t> bytes = elements ? sizes_.of(*elements, dtype_) : std::nullopt;
        if (offsets_[0] > offsets_[1]) {
            contents_.add_error(message("safetensors.offsets_reversed", {{"tensor", sanitize_text(name_)}}),
                                byte_);
        } else if (bytes && *bytes != offsets_[1] - offsets_[0]) {
            contents_.add_error(message("safetensors.size_mismatch", {{"tensor", sanitize_text(name_)},
                                                                      {"expected", *bytes},
                                                                      {"actual", offsets_[1] - offsets_[0]}}),
                                byte_);
        }
    }

    const char* header_;
    CheckpointContents& contents_;
    std::vector<DataRange> ranges_;
    unsigned depth_ = 0;
    bool is_metadata_ = false;
    bool is_valid_ = true;
    bool has_shape_ = false;
    std::uint64_t byte_ = 0;  ///< position of the tensor's name in the file, for errors
    std::string_view name_, type_, field_;
    std::string_view known_type_, dtype_;  ///< the last known type, as stored and as model text spells it
    ElementBytes sizes_;
    std::vector<std::uint64_t> shape_, offsets_;
};

/// Reads two numbers of 4 or 8 bytes; nullopt where they are no sizes.
std::optional<Shape> sizes_of(std::string_view bytes) {
    MemorySource source(bytes);
    Cursor cursor(source);
    const bool is_long = bytes.size() == 2 * sizeof(std::uint64_t);
    const auto next = [&] { return is_long ? cursor.number<std::uint64_t>() : cursor.number<std::uint32_t>(); };
    const std::uint64_t rows = next(), columns = next();
    if (cursor.failed() || rows == 0 || columns == 0) return std::nullopt;
    return Shape{rows, columns};
}

/// Reads the shape in what bitsandbytes states of a weight as JSON.
std::optional<Shape> quantized_shape(std::string_view bytes) {
    const auto document = JsonDocument::parse(bytes);
    if (!document) return std::nullopt;
    std::vector<std::uint64_t> sizes;
    for (const JsonValue size : document->root().find("shape").items()) {
        const std::optional<Integer> number = size.integer();
        if (!number || *number < 1 || *number > Integer(1) << 62) return std::nullopt;
        sizes.push_back(static_cast<std::uint64_t>(*number));
    }
    return sizes.empty() ? std::nullopt : std::optional(Shape(sizes));
}

/// Reads the values that state the shapes of packed weights: a header does not have them.
void read_stated_shapes(ByteSource& file, const std::vector<DataRange>& ranges, std::uint64_t data,
                        CheckpointContents& contents) {
    constexpr std::uint64_t kLongest = 4096;
    constexpr std::size_t kMost = 20'000;
    std::size_t count = 0;
    for (const DataRange& range : ranges) {
        const NamedTensor& tensor = contents.tensors().tensors[range.tensor];
        const bool is_shape = tensor.name.ends_with("weight_shape") && tensor.shape == Shape{2};
        const bool is_state = tensor.name.find(".quant_state.bitsandbytes__") != std::string::npos;
        const bool is_in_file = range.bytes <= kLongest && range.offset < file.size();
        if ((!is_shape && !is_state) || !is_in_file || ++count > kMost) continue;
        const auto bytes = file.read(data + range.offset, static_cast<std::size_t>(range.bytes));
        if (!bytes) continue;
        if (auto shape = is_shape ? sizes_of(*bytes) : quantized_shape(*bytes))
            contents.add_stated_shape(tensor.name, std::move(*shape));
    }
}

}  // namespace

void read_safetensors(ByteSource& file, std::string_view, CheckpointContents& contents) {
    Cursor beginning(file, 0, kLengthBytes);
    const auto length = beginning.number<std::uint64_t>();
    const std::uint64_t left = file.size() - beginning.offset();
    if (beginning.failed() || length > kLargestHeader) {
        return contents.add_error(message("safetensors.no_header_length", {{"most", kLargestHeader}}), 0);
    }
    if (length > left) {
        contents.add_error(message("safetensors.header_cut_off", {{"bytes", length}}), file.size());
    }
    const std::uint64_t data = kLengthBytes + std::min(length, left);
    std::string text = file.read(kLengthBytes, static_cast<std::size_t>(data - kLengthBytes)).value_or("");
    rapidjson::InsituStringStream stream(text.data());
    HeaderHandler header(text, contents);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result =
        reader.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag>(stream, header);
    if (result.IsError() && !contents.is_full()) {
        const bool was_refused = result.Code() == rapidjson::kParseErrorTermination;
        const Message problem =
            was_refused ? message("safetensors.not_tensors") : json_syntax_error(result.Code());
        contents.add_error(message("safetensors.invalid_header", {{"problem", problem}}),
                           kLengthBytes + result.Offset());
    }
    read_stated_shapes(file, header.ranges(), data, contents);
    check_data_ranges(std::move(header.ranges()), data, file.size(), contents);
}

bool is_safetensors(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    if (bytes.size() <= kLengthBytes || bytes[kLengthBytes] != '{') return false;
    MemorySource source(bytes);
    return Cursor(source).number<std::uint64_t>() <= kLargestHeader;
}

Opened open_safetensors(ByteSource& file, const Beginning& beginning) {
    return open_shards(file, beginning.name, read_safetensors);
}

}  // namespace paramscope::open
