#include "model/alike_layers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/small_list.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostNumbers = 32;  // that differ
constexpr std::size_t kMostDigits = 17;   // of a number, which is in 63 bits then

/// A whole number that another layer has in the place of one of a layer: both are places in the text,
/// relative to the type.
struct OtherNumber {
    Span place;
    Span other;
};
using OtherNumbers = SmallList<OtherNumber, 8>;

/// Finds the numbers in which two texts differ.
class Comparison {
  public:
    /// Compares the layer from `begin` to `end` with the text at `other`; false where they differ in more
    /// than numbers.
    bool compare(std::string_view text, std::uint32_t begin, std::uint32_t end, std::uint32_t other) {
        std::uint32_t at = begin;
        std::uint32_t after_number = begin;  // no number begins before it
        const std::uint32_t first = other;
        while (true) {
            const std::uint32_t same = common_length(text.substr(at, end - at), text.substr(other));
            at += same;
            other += same;
            if (at >= end || other >= text.size()) break;
            while (at > after_number && is_digit(text[at - 1])) --at, --other;
            const Span place = digits(text, at), in_other = digits(text, other);
            const bool is_number = place.begin < place.end && in_other.begin < in_other.end;
            if (!is_number || in_other.end - in_other.begin > kMostDigits || numbers_.size() == kMostNumbers)
                return false;
            numbers_.push_back(
                {{place.begin - begin, place.end - begin}, {in_other.begin - first, in_other.end - first}});
            at = after_number = place.end;
            other = in_other.end;
        }
        end_ = other;
        return at == end;
    }

    std::uint32_t end() const { return end_; }
    std::span<const OtherNumber> numbers() const { return {numbers_.data(), numbers_.size()}; }

  private:
    /// The number of characters from the start that two texts have alike; eight at a time.
    static std::uint32_t common_length(std::string_view a, std::string_view b) {
        const std::size_t most = std::min(a.size(), b.size());
        std::size_t length = 0;
        for (std::uint64_t left, right; length + sizeof(left) <= most; length += sizeof(left)) {
            std::memcpy(&left, a.data() + length, sizeof(left));
            std::memcpy(&right, b.data() + length, sizeof(right));
            if (left != right) return static_cast<std::uint32_t>(length) + first_difference(left, right);
        }
        while (length < most && a[length] == b[length]) ++length;
        return static_cast<std::uint32_t>(length);
    }

    /// The index of the first byte in which two words differ.
    static std::uint32_t first_difference(std::uint64_t a, std::uint64_t b) {
        static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");
        return static_cast<std::uint32_t>(std::countr_zero(a ^ b)) / 8;
    }

    static Span digits(std::string_view text, std::uint32_t begin) {
        std::uint32_t end = begin;
        while (end < text.size() && is_digit(text[end])) ++end;
        return {begin, end};
    }

    OtherNumbers numbers_;
    std::uint32_t end_ = 0;
};

/// Puts other numbers into the arguments of a layer. Walks them in the order of the text, in which numbers
/// move what is behind them.
class NumberChanger {
  public:
    NumberChanger(std::string_view other, std::span<const OtherNumber> numbers)
        : other_(other), numbers_(numbers) {}

    /// False when a number is not a value of its own, such as the 2 of `2*d` or of `0.2`.
    bool change(SharedList<Argument>::Items& arguments) {
        for (Argument& argument : arguments) change(argument);
        return is_possible_ && next_ == numbers_.size();
    }

  private:
    void change(Argument& argument) {
        argument.span.begin += shift_;
        change(argument.value);
        argument.span.end += shift_;
    }

    void change(Value& value) {
        const Span place = value.span;
        value.span.begin += shift_;
        if (next_ < numbers_.size() && value.kind == Value::Kind::Number && numbers_[next_].place == place) {
            set_number(value);
        } else if (!value.items.empty()) {
            value.items.change([this](Value& item) { change(item); });
        } else if (!value.arguments.empty()) {
            value.arguments.change([this](Argument& argument) { change(argument); });
        }
        value.span.end += shift_;
        if (next_ < numbers_.size() && numbers_[next_].place.begin < place.end) is_possible_ = false;
    }

    void set_number(Value& value) {
        const OtherNumber& number = numbers_[next_++];
        const std::string_view digits =
            other_.substr(number.other.begin, number.other.end - number.other.begin);
        std::int64_t whole = 0;
        for (const char digit : digits) whole = whole * 10 + (digit - '0');
        value.number = Polynomial(whole);
        value.text = digits;
        shift_ = number.other.end - number.place.end;  // modulo 2^32, as places are added
    }

    std::string_view other_;
    std::span<const OtherNumber> numbers_;
    std::size_t next_ = 0;
    std::uint32_t shift_ = 0;
    bool is_possible_ = true;
};

}  // namespace

std::optional<AlikeLayer> AlikeLayers::find(std::uint32_t begin, std::uint32_t type_end) {
    LayersOfType& known = types_[place_of(text_.substr(begin, type_end - begin))];
    for (const Layer& layer : known.layers) {
        const std::uint32_t length = layer.end - layer.begin;
        if (length > 0 && text_.substr(layer.begin, length) == text_.substr(begin, length))
            return AlikeLayer{layer.type, layer.arguments, begin + length};
    }
    for (std::size_t age = 1; age <= kOfType; ++age) {
        const Layer& layer = known.layers[(known.next + kOfType - age) % kOfType];
        std::optional<AlikeLayer> alike = with_other_numbers(layer, begin);
        if (!alike) continue;
        add(begin, alike->end, layer.type, alike->arguments);
        return alike;
    }
    return std::nullopt;
}

std::optional<AlikeLayer> AlikeLayers::with_other_numbers(const Layer& layer, std::uint32_t begin) const {
    Comparison comparison;
    if (layer.arguments.empty() || !comparison.compare(text_, layer.begin, layer.end, begin))
        return std::nullopt;
    SharedList<Argument>::Items arguments(layer.arguments.begin(), layer.arguments.end());
    if (!NumberChanger(text_.substr(begin), comparison.numbers()).change(arguments)) return std::nullopt;
    return AlikeLayer{layer.type, std::move(arguments), comparison.end()};
}

void AlikeLayers::add(std::uint32_t begin, std::uint32_t end, const ShortText& type,
                      const SharedList<Argument>& arguments) {
    LayersOfType& known = types_[place_of(type)];
    known.layers[known.next] = {begin, end, type, arguments};
    known.next = (known.next + 1) % kOfType;
}

std::size_t AlikeLayers::place_of(std::string_view type) {
    std::size_t hash = type.size();
    for (const char c : type) hash = hash * 31 + static_cast<unsigned char>(c);
    return hash % kTypes;
}

}  // namespace paramscope
