#include "open/keras/sizes.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::keras {
namespace {

constexpr std::size_t kLongestList = 8;

std::int64_t bounded(Integer size) {
    return size < 0 || size > kLargestSize ? kUnknownSize : static_cast<std::int64_t>(size);
}

std::string_view usual_name(std::size_t dim, std::size_t rank) {
    constexpr std::string_view kVideo[] = {"frames", "height", "width"};
    if (dim == 0) return "batch";
    if (dim + 1 == rank && rank > 2) return "channels";
    return rank < 4 ? "tokens" : kVideo[std::min<std::size_t>(dim - (rank == 4 ? 0 : 1), 2)];
}

}  // namespace

Sizes read_sizes(const JsonValue& value, std::size_t count) {
    const auto read = [](const JsonValue& item) { return bounded(item.integer().value_or(kUnknownSize)); };
    if (value.kind() == JsonValue::Kind::Number) return Sizes(count, read(value));
    const std::size_t length = value.kind() == JsonValue::Kind::Array ? value.size() : 0;
    Sizes sizes;
    if (length > kLongestList || (count > 0 && length != count)) return sizes;
    for (const JsonValue item : value.items()) sizes.push_back(read(item));
    return sizes;
}

bool are_known(const Sizes& sizes) {
    return !sizes.empty() && !any_of(sizes, [](std::int64_t size) { return size < 1; });
}

bool any_above(const Sizes& sizes, std::int64_t size) {
    return any_of(sizes, [&](std::int64_t each) { return each > size; });
}

std::int64_t product(const Sizes& sizes) {
    std::int64_t result = 1;
    for (const std::int64_t size : sizes)
        result = result < 0 || size < 0 ? kUnknownSize : bounded(Integer(result) * size);
    return result;
}

std::string fill_numbers(std::string_view pattern, const Sizes& numbers) {
    std::string text;
    auto next = numbers.begin();
    for (const char c : pattern) c == '#' ? append(text, std::to_string(*next++)) : append(text, c);
    return text;
}

std::int64_t number_of(const Polynomial& size) {
    const std::optional<Rational> number = size.constant();
    return number && number->is_integer() ? bounded(number->numerator()) : kUnknownSize;
}

Dims named_shape(const Sizes& sizes) {
    Dims shape;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        shape.push_back(sizes[i] > 0 ? Polynomial(sizes[i])
                                     : Polynomial::symbol(std::string(usual_name(i, sizes.size()))));
    return shape;
}

}  // namespace paramscope::open::keras
