// Reads the usual entries of a safetensors header by simdjson: in windows of whole entries, for the memory of
// simdjson is several times its text. All of a window is taken, or nothing.
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "open/checkpoint/safetensors_header.h"

namespace paramscope::open {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::size_t kWindow = 1u << 16;
constexpr std::size_t kLargestWindow = 1u << 24;

/// Makes entries of one window at a time. Each function returns false where something is unusual.
class WindowReader {
  public:
    explicit WindowReader(TensorEntries& entries) : entries_(entries) {}

    /// Reads the entries in bytes `begin` to `end` of `header`, which end it or are followed by a comma.
    bool read(std::string_view header, std::size_t begin, std::size_t end) {
        text_.assign(1, '{');
        text_.append(header.substr(begin, end - begin));
        if (end < header.size()) text_ += '}';
        const std::size_t length = text_.size();
        has_escapes_ = text_.find('\\') != std::string::npos;
        text_.append(simdjson::SIMDJSON_PADDING, '\0');
        first_byte_ = kHeaderBegin + begin - 1;
        found_.clear();
        metadata_.clear();
        if (!read_window(length)) return false;
        for (const auto& [key, value] : metadata_) entries_.add_metadata(key, value);
        for (TensorEntry& entry : found_) entries_.add(std::move(entry));
        return true;
    }

  private:
    bool read_window(std::size_t length) {
        ondemand::document document;
        ondemand::object object;
        if (parser_.iterate(text_.data(), length, text_.size()).get(document) != simdjson::SUCCESS)
            return false;
        if (document.get_object().get(object) != simdjson::SUCCESS) return false;
        bool is_empty = true;
        for (auto each : object) {
            ondemand::field field;
            if (std::move(each).get(field) != simdjson::SUCCESS || !read_entry(field)) return false;
            is_empty = false;
        }
        // An empty window is what a comma too many leaves.
        return !is_empty && document.current_location().error() == simdjson::OUT_OF_BOUNDS;
    }

    bool read_entry(ondemand::field& field) {
        const std::optional<std::string_view> name = plain_text(field.key());
        ondemand::object fields;
        if (!name || field.value().get_object().get(fields) != simdjson::SUCCESS) return false;
        if (*name == "__metadata__") return read_metadata(fields);
        TensorEntry& entry = found_.emplace_back();
        entry.name = *name;
        entry.byte = first_byte_ + static_cast<std::uint64_t>(name->data() - text_.data());
        return read_tensor(fields, entry);
    }

    bool read_metadata(ondemand::object fields) {
        for (auto each : fields) {
            std::string_view key, value;
            if (each.unescaped_key().get(key) != simdjson::SUCCESS) return false;
            if (each.value().get_string().get(value) != simdjson::SUCCESS) return false;
            metadata_.emplace_back(key, value);
        }
        return true;
    }

    bool read_tensor(ondemand::object fields, TensorEntry& entry) {
        bool has_shape = false, has_place = false;
        for (auto each : fields) {
            ondemand::field field;
            if (std::move(each).get(field) != simdjson::SUCCESS) return false;
            const ondemand::raw_json_string name = field.key();
            if (name == "shape") {
                if (!read_numbers(field.value(), entry.shape)) return false;
                has_shape = true;
            } else if (name == "data_offsets") {
                Shape place;
                if (!read_numbers(field.value(), place) || place.size() != 2) return false;
                entry.begin = place[0];
                entry.end = place[1];
                has_place = true;
            } else if (name != "dtype" || !read_type(field.value(), entry)) {
                return false;
            }
        }
        return has_shape && has_place && !entry.type.empty();
    }

    bool read_type(ondemand::value value, TensorEntry& entry) const {
        ondemand::raw_json_string raw;
        if (value.get_raw_json_string().get(raw) != simdjson::SUCCESS) return false;
        entry.type = plain_text(raw).value_or("");
        return !entry.type.empty();
    }

    static bool read_numbers(ondemand::value value, Shape& numbers) {
        ondemand::array array;
        if (value.get_array().get(array) != simdjson::SUCCESS) return false;
        numbers.clear();
        for (auto each : array) {
            std::uint64_t number = 0;
            if (each.get_uint64().get(number) != simdjson::SUCCESS) return false;
            if (numbers.size() == TensorEntries::kMostNumbers) return false;
            numbers.push_back(number);
        }
        return true;
    }

    /// A string as it is written, which goes on to a quotation mark; nullopt with an escape.
    std::optional<std::string_view> plain_text(ondemand::raw_json_string raw) const {
        const char* begin = raw.raw();
        const auto left = static_cast<std::size_t>(text_.data() + text_.size() - begin);
        const auto* end = static_cast<const char*>(std::memchr(begin, '"', left));
        if (end == nullptr) return std::nullopt;
        const std::string_view text(begin, static_cast<std::size_t>(end - begin));
        return !has_escapes_ || text.find('\\') == std::string_view::npos ? std::optional(text)
                                                                          : std::nullopt;
    }

    TensorEntries& entries_;
    ondemand::parser parser_;
    std::string text_;  ///< the window as an object, and the bytes behind it that simdjson may read
    std::uint64_t first_byte_ = 0;  ///< the place of text_ in the file
    bool has_escapes_ = false;
    std::vector<TensorEntry> found_;
    std::vector<std::pair<std::string_view, std::string_view>> metadata_;
};

/// The last place where one entry might end and another begin, at most `length` bytes after `begin`, or the
/// first after these; the end of the header without one. Inside a string the same characters end nothing:
/// such a window is not read.
std::size_t window_end(std::string_view header, std::size_t begin, std::size_t length) {
    constexpr std::string_view kBetween = "},";
    if (header.size() - begin <= length) return header.size();
    std::size_t found = header.rfind(kBetween, begin + length);
    if (found == std::string_view::npos || found < begin) found = header.find(kBetween, begin + length);
    // A comma at the end of the header has no entry behind it.
    return found >= header.size() - kBetween.size() ? header.size() : found + 1;
}

}  // namespace

std::size_t read_usual_entries(std::string_view header, TensorEntries& entries) {
    if (header.size() < 2 || header.front() != '{') return 0;
    WindowReader reader(entries);
    std::size_t begin = 1, length = kWindow;
    while (!entries.is_full()) {
        const std::size_t end = window_end(header, begin, length);
        if (end - begin > kLargestWindow) break;
        if (reader.read(header, begin, end)) {
            if (end == header.size()) return end;
            begin = end + 1;
            length = kWindow;
        } else if (end == header.size()) {
            break;
        } else {
            length = 2 * std::max(length, end - begin);
        }
    }
    return begin;
}

}  // namespace paramscope::open
