#include "count/tree/equal_layers.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace paramscope {
namespace {

bool is_same(const Argument& a, const Argument& b);

bool is_same(const Value& a, const Value& b) {
    const auto items_are_same = [](const Value& left, const Value& right) { return is_same(left, right); };
    const auto arguments_are_same = [](const Argument& left, const Argument& right) {
        return is_same(left, right);
    };
    return a.kind == b.kind && a.boolean == b.boolean && a.is_list == b.is_list && a.text == b.text &&
           a.number == b.number &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), items_are_same) &&
           std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                      arguments_are_same);
}

bool is_same(const Argument& a, const Argument& b) {
    return a.name == b.name && is_same(a.value, b.value);
}

void add(std::size_t* hash, std::size_t next) {
    constexpr std::size_t factor = 0x9e3779b1;  // prime
    *hash = (*hash ^ next) * factor;
    *hash ^= *hash >> 15;
}

/// Adds the beginning of a text.
void add(std::size_t* hash, std::string_view text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min(text.size(), sizeof(word)));
    add(hash, static_cast<std::size_t>(word ^ word >> 32) + text.size());
}

/// Adds a value of a pattern; `has_numbers`: nearly all of its numbers are beside it.
void add(std::size_t* hash, const Value& value, bool has_numbers) {
    if (!has_numbers || value.kind != Value::Kind::Number) add(hash, value.text.view());
    add(hash, static_cast<std::size_t>(value.kind) * 2 + (value.boolean ? 1 : 0));
    for (const Value& item : value.items) add(hash, item, has_numbers);
}

}  // namespace

bool print_the_same(const Module& a, const Module& b) {
    if (a.type != b.type) return false;
    if (a.arguments.is_same_object(b.arguments)) return true;
    const Numbers &of_a = a.arguments.numbers(), &of_b = b.arguments.numbers();
    const bool has_one_pattern = a.arguments.pattern().identity() == b.arguments.pattern().identity();
    if (has_one_pattern && of_a.empty() == of_b.empty()) return of_a == of_b;
    const SharedList<Argument> left = a.arguments.list(), right = b.arguments.list();
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Argument& one, const Argument& other) { return is_same(one, other); });
}

std::uint32_t EqualLayers::hash_of(const Module& module) {
    std::size_t hash = 0;
    add(&hash, module.type.view());
    const Numbers& numbers = module.arguments.numbers();
    for (const Argument& argument : module.arguments.pattern()) add(&hash, argument.value, !numbers.empty());
    for (const std::uint32_t number : numbers) add(&hash, number);
    return static_cast<std::uint32_t>(hash);
}

}  // namespace paramscope
