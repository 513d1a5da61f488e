#include "formats/support/json_stream.h"

#include "algebra/print.h"
#include "base/concat.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

constexpr std::size_t kIndent = 2;

/// A control character as a JSON escape.
std::string escaped(char c) {
    constexpr std::string_view controls = "\b\f\n\r\t";
    constexpr std::string_view letters = "bfnrt";
    constexpr std::string_view digits = "0123456789ABCDEF";
    const std::size_t known = controls.find(c);
    if (known != std::string_view::npos) return concat("\\", letters[known]);
    return concat("\\u00", digits[static_cast<unsigned char>(c) / 16],
                  digits[static_cast<unsigned char>(c) % 16]);
}

}  // namespace

void JsonStream::key(std::string_view name) {
    start_item();
    quote(name);
    json_ += depth_ <= broken_levels_ ? ": " : ":";
    follows_key_ = true;
}

void JsonStream::value(std::string_view text) {
    start_item();
    quote(text);
}

void JsonStream::value(bool flag) {
    start_item();
    json_ += flag ? "true" : "false";
}

void JsonStream::value(Integer number) {
    start_item();
    json_ += to_string(number);
}

void JsonStream::value(const Rational& number) {
    if (number.is_integer()) {
        value(number.numerator());
    } else {
        value(to_string(number));
    }
}

void JsonStream::value(const Polynomial& formula) {
    if (formula.is_faulted()) {
        null();
    } else {
        value(print(formula, Notation::Plain));
    }
}

void JsonStream::raw(std::string_view json) {
    start_item();
    json_.append(json);
}

void JsonStream::null() {
    start_item();
    json_ += "null";
}

void JsonStream::open(char bracket) {
    start_item();
    json_ += bracket;
    ++depth_;
    is_first_ = true;
}

void JsonStream::close(char bracket) {
    const bool is_broken = depth_ <= broken_levels_ && !is_first_;
    --depth_;
    if (is_broken) start_line();
    json_ += bracket;
    is_first_ = false;
}

/// What stands before a key, an element or a member's value.
void JsonStream::start_item() {
    if (!follows_key_ && depth_ > 0) {
        if (!is_first_) json_ += ',';
        if (depth_ <= broken_levels_) start_line();
    }
    follows_key_ = false;
    is_first_ = false;
}

void JsonStream::start_line() {
    json_ += '\n';
    json_.append(kIndent * depth_, ' ');
}

void JsonStream::quote(std::string_view text) {
    json_ += '"';
    for (const char c : valid_utf8(text)) {
        if (c == '"' || c == '\\') json_ += '\\';
        if (static_cast<unsigned char>(c) < ' ') {
            json_ += escaped(c);
        } else {
            json_ += c;
        }
    }
    json_ += '"';
}

}  // namespace paramscope
