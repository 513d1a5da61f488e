#include "open/keras/sizes.h"

#include <algorithm>

#include "base/concat.h"

namespace paramscope::open::keras {
namespace {

constexpr std::size_t kLongestList = 8;

std::int64_t read_size(const JsonValue& value) {
    const std::optional<Integer> number = value.integer();
    if (!number || *number < 0 || *number > Integer(kLargestSize)) return kUnknownSize;
    return static_cast<std::int64_t>(*number);
}

}  // namespace

Sizes::Sizes(std::initializer_list<std::int64_t> sizes) {
    for (const std::int64_t size : sizes) push_back(size);
}

Sizes::Sizes(std::size_t count, std::int64_t size) : count_(std::min(count, kMost)) {
    sizes_.fill(size);
}

void Sizes::insert(std::size_t at, std::int64_t size) {
    if (at >= kMost) return;
    count_ = std::min(count_ + 1, kMost);
    for (std::size_t i = count_ - 1; i > at; --i) sizes_[i] = sizes_[i - 1];
    sizes_[at] = size;
}

void Sizes::erase(std::size_t at) {
    for (std::size_t i = at + 1; i < count_; ++i) sizes_[i - 1] = sizes_[i];
    --count_;
}

void Sizes::move_channels_first() {
    const std::int64_t last = back();
    --count_;
    insert(1, last);
}

Sizes Sizes::from(std::size_t first) const {
    Sizes rest;
    for (std::size_t i = first; i < count_; ++i) rest.push_back(sizes_[i]);
    return rest;
}

bool Sizes::are_known() const {
    return !empty() && *std::min_element(begin(), end()) > 0;
}

bool Sizes::contains(std::int64_t size) const {
    return std::find(begin(), end(), size) != end();
}

bool Sizes::any_above(std::int64_t size) const {
    return !empty() && *std::max_element(begin(), end()) > size;
}

std::int64_t Sizes::product() const {
    std::int64_t result = 1;
    for (const std::int64_t size : *this) result = times(result, size);
    return result;
}

Sizes read_sizes(const JsonValue& value, std::size_t count) {
    if (value.kind() == JsonValue::Kind::Number) return Sizes(count, read_size(value));
    const std::size_t length = value.kind() == JsonValue::Kind::Array ? value.size() : 0;
    Sizes sizes;
    if (length > kLongestList || (count > 0 && length != count)) return sizes;
    for (const JsonValue item : value.items()) sizes.push_back(read_size(item));
    return sizes;
}

std::int64_t bounded(std::int64_t size) {
    return size < 0 || size > kLargestSize ? kUnknownSize : size;
}

std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t result = kUnknownSize;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &result)) return kUnknownSize;
    return bounded(result);
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
    return a < 0 || b < 0 ? kUnknownSize : bounded(a + b);
}

std::string list_text(const Sizes& sizes) {
    return join(sizes, ", ", [](std::int64_t size) { return std::to_string(size); });
}

std::string tuple_text(const Sizes& sizes) {
    return concat('(', list_text(sizes), sizes.size() == 1 ? ",)" : ")");
}

std::string fill_numbers(std::string_view pattern, const Sizes& numbers) {
    std::string text;
    std::size_t next = 0;
    for (const char c : pattern) {
        if (c == '#') {
            text += std::to_string(numbers[next++]);
        } else {
            text.push_back(c);
        }
    }
    return text;
}

}  // namespace paramscope::open::keras
