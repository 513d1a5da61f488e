// How ImGui writes numbers into labels and names in the page: what its formats need of printf, and no more. libc's, with
// its long doubles, is larger than all of ImGui's tables.
#include <imgui_internal.h>

#ifdef IMGUI_DISABLE_DEFAULT_FORMAT_FUNCTIONS

#include <emscripten/console.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <string_view>

namespace paramscope::platform {
namespace {

/// One conversion: `%[0][*|width][.*|.precision][l|ll|h|z]letter`.
struct Conversion {
    bool zeros = false;
    int width = 0;
    int precision = -1;
    int longs = 0;  ///< how many `l`
    char letter = '\0';
};

/// Text of at most `size` - 1 bytes and a zero; counts what it would have been.
class Output {
  public:
    Output(char* buffer, std::size_t size) : buffer_(buffer), size_(size) {}

    void put(char c) {
        if (buffer_ != nullptr && length_ + 1 < size_) buffer_[length_] = c;
        ++length_;
    }
    void put(std::string_view text) {
        for (const char c : text) put(c);
    }
    void fill(char c, std::size_t count) {
        for (; count > 0; --count) put(c);
    }

    /// Ends the text. The length that is stored, or that would be where there is no buffer.
    int finish() {
        if (buffer_ == nullptr) return static_cast<int>(length_);
        if (size_ == 0) return 0;
        length_ = std::min(length_, size_ - 1);
        buffer_[length_] = '\0';
        return static_cast<int>(length_);
    }

  private:
    char* buffer_;
    std::size_t size_;
    std::size_t length_ = 0;
};

void put_number(Output& output, const Conversion& conversion, bool negative, std::string_view digits) {
    const std::size_t length = digits.size() + (negative ? 1 : 0);
    const auto width = static_cast<std::size_t>(std::max(conversion.width, 0));
    const std::size_t padding = width - std::min(width, length);
    if (!conversion.zeros) output.fill(' ', padding);
    if (negative) output.put('-');
    if (conversion.zeros) output.fill('0', padding);
    output.put(digits);
}

void put_integer(Output& output, const Conversion& conversion, bool negative, std::uint64_t value, int base) {
    char digits[24];
    char* end = std::to_chars(digits, std::end(digits), value, base).ptr;
    if (conversion.letter == 'X') {
        std::transform(digits, end, digits, [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    }
    put_number(output, conversion, negative, {digits, static_cast<std::size_t>(end - digits)});
}

void put_decimal(Output& output, Conversion conversion, double value) {
    // More decimals than this no label of ours shows; larger numbers than these no slider has.
    const int decimals = std::clamp(conversion.precision < 0 ? 6 : conversion.precision, 0, 9);
    double scale = 1;
    for (int i = 0; i < decimals; ++i) scale *= 10;
    const double size = std::min(std::abs(value), 9e8);
    const auto scaled = static_cast<std::uint64_t>(size * scale + 0.5);
    const auto unit = static_cast<std::uint64_t>(scale);
    conversion.width -= decimals > 0 ? decimals + 1 : 0;
    put_integer(output, conversion, value < 0 && scaled > 0, scaled / unit, 10);
    if (decimals == 0) return;
    output.put('.');
    put_integer(output, {true, decimals, -1, 0, 'u'}, false, scaled % unit, 10);
}

void put_text(Output& output, const Conversion& conversion, const char* text) {
    std::size_t length = 0;
    const auto most = static_cast<std::size_t>(conversion.precision);
    while ((conversion.precision < 0 || length < most) && text[length] != '\0') ++length;
    const auto width = static_cast<std::size_t>(std::max(conversion.width, 0));
    output.fill(' ', width - std::min(width, length));
    output.put({text, length});
}

int read_size(const char** format, std::va_list* arguments) {
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    int size = 0;
    for (; **format >= '0' && **format <= '9'; ++*format) size = std::min(size * 10 + (**format - '0'), 1000);
    return size;
}

Conversion read_conversion(const char** format, std::va_list* arguments) {
    Conversion conversion;
    for (; **format == '0' || **format == '+' || **format == '-'; ++*format) conversion.zeros |= **format == '0';
    conversion.width = read_size(format, arguments);
    if (**format == '.') {
        ++*format;
        conversion.precision = read_size(format, arguments);
    }
    for (; **format == 'l' || **format == 'h' || **format == 'z'; ++*format) conversion.longs += **format == 'l';
    conversion.letter = **format;
    if (conversion.letter != '\0') ++*format;
    return conversion;
}

void put_argument(Output& output, const Conversion& conversion, std::va_list* arguments) {
    const bool is_wide = conversion.longs > 1;
    switch (conversion.letter) {
        case 'd':
        case 'i': {
            const std::int64_t value = is_wide ? va_arg(*arguments, std::int64_t) : va_arg(*arguments, int);
            const auto size = static_cast<std::uint64_t>(value);
            return put_integer(output, conversion, value < 0, value < 0 ? 0 - size : size, 10);
        }
        case 'u':
        case 'x':
        case 'X': {
            const std::uint64_t value =
                is_wide ? va_arg(*arguments, std::uint64_t) : va_arg(*arguments, unsigned);
            return put_integer(output, conversion, false, value, conversion.letter == 'u' ? 10 : 16);
        }
        case 'p':
            return put_integer(output, conversion, false,
                               reinterpret_cast<std::uintptr_t>(va_arg(*arguments, void*)), 16);
        case 'f':
        case 'g':
            return put_decimal(output, conversion, va_arg(*arguments, double));
        case 'c':
            return output.put(static_cast<char>(va_arg(*arguments, int)));
        case 's':
            return put_text(output, conversion, va_arg(*arguments, const char*));
        default:
            return output.put(conversion.letter);
    }
}

}  // namespace
}  // namespace paramscope::platform

int ImFormatStringV(char* buffer, std::size_t size, const char* format, std::va_list given) {
    using namespace paramscope::platform;
    Output output(buffer, size);
    std::va_list arguments;
    va_copy(arguments, given);
    while (*format != '\0') {
        if (*format != '%') {
            output.put(*format++);
            continue;
        }
        ++format;
        put_argument(output, read_conversion(&format, &arguments), &arguments);
    }
    va_end(arguments);
    return output.finish();
}

void paramscope::platform::complain(const char* format, ...) {
    char sentence[1024];
    std::va_list arguments;
    va_start(arguments, format);
    ImFormatStringV(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    emscripten_console_error(sentence);
}

int ImFormatString(char* buffer, std::size_t size, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int length = ImFormatStringV(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

#endif
