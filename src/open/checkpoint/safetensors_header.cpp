#include "open/checkpoint/safetensors_header.h"

#include <rapidjson/reader.h>

#include "open/checkpoint/messages.h"
#include "open/support/json_error.h"

namespace paramscope::open {
namespace {

constexpr unsigned kDeepestHeader = 64;

/// Receives the values of the header one by one and makes entries of them. A header may take 100 MB, and what
/// could be read of a damaged one is kept: therefore this is a stream of events and no JsonDocument. The
/// texts of the events are parts of the header and live as long.
class HeaderHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, HeaderHandler> {
  public:
    HeaderHandler(const std::string& header, TensorEntries& entries)
        : header_(header.data()), entries_(entries) {}

    bool Key(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view name(text, length);
        if (depth_ == 1) {
            begin_tensor(name, kHeaderBegin + static_cast<std::uint64_t>(text - header_));
        } else if (depth_ == 2) {
            begin_field(name);
        }
        return true;
    }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        const std::string_view value(text, length);
        if (depth_ == 2 && is_metadata_) {
            entries_.add_metadata(field_, value);
        } else if (depth_ == 2 && field_ == "dtype") {
            entry_.type = value;
        } else if (!is_metadata_) {
            is_valid_ = false;
        }
        return true;
    }
    bool Uint64(std::uint64_t value) {
        std::vector<std::uint64_t>* numbers = depth_ == 3 && !is_metadata_ ? field_numbers() : nullptr;
        if (numbers != nullptr && numbers->size() < TensorEntries::kMostNumbers) {
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
        return !entries_.is_full();
    }
    bool EndArray(rapidjson::SizeType) {
        --depth_;
        return true;
    }

  private:
    /// The header is an object of objects, which hold the arrays `shape` and `data_offsets`.
    bool open_container(bool is_object) {
        const bool is_expected = is_object ? depth_ < 2 : depth_ == 2 && field_numbers() != nullptr;
        if (!is_expected) is_valid_ = false;
        ++depth_;
        return depth_ <= kDeepestHeader && (is_object || depth_ > 1);
    }

    void begin_tensor(std::string_view name, std::uint64_t byte) {
        is_metadata_ = name == "__metadata__";
        is_valid_ = true;
        has_shape_ = false;
        entry_ = {};
        entry_.name = name;
        entry_.byte = byte;
        shape_.clear();
        offsets_.clear();
    }

    void begin_field(std::string_view name) {
        field_ = name;
        has_shape_ = has_shape_ || field_ == "shape";
        if (std::vector<std::uint64_t>* numbers = field_numbers()) numbers->clear();
    }

    std::vector<std::uint64_t>* field_numbers() {
        if (field_ == "shape") return &shape_;
        return field_ == "data_offsets" ? &offsets_ : nullptr;
    }

    void end_tensor() {
        if (!is_valid_ || entry_.type.empty() || !has_shape_ || offsets_.size() != 2)
            return entries_.add_incomplete(entry_.name, entry_.byte);
        entry_.shape = Shape(shape_);
        entry_.begin = offsets_[0];
        entry_.end = offsets_[1];
        entries_.add(std::move(entry_));
    }

    const char* header_;
    TensorEntries& entries_;
    TensorEntry entry_;
    unsigned depth_ = 0;
    bool is_metadata_ = false;
    bool is_valid_ = true;
    bool has_shape_ = false;
    std::string_view field_;
    std::vector<std::uint64_t> shape_, offsets_;
};

}  // namespace

std::optional<HeaderProblem> read_header(std::string& header, TensorEntries& entries) {
    std::size_t begin = read_usual_entries(header, entries);
    if (entries.is_full() || (begin > 0 && begin == header.size())) return std::nullopt;
    const std::size_t next = header.find_first_not_of(" \t\r\n", begin);
    if (begin > 1 && next != std::string::npos && header[next] == '}')  // after a comma
        return HeaderProblem{json_syntax_error(rapidjson::kParseErrorObjectMissName), kHeaderBegin + next};
    if (begin > 0) header[--begin] = '{';  // the rest is an object of its own
    rapidjson::InsituStringStream stream(header.data() + begin);
    HeaderHandler handler(header, entries);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result =
        reader.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag>(stream, handler);
    if (!result.IsError() || entries.is_full()) return std::nullopt;
    const bool was_refused = result.Code() == rapidjson::kParseErrorTermination;
    return HeaderProblem{was_refused ? message("safetensors.not_tensors") : json_syntax_error(result.Code()),
                         kHeaderBegin + begin + result.Offset()};
}

}  // namespace paramscope::open
