#include "model/argument_numbers.h"

#include <array>
#include <charconv>
#include <cstddef>

#include "base/characters.h"

namespace paramscope {
namespace {

constexpr std::size_t kDigitsThatFit = 9;  // a number has 32 bits

/// Walks arguments in the order of the text.
class NumberChanger {
  public:
    explicit NumberChanger(const Numbers& numbers) : numbers_(numbers) {}

    void change(Argument& argument) {
        argument.span.begin += shift_;
        change(argument.value);
        argument.span.end += shift_;
    }

  private:
    void change(Value& value) {
        const bool has_number = next_ < numbers_.size() && plain_number(value);
        value.span.begin += shift_;
        if (has_number) {
            set_number(value);
        } else if (!value.items.empty()) {
            value.items.change([this](Value& item) { change(item); });
        } else if (!value.arguments.empty()) {
            value.arguments.change([this](Argument& argument) { change(argument); });
        }
        value.span.end += shift_;
    }

    void set_number(Value& value) {
        const std::uint32_t number = numbers_[next_++];
        if (value.number.whole() == number) return;
        const std::size_t digits_before = value.text.size();
        std::array<char, kDigitsThatFit + 1> digits{};  // 2^32 has one more
        const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        value.number = Polynomial(std::int64_t{number});
        value.text = std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
        shift_ += static_cast<std::uint32_t>(value.text.size() - digits_before);  // modulo 2^32
    }

    const Numbers& numbers_;
    std::size_t next_ = 0;
    std::uint32_t shift_ = 0;
};

void collect(const Value& value, Numbers* numbers, NumberPlaces* places) {
    if (const std::optional<std::uint32_t> number = plain_number(value)) {
        numbers->push_back(*number);
        places->push_back(value.span);
    }
    for (const Value& item : value.items) collect(item, numbers, places);
    collect_numbers(value.arguments.items(), numbers, places);
}

}  // namespace

std::optional<std::uint32_t> plain_number(std::string_view digits) {
    if (digits.empty() || digits.size() > kDigitsThatFit) return std::nullopt;
    if (digits.front() == '0' && digits.size() > 1) return std::nullopt;
    std::uint32_t number = 0;
    for (const char digit : digits) {
        if (!is_digit(digit)) return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return number;
}

std::optional<std::uint32_t> plain_number(const Value& value) {
    const bool is_text =
        value.kind == Value::Kind::Number && value.span.end - value.span.begin == value.text.size();
    return is_text ? plain_number(value.text.view()) : std::nullopt;
}

void collect_numbers(std::span<const Argument> arguments, Numbers* numbers, NumberPlaces* places) {
    for (const Argument& argument : arguments) collect(argument.value, numbers, places);
}

void set_numbers(std::span<Argument> arguments, const Numbers& numbers) {
    NumberChanger changer(numbers);
    for (Argument& argument : arguments) changer.change(argument);
}

}  // namespace paramscope
