// JSON as the project writes it: exact integers of any size, valid UTF-8, null for what is not known.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "algebra/polynomial.h"
#include "algebra/print.h"
#include "formats/unicode.h"

namespace paramscope {

/// Writes one JSON value. `Writer` decides on line breaks: see JsonDocument and JsonLine.
template <typename Writer>
class JsonStream {
  public:
    JsonStream() : writer_(buffer_) {
        if constexpr (requires { writer_.SetIndent(' ', 2); }) writer_.SetIndent(' ', 2);
    }

    void key(std::string_view name) {
        const std::string clean = valid_utf8(name);
        writer_.Key(clean.data(), static_cast<rapidjson::SizeType>(clean.size()));
    }

    void value(std::string_view text) {
        const std::string clean = valid_utf8(text);
        writer_.String(clean.data(), static_cast<rapidjson::SizeType>(clean.size()));
    }
    void value(const char* text) { value(std::string_view(text)); }  // or it would be a bool
    void value(bool flag) { writer_.Bool(flag); }
    void value(Integer number) { raw(to_string(number), rapidjson::kNumberType); }
    /// A whole number as a number; a fraction as text ("1/10"), since it may have no exact decimal form.
    void value(const Rational& number) {
        if (number.is_integer()) {
            value(number.numerator());
        } else {
            value(to_string(number));
        }
    }
    /// The formula as plain text; null when it could not be computed.
    void value(const Polynomial& formula) {
        if (formula.is_faulted()) {
            writer_.Null();
        } else {
            value(print(formula, Notation::Plain));
        }
    }
    template <typename T>
    void value(const std::optional<T>& known) {
        if (known) {
            value(*known);
        } else {
            writer_.Null();
        }
    }
    template <typename T>
    void value(const std::vector<T>& items) {
        array([&] {
            for (const T& item : items) value(item);
        });
    }

    template <typename T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// An object or array whose contents the function writes.
    template <typename Contents>
    void object(Contents contents) {
        writer_.StartObject();
        contents();
        writer_.EndObject();
    }
    template <typename Contents>
    void array(Contents contents) {
        writer_.StartArray();
        contents();
        writer_.EndArray();
    }

    /// A value that is JSON already.
    void raw(const std::string& json, rapidjson::Type type) {
        writer_.RawValue(json.data(), json.size(), type);
    }

    std::string take() const { return {buffer_.GetString(), buffer_.GetSize()}; }

  private:
    rapidjson::StringBuffer buffer_;
    Writer writer_;
};

/// A document for people too: one member or element a line.
using JsonDocument = JsonStream<rapidjson::PrettyWriter<rapidjson::StringBuffer>>;
/// A value on one line, for an element of a document.
using JsonLine = JsonStream<rapidjson::Writer<rapidjson::StringBuffer>>;

}  // namespace paramscope
