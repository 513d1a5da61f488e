#include "open/checkpoint/safetensors.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/concat.h"
#include "open/checkpoint/cursor.h"
#include "open/checkpoint/parts.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kLargestHeader = 100'000'000;  // as the format's own library has it
constexpr std::uint64_t kLongestValue = 16u << 20;
constexpr unsigned kDeepest = 64;

struct TypeName {
    std::string_view stored;
    std::string_view dtype;
};
constexpr std::array<TypeName, 22> kTypeNames = {{
    {"F32", "float32"},
    {"F16", "float16"},
    {"BF16", "bfloat16"},
    {"F64", "float64"},
    {"F8_E4M3", "float8_e4m3fn"},
    {"F8_E5M2", "float8_e5m2"},
    {"F8_E8M0", "float8_e8m0fnu"},
    {"F8_E4M3FNUZ", "float8_e4m3fnuz"},
    {"F8_E5M2FNUZ", "float8_e5m2fnuz"},
    {"F6_E2M3", "float6_e2m3"},
    {"F6_E3M2", "float6_e3m2"},
    {"F4", "float4_e2m1"},
    {"I64", "int64"},
    {"I32", "int32"},
    {"I16", "int16"},
    {"I8", "int8"},
    {"U64", "uint64"},
    {"U32", "uint32"},
    {"U16", "uint16"},
    {"U8", "uint8"},
    {"BOOL", "bool"},
    {"C64", "complex64"},
}};

std::string_view dtype_of(std::string_view stored) {
    const auto found = std::find_if(kTypeNames.begin(), kTypeNames.end(),
                                    [&](const TypeName& type) { return type.stored == stored; });
    return found == kTypeNames.end() ? std::string_view() : found->dtype;
}

/// The header as RapidJSON wants it. It ends early where a single value grows beyond all measure.
class HeaderStream {
  public:
    using Ch = char;

    explicit HeaderStream(Cursor& cursor) : cursor_(cursor) {}

    Ch Peek() { return is_too_long() ? '\0' : cursor_.peek(); }
    Ch Take() { return is_too_long() ? '\0' : cursor_.take(); }
    std::size_t Tell() const { return static_cast<std::size_t>(cursor_.offset() - kLengthBytes); }

    // What only streams that are written to have.
    Ch* PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    std::size_t PutEnd(Ch*) { return 0; }

    void value_ended() { value_ = cursor_.offset(); }
    bool is_too_long() const { return cursor_.offset() - value_ > kLongestValue; }

  private:
    Cursor& cursor_;
    std::uint64_t value_ = kLengthBytes;
};

/// Where a tensor's data lie, counted from the end of the header.
struct Place {
    std::uint64_t begin, end;
    std::uint32_t tensor;
};

/// Hears of the header's values one by one and takes the tensors out of them.
class Header : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Header> {
  public:
    Header(HeaderStream& stream, Contents& contents) : stream_(stream), contents_(contents) {}

    std::vector<Place>& places() { return places_; }

    bool Key(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view name(text, length);
        if (depth_ == 1) {
            begin_tensor(name);
        } else if (depth_ == 2) {
            begin_field(name);
        }
        return heard();
    }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view value(text, length);
        if (depth_ == 2 && is_metadata_) {
            contents_.note(concat(field_, " = ", value.substr(0, kLongestNote)));
        } else if (depth_ == 2 && field_ == "dtype") {
            type_ = value;
        } else if (!is_metadata_) {
            is_sound_ = false;
        }
        return heard();
    }
    bool Uint64(std::uint64_t value) {
        std::vector<std::uint64_t>* numbers = depth_ == 3 && !is_metadata_ ? field_numbers() : nullptr;
        if (numbers != nullptr && numbers->size() < kMostNumbers) {
            numbers->push_back(value);
        } else {
            is_sound_ = false;
        }
        return heard();
    }
    bool Uint(unsigned value) { return Uint64(value); }
    /// What else may stand in JSON: no size and no name.
    bool Default() {
        is_sound_ = false;
        return heard();
    }

    bool StartObject() { return enter(true); }
    bool StartArray() { return enter(false); }
    bool EndObject(rapidjson::SizeType) {
        if (--depth_ == 1 && !is_metadata_) end_tensor();
        return heard();
    }
    bool EndArray(rapidjson::SizeType) {
        --depth_;
        return heard();
    }

  private:
    static constexpr std::size_t kMostNumbers = 256;
    static constexpr std::size_t kLongestNote = 200;

    bool heard() {
        stream_.value_ended();
        return !contents_.is_full();
    }

    /// Objects stand in the header and in the object of the header, arrays in the object of a tensor.
    bool enter(bool is_object) {
        const bool is_expected = is_object ? depth_ < 2 : depth_ == 2 && field_numbers() != nullptr;
        if (!is_expected) is_sound_ = false;
        ++depth_;
        heard();
        return depth_ <= kDeepest && (is_object || depth_ > 1);
    }

    void begin_tensor(std::string_view name) {
        is_metadata_ = name == "__metadata__";
        is_sound_ = true;
        has_shape_ = false;
        name_ = name;
        type_.clear();
        shape_.clear();
        offsets_.clear();
        byte_ = stream_.Tell() + kLengthBytes - name.size() - 1;
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
        const std::string_view dtype = dtype_of(type_);
        if (!is_sound_ || type_.empty() || !has_shape_ || offsets_.size() != 2) {
            contents_.error(concat("tensor ", printable(name_), " lacks its dtype, shape or data_offsets"),
                            byte_);
            return;
        }
        if (dtype.empty()) {
            contents_.warning(
                concat("tensor ", printable(name_), " is of a type that is not known, ", printable(type_)));
        }
        check_size(dtype);
        const std::size_t count = contents_.tensors().tensors.size();
        const bool is_index = dtype == "int64" || dtype == "bool";
        contents_.add({name_, shape_, std::string(dtype), is_index}, byte_);
        if (contents_.tensors().tensors.size() == count) return;
        places_.push_back({offsets_[0], offsets_[1], static_cast<std::uint32_t>(count)});
    }

    void check_size(std::string_view dtype) {
        const std::optional<std::uint64_t> elements = elements_of(shape_);
        const std::optional<std::uint64_t> bytes = elements ? bytes_of(*elements, dtype) : std::nullopt;
        if (offsets_[0] > offsets_[1]) {
            contents_.error(concat("tensor ", printable(name_), " ends before it begins"), byte_);
        } else if (bytes && *bytes != offsets_[1] - offsets_[0]) {
            contents_.error(concat("tensor ", printable(name_), " takes ", *bytes, " bytes by its shape but ",
                                   offsets_[1] - offsets_[0], " by its place"),
                            byte_);
        }
    }

    HeaderStream& stream_;
    Contents& contents_;
    std::vector<Place> places_;
    unsigned depth_ = 0;
    bool is_metadata_ = false;
    bool is_sound_ = true;
    bool has_shape_ = false;
    std::uint64_t byte_ = 0;  ///< where the tensor's name stands
    std::string name_, type_, field_;
    std::vector<std::uint64_t> shape_, offsets_;
};

/// Data must lie in the file, and no two tensors in the same place.
void check_places(std::vector<Place> places, std::uint64_t data, std::uint64_t size, Contents& contents) {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    const std::vector<NamedTensor>& tensors = contents.tensors().tensors;
    const std::uint64_t length = size - data;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].end > length) ++cut;
        if (i == 0 || places[i - 1].end <= places[i].begin || places[i - 1].begin == places[i].end) continue;
        contents.error(concat("tensors ", tensors[places[i - 1].tensor].name, " and ",
                              tensors[places[i].tensor].name, " lie in the same place"),
                       data + std::min(places[i].begin, length));
    }
    if (cut == 0) return;
    contents.error(concat("the file ends before the data of ", cut, " of ", places.size(), " tensors"), size);
}

}  // namespace

void read_safetensors(ByteSource& file, std::string_view, Contents& contents) {
    Cursor beginning(file, 0, kLengthBytes);
    const auto length = beginning.number<std::uint64_t>();
    const std::uint64_t left = file.size() - beginning.offset();
    if (beginning.failed() || length > kLargestHeader) {
        return contents.error("safetensors begins with the length of its header", 0);
    }
    if (length > left) {
        contents.error(concat("the header of ", length, " bytes goes on behind the end of the file"),
                       file.size());
    }
    const std::uint64_t data = kLengthBytes + std::min(length, left);
    Cursor cursor(file, kLengthBytes, data);
    HeaderStream stream(cursor);
    Header header(stream, contents);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<rapidjson::kParseIterativeFlag>(stream, header);
    if (result.IsError() && !contents.is_full()) {
        const bool is_ours = result.Code() == rapidjson::kParseErrorTermination;
        const char* what = is_ours ? "Not an object of tensors" : rapidjson::GetParseError_En(result.Code());
        contents.error(concat("the header is not as it should be: ", what), kLengthBytes + result.Offset());
    }
    check_places(std::move(header.places()), data, file.size(), contents);
}

bool is_safetensors(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    if (bytes.size() <= kLengthBytes || bytes[kLengthBytes] != '{') return false;
    MemorySource source(bytes);
    return Cursor(source).number<std::uint64_t>() <= kLargestHeader;
}

Opened open_safetensors(ByteSource& file, const Beginning& beginning) {
    return open_parts(file, beginning.name, read_safetensors);
}

}  // namespace paramscope::open
