#include "open/checkpoint/gguf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/concat.h"
#include "open/checkpoint/cursor.h"
#include "open/checkpoint/parts.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kLongestName = 4096;
constexpr std::uint64_t kLongestNote = 200;
constexpr unsigned kDeepestArray = 8;
constexpr std::uint32_t kMostDimensions = 8;
constexpr std::uint64_t kUsualAlignment = 32;
constexpr std::uint64_t kLargestAlignment = 1u << 20;

/// Element types by their number in a file; "" for numbers that are no longer given.
constexpr std::array<std::string_view, 41> kTypes = {{
    "float32", "float16", "q4_0",   "q4_1",     "",      "",       "q5_0", "q5_1",    "q8_0",
    "q8_1",    "q2_K",    "q3_K",   "q4_K",     "q5_K",  "q6_K",   "q8_K", "iq2_xxs", "iq2_xs",
    "iq3_xxs", "iq1_s",   "iq4_nl", "iq3_s",    "iq2_s", "iq4_xs", "int8", "int16",   "int32",
    "int64",   "float64", "iq1_m",  "bfloat16", "",      "",       "",     "tq1_0",   "tq2_0",
    "",        "",        "",       "mxfp4",    "nvfp4",
}};

enum ValueType : std::uint32_t { kBool = 7, kText = 8, kArray = 9 };

/// How values are stored, by the number of their type: their bytes, and whether they are whole numbers.
struct Stored {
    std::uint8_t bytes;
    enum : std::uint8_t { Unsigned, Signed, Other } kind;
};
constexpr std::array<Stored, 13> kStored = {{
    {1, Stored::Unsigned},
    {1, Stored::Signed},
    {2, Stored::Unsigned},
    {2, Stored::Signed},
    {4, Stored::Unsigned},
    {4, Stored::Signed},
    {4, Stored::Other},
    {1, Stored::Unsigned},
    {0, Stored::Other},
    {0, Stored::Other},
    {8, Stored::Unsigned},
    {8, Stored::Signed},
    {8, Stored::Other},
}};

class GgufReader {
  public:
    GgufReader(ByteSource& file, Contents& contents) : file_(file), cursor_(file), contents_(contents) {}

    void read() {
        cursor_.skip(kMagic.size());
        read_version();
        if (version_ < 1 || version_ > 3) {
            return contents_.error(concat("GGUF of version ", version_, "; versions 1 to 3 are read"),
                                   kMagic.size());
        }
        const std::uint64_t tensors = length();
        const std::uint64_t values = length();
        for (std::uint64_t i = 0; i < values && is_going(); ++i) read_key_and_value();
        for (std::uint64_t i = 0; i < tensors && is_going(); ++i) read_tensor();
        if (cursor_.failed()) {
            contents_.error(concat("the file ends inside its header; ", places_.size(), " of ", tensors,
                                   " tensors were read"),
                            file_.size());
        } else if (!is_broken_) {
            check_places();
        }
    }

  private:
    struct Place {
        std::uint64_t offset, bytes, byte;
        std::uint32_t tensor;
    };

    bool is_going() const { return !cursor_.failed() && !is_broken_ && !contents_.is_full(); }

    void break_off(std::string_view message, std::uint64_t byte) {
        if (!cursor_.failed()) contents_.error(std::string(message), byte);
        is_broken_ = true;
    }

    /// A small number: where it looks huge, its bytes and all others stand the other way round.
    void read_version() {
        version_ = cursor_.number<std::uint32_t>();
        if (version_ == 0 || (version_ & 0xffffu) != 0) return;
        cursor_.set_big_endian(true);
        version_ = version_ >> 24 | (version_ >> 8 & 0xff00u);
    }

    std::uint64_t length() {
        return version_ == 1 ? cursor_.number<std::uint32_t>() : cursor_.number<std::uint64_t>();
    }

    /// A text; what is longer than `most` is cut.
    std::string text(std::uint64_t most) {
        const std::uint64_t bytes = length();
        std::string result = cursor_.text(std::min(bytes, most));
        if (bytes > most) cursor_.skip(bytes - most);
        return result;
    }

    void read_key_and_value() {
        const std::uint64_t byte = cursor_.offset();
        const std::string key = text(kLongestName);
        const auto type = cursor_.number<std::uint32_t>();
        if (cursor_.failed()) return;
        if (type == kText) {
            note(key, text(kLongestNote));
        } else if (type == kArray) {
            skip_array(byte, 0);
        } else if (type >= kStored.size()) {
            break_off(concat(printable(key), " is a value of an unknown type, ", type), byte);
        } else {
            read_number(key, type, byte);
        }
    }

    void note(std::string_view key, std::string_view value) {
        const bool is_of_model =
            !key.starts_with("tokenizer.") && key.find("chat_template") == std::string::npos;
        if (is_of_model && !cursor_.failed()) contents_.note(concat(key, " = ", value));
    }

    void read_number(const std::string& key, std::uint32_t type, std::uint64_t byte) {
        const auto [bytes, kind] = kStored[type];
        const std::uint64_t value = bytes == 1   ? cursor_.number<std::uint8_t>()
                                    : bytes == 2 ? cursor_.number<std::uint16_t>()
                                    : bytes == 4 ? cursor_.number<std::uint32_t>()
                                                 : cursor_.number<std::uint64_t>();
        if (kind == Stored::Unsigned)
            note(key, type == kBool ? value != 0 ? "true" : "false" : std::to_string(value));
        if (kind == Stored::Signed) {
            const int unused = 64 - 8 * bytes;
            note(key, std::to_string(static_cast<std::int64_t>(value << unused) >> unused));
        }
        if (key != "general.alignment") return;
        alignment_ = value;
        const bool is_sound = std::has_single_bit(value) && value <= kLargestAlignment;
        if (!is_sound) break_off(concat("an alignment of ", value, " bytes"), byte);
    }

    void skip_array(std::uint64_t byte, unsigned depth) {
        const auto type = cursor_.number<std::uint32_t>();
        const std::uint64_t count = length();
        if (type >= kStored.size() || depth == kDeepestArray) {
            return break_off("an array of an unknown type, or nested too deep", byte);
        }
        if (type != kText && type != kArray) {
            const std::uint64_t most = cursor_.left() / kStored[type].bytes;
            return cursor_.skip(count > most ? cursor_.left() + 1 : count * kStored[type].bytes);
        }
        for (std::uint64_t i = 0; i < count && is_going(); ++i) {
            if (type == kText) {
                cursor_.skip(length());
            } else {
                skip_array(byte, depth + 1);
            }
        }
    }

    void read_tensor() {
        const std::uint64_t byte = cursor_.offset();
        NamedTensor tensor;
        tensor.name = text(kLongestName);
        const auto dimensions = cursor_.number<std::uint32_t>();
        if (dimensions > kMostDimensions) {
            return break_off(concat("tensor ", printable(tensor.name), " has ", dimensions, " dimensions"),
                             byte);
        }
        // Fastest first in the file, last in PyTorch's order.
        for (std::uint32_t i = 0; i < dimensions; ++i) tensor.shape.insert(tensor.shape.begin(), length());
        const auto type = cursor_.number<std::uint32_t>();
        const auto offset = cursor_.number<std::uint64_t>();
        if (cursor_.failed()) return;
        if (type < kTypes.size()) tensor.dtype = kTypes[type];
        if (tensor.dtype.empty()) {
            contents_.warning(
                concat("tensor ", printable(tensor.name), " is of a type that is not known, ", type));
        }
        add(std::move(tensor), offset, byte);
    }

    void add(NamedTensor tensor, std::uint64_t offset, std::uint64_t byte) {
        const std::optional<std::uint64_t> elements = elements_of(tensor.shape);
        const std::uint64_t bytes = elements ? bytes_of(*elements, tensor.dtype).value_or(0) : 0;
        const std::size_t index = contents_.tensors().tensors.size();
        contents_.add(std::move(tensor), byte);
        if (contents_.tensors().tensors.size() == index) return;
        places_.push_back({offset, bytes, byte, static_cast<std::uint32_t>(index)});
    }

    /// Data must lie in the file, aligned, and no two tensors in the same place.
    void check_places() {
        std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
            return std::pair(a.offset, a.bytes) < std::pair(b.offset, b.bytes);
        });
        const std::uint64_t data = (cursor_.offset() + alignment_ - 1) & ~(alignment_ - 1);
        const std::uint64_t length = file_.size() - std::min(data, file_.size());
        std::size_t cut = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Place& place = places_[i];
            if (place.offset > length || place.bytes > length - place.offset) ++cut;
            if (place.offset % alignment_ != 0) {
                contents_.error(concat("tensor ", name_of(place), " is not aligned"), place.byte);
            }
            if (i == 0 || place.bytes == 0 || place.offset - places_[i - 1].offset >= places_[i - 1].bytes)
                continue;
            contents_.error(concat("tensors ", name_of(places_[i - 1]), " and ", name_of(place),
                                   " lie in the same place"),
                            place.byte);
        }
        if (cut == 0) return;
        contents_.error(concat("the file ends before the data of ", cut, " of ", places_.size(), " tensors"),
                        file_.size());
    }

    const std::string& name_of(const Place& place) const {
        return contents_.tensors().tensors[place.tensor].name;
    }

    ByteSource& file_;
    Cursor cursor_;
    Contents& contents_;
    std::uint32_t version_ = 0;
    std::uint64_t alignment_ = kUsualAlignment;
    bool is_broken_ = false;
    std::vector<Place> places_;
};

}  // namespace

void read_gguf(ByteSource& file, std::string_view, Contents& contents) {
    GgufReader(file, contents).read();
}

bool is_gguf(const Beginning& beginning) {
    return beginning.bytes.starts_with(kMagic);
}

Opened open_gguf(ByteSource& file, const Beginning& beginning) {
    return open_parts(file, beginning.name, read_gguf);
}

}  // namespace paramscope::open
