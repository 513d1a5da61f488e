#include "open/listing/element_counts.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/source.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

class ElementCountReader {
  public:
    explicit ElementCountReader(std::string_view text) : text_(text) {}

    std::vector<ListedTensor> read() {
        std::uint64_t line_number = 0;
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::string_view line = text_.substr(at, line_end(text_, at) - at);
            const auto name = find_tensor_name(line);
            ++line_number;
            if (!name) continue;
            const bool is_certain = is_path(*name) && names_tensor(*name);
            if (!is_certain && !is_name_and_number(line, *name)) continue;
            const std::optional<std::uint64_t> count = only_number(line, *name);
            if (!count) return {};
            certain_ += is_certain;
            ListedTensor& tensor = tensors_.emplace_back();
            tensor.name = std::string(*name);
            tensor.sizes = {*count};
            const std::uint32_t end = at + static_cast<std::uint32_t>(trim(line).size());
            tensor.span = {offset_in(text_, *name), end};
            if (tensors_.size() == 1) first_ = *count, first_line_ = line_number;
            is_index_ = is_index_ && *count + 1 == tensors_.size() + first_;
            is_line_number_ = is_line_number_ && *count + first_line_ == first_ + line_number;
            if (*count == 0) return {};
        }
        if (certain_ == 0 || tensors_.size() < 2 || is_index_ || is_line_number_) return {};
        return std::move(tensors_);
    }

  private:
    /// True for `cls_token 192`: one word before one number. It counts beside lines that certainly name
    /// tensors.
    static bool is_name_and_number(std::string_view line, std::string_view name) {
        line = trim(line);
        if (line.data() != name.data() || lowercase(name).find("total") != std::string::npos) return false;
        std::string_view rest = trim(line.substr(name.size()));
        if (rest.starts_with(':')) rest = trim(rest.substr(1));
        const bool is_number = !rest.empty() && all_of(rest, [](char c) { return is_digit(c) || c == ','; });
        return is_number && is_digit(rest.front());
    }

    /// The number beside the name, when there is no other word.
    static std::optional<std::uint64_t> only_number(std::string_view line, std::string_view name) {
        const auto at = static_cast<std::size_t>(name.data() - line.data());
        const std::string rest = concat(line.substr(0, at), ' ', line.substr(at + name.size()));
        std::string digits;
        bool is_number_over = false;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const char c = rest[i];
            const bool is_group = c == ',' && !digits.empty() && i + 1 < rest.size() && is_digit(rest[i + 1]);
            if (is_digit(c) && is_number_over) return std::nullopt;
            if (is_digit(c)) digits.push_back(c);
            if (is_digit(c) || is_group) continue;
            if (c == '.' || c == '%' || (is_name_start(c) && static_cast<unsigned char>(c) < 0x80))
                return std::nullopt;
            is_number_over = !digits.empty();
        }
        if (digits.empty() || digits.size() > 15) return std::nullopt;
        std::uint64_t count = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), count);
        return count;
    }

    std::string_view text_;
    std::vector<ListedTensor> tensors_;
    std::uint64_t first_ = 0;
    std::uint64_t first_line_ = 0;
    bool is_index_ = true, is_line_number_ = true;  ///< the numbers so far count the names, or the lines
    std::size_t certain_ = 0;                       ///< lines with a name that only a tensor has
};

}  // namespace

std::vector<ListedTensor> read_element_counts(std::string_view text) {
    return ElementCountReader(text).read();
}

}  // namespace paramscope::open
