#include "model/texts/alike_layers.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// Walks a text that should be like another one.
class Comparison {
  public:
    Comparison(std::string_view text, std::uint32_t begin) : text_(text), end_(begin) {}

    /// Passes these words; false where the text has others.
    bool pass(std::string_view words) {
        if (text_.substr(end_, words.size()) != words) return false;
        end_ += static_cast<std::uint32_t>(words.size());
        return true;
    }
    /// Passes a whole number, up to the last of its digits.
    std::optional<std::uint32_t> pass_number() {
        const std::uint32_t begin = end_;
        while (end_ < text_.size() && is_digit(text_[end_])) ++end_;
        return plain_number(text_.substr(begin, end_ - begin));
    }
    std::uint32_t end() const { return end_; }

  private:
    std::string_view text_;
    std::uint32_t end_;
};

/// The numbers of a text that is `words` with other numbers at `places`; nullopt for another text.
std::optional<Numbers> compare(std::string_view words, const NumberPlaces& places, Comparison* comparison) {
    Numbers numbers;
    std::uint32_t compared = 0;
    for (const Span& place : places) {
        if (!comparison->pass(words.substr(compared, place.begin - compared))) return std::nullopt;
        const std::optional<std::uint32_t> number = comparison->pass_number();
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        compared = place.end;
    }
    if (!comparison->pass(words.substr(compared))) return std::nullopt;
    return numbers;
}

[[maybe_unused]] bool are_in_order(const NumberPlaces& places) {
    return std::is_sorted(places.begin(), places.end(),
                          [](const Span& a, const Span& b) { return a.begin < b.end; });
}

}  // namespace

std::optional<AlikeLayer> AlikeLayers::find(std::uint32_t begin, std::uint32_t type_end) {
    Rare<Patterns>& patterns = patterns_of(text_.substr(begin, type_end - begin));
    if (!patterns) return std::nullopt;
    for (Pattern& pattern : patterns->items) {
        if (pattern.begin == pattern.end) continue;
        Comparison comparison(text_, begin);
        std::optional<Numbers> numbers =
            compare(text_.substr(pattern.begin, pattern.end - pattern.begin), pattern.places, &comparison);
        if (!numbers) continue;
        const auto& layers = pattern.layers.items;
        const auto* equal = find_where(layers, [&](const auto& layer) {
            return layer.size() == pattern.arguments.size() && layer.numbers() == *numbers;
        });
        return AlikeLayer{
            pattern.type,
            equal != nullptr ? *equal : pattern.layers.add({pattern.arguments, *std::move(numbers)}),
            comparison.end()};
    }
    return std::nullopt;
}

NumberedList<Argument> AlikeLayers::add(std::uint32_t begin, std::uint32_t end, const ShortText& type,
                                        const SharedList<Argument>& arguments) {
    Pattern pattern{begin, end, type, arguments, {}, {}};
    Numbers numbers;
    collect_numbers(arguments.items(), &numbers, &pattern.places);
    assert(are_in_order(pattern.places));
    NumberedList<Argument> first = pattern.layers.add({arguments, std::move(numbers)});
    Rare<Patterns>& patterns = patterns_of(type);
    if (!patterns) patterns.emplace();
    patterns->add(std::move(pattern));
    return first;
}

/// Where the patterns of a type are, and maybe of others.
Rare<AlikeLayers::Patterns>& AlikeLayers::patterns_of(std::string_view type) {
    std::size_t hash = type.size();
    for (const char c : type) hash = hash * 31 + static_cast<unsigned char>(c);
    return types_[hash % kTypes];
}

}  // namespace paramscope
