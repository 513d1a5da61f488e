#include "open/caffe/prototxt.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/support/leading_number.h"

namespace paramscope::open::caffe {
namespace {

bool is_value_end(char c) {
    return is_space(c) || c == ',' || c == ';' || c == '}' || c == ']' || c == '#' || c == '{';
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    /// Fields up to the end of the message.
    Fields fields(unsigned depth) {
        Fields found;
        while (read_ < kMostFields) {
            const std::string_view name = word();
            if (name.empty()) break;
            ++read_;
            take(':');
            if (peek() == '{') {
                if (depth == kDeepestMessage) return stop(found);
                take('{');
                found.all.push_back({name, {}, fields(depth + 1)});
                take('}');
            } else {
                values(name, found);
            }
        }
        return found;
    }

  private:
    Fields stop(Fields& found) {
        text_ = {};
        return std::move(found);
    }

    void skip() {
        while (!text_.empty() && (is_space(text_.front()) || text_.front() == ',' || text_.front() == ';' ||
                                  text_.front() == '#')) {
            const bool is_comment = text_.front() == '#';
            text_.remove_prefix(is_comment ? std::min(text_.find('\n'), text_.size()) : 1);
        }
    }

    char peek() {
        skip();
        return text_.empty() ? '\0' : text_.front();
    }

    void take(char c) {
        if (peek() == c) text_.remove_prefix(1);
    }

    std::string_view taken(std::size_t length) {
        const std::string_view part = text_.substr(0, length);
        text_.remove_prefix(part.size());
        return part;
    }

    std::string_view word() {
        skip();
        const auto end = std::find_if_not(text_.begin(), text_.end(), is_name_part);
        return taken(static_cast<std::size_t>(end - text_.begin()));
    }

    std::string_view value() {
        const char quote = peek();
        if (quote != '"' && quote != '\'') {
            const auto end = std::find_if(text_.begin(), text_.end(), is_value_end);
            return taken(static_cast<std::size_t>(end - text_.begin()));
        }
        text_.remove_prefix(1);
        const std::string_view found = taken(text_.find(quote));
        take(quote);
        return found;
    }

    /// One value, or a list: dim: [1, 3].
    void values(std::string_view name, Fields& found) {
        const bool is_list = peek() == '[';
        if (is_list) text_.remove_prefix(1);
        do {
            const std::size_t before = text_.size();
            found.all.push_back({name, value(), {}});
            if (text_.size() == before) return;
            ++read_;
        } while (is_list && peek() != ']' && peek() != '\0' && read_ < kMostFields);
        if (is_list) take(']');
    }

    std::string_view text_;
    std::size_t read_ = 0;
};

const Field* find_last(const Fields& fields, std::string_view name) {
    const Field* found = nullptr;
    for (const Field& each : fields.all) {
        if (each.name == name) found = &each;
    }
    return found;
}

}  // namespace

const Fields& Fields::message(std::string_view name) const {
    static const Fields kNone;
    const Field* const found = find_last(*this, name);
    return found == nullptr ? kNone : found->message;
}

std::string_view Fields::text(std::string_view name) const {
    const Field* const found = find_last(*this, name);
    return found == nullptr ? std::string_view() : found->value;
}

Integer Fields::number(std::string_view name, Integer otherwise) const {
    return leading_number(text(name), kLargestNumber).value_or(otherwise);
}

bool Fields::flag(std::string_view name, bool otherwise) const {
    return has(name) ? text(name) == "true" || text(name) == "1" : otherwise;
}

std::vector<std::string_view> Fields::texts(std::string_view name) const {
    std::vector<std::string_view> found;
    for (const Field& each : all) {
        if (each.name == name) found.push_back(each.value);
    }
    return found;
}

std::vector<Integer> Fields::numbers(std::string_view name) const {
    std::vector<Integer> found;
    for (const std::string_view each : texts(name))
        found.push_back(leading_number(each, kLargestNumber).value_or(0));
    return found;
}

bool Fields::has(std::string_view name) const {
    return find_last(*this, name) != nullptr;
}

Fields read_prototxt(std::string_view text) {
    return Reader(text).fields(0);
}

}  // namespace paramscope::open::caffe
