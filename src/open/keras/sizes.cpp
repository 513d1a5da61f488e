#include "open/keras/sizes.h"

#include <algorithm>

#include "base/concat.h"

namespace paramscope::open::keras {
namespace {

constexpr std::size_t kMostDimensions = 8;

std::int64_t size_in(const JsonValue& value) {
    const std::optional<Integer> number = value.integer();
    if (!number || *number < 0 || *number > Integer(kLargestSize)) return kAny;
    return static_cast<std::int64_t>(*number);
}

}  // namespace

Sizes sizes_in(const JsonValue& value, std::size_t count) {
    Sizes sizes;
    if (value.kind() == JsonValue::Kind::Number) sizes.assign(count, size_in(value));
    if (value.kind() != JsonValue::Kind::Array || value.size() > kMostDimensions) return sizes;
    for (const JsonValue item : value.items()) sizes.push_back(size_in(item));
    if (count > 0 && sizes.size() != count) sizes.clear();
    return sizes;
}

std::int64_t bounded(std::int64_t size) {
    return size < 0 || size > kLargestSize ? kAny : size;
}

std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t result = kAny;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &result)) return kAny;
    return bounded(result);
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
    return a < 0 || b < 0 ? kAny : bounded(a + b);
}

std::int64_t product(const Sizes& sizes, std::size_t from) {
    std::int64_t result = 1;
    for (std::size_t i = from; i < sizes.size(); ++i) result = times(result, sizes[i]);
    return result;
}

bool are_known(const Sizes& sizes) {
    return std::all_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; });
}

std::string text(std::int64_t number) {
    return std::to_string(number);
}

std::string tuple(const Sizes& sizes) {
    std::string list;
    for (const std::int64_t size : sizes) append(list, concat(list.empty() ? "" : ", ", text(size)));
    return concat('(', list, sizes.size() == 1 ? ",)" : ")");
}

}  // namespace paramscope::open::keras
