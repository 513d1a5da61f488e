// Reads JSON into a flat tree of positions in the text, 16 bytes a value, so that large files are read
// without copying them. NaN and Infinity are numbers, as Python writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/rational.h"
#include "base/result.h"

namespace paramscope::open {

/// The deepest nesting of objects and arrays, and the largest text in bytes.
inline constexpr unsigned kDeepestJson = 64;
inline constexpr std::size_t kLargestJson = 256u << 20;

/// Parses `12`, `0.02` or `1e-05`; nullopt when it does not fit.
std::optional<Rational> parse_decimal(std::string_view text);

class JsonRange;

/// A reference to one value of a document, cheap to copy; the document and its text must outlive it. A value
/// that does not exist (`find` without success) is of kind Missing and gives an empty answer to every
/// question.
class JsonValue {
  public:
    enum class Kind : std::uint8_t { Missing, Null, Boolean, Number, String, Array, Object };

    JsonValue() = default;

    Kind kind() const;
    bool is_missing() const { return kind() == Kind::Missing; }

    /// The value as written, with its quotes or brackets.
    std::string_view source() const;
    Span span() const;

    /// The value of a Boolean; nullopt of other kinds.
    std::optional<bool> boolean() const;
    /// The value of a Number that is whole, also when written as 4096.0 or 1e3; nullopt otherwise.
    std::optional<Integer> integer() const;
    /// The value of a String, escapes decoded; "" of other kinds.
    std::string string() const;
    /// True for a String equal to `text`.
    bool is(std::string_view text) const;

    /// Items of an Array or values of an Object; empty for other kinds.
    JsonRange items() const;
    std::size_t size() const;
    /// The name of this value in its Object, as a String; Missing for other values.
    JsonValue key() const;
    /// The value of an Object under `name`; of repeated names the last, as in Python.
    JsonValue find(std::string_view name) const;
    /// The first value of an Object whose name occurred before; Missing when all names differ.
    JsonValue repeated_key() const;

  private:
    friend class JsonDocument;
    friend class JsonRange;
    JsonValue(const class JsonDocument* document, std::uint32_t index) : document_(document), index_(index) {}

    const class JsonDocument* document_ = nullptr;
    std::uint32_t index_ = 0;
};

/// A text and the values in it.
class JsonDocument {
  public:
    /// Reads `text`, which must outlive the document. Errors carry their span in it.
    static Result<JsonDocument> parse(std::string_view text);

    JsonValue root() const { return {this, 0}; }

  private:
    friend class JsonValue;
    friend class JsonRange;
    friend struct JsonBuilder;

    /// A value or a key. A key precedes its value, and children follow their parent.
    struct Node {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t next = 0;  ///< index of the next node outside this one
        JsonValue::Kind kind = JsonValue::Kind::Null;
        bool is_in_object = false;  ///< true: the node before it is its key
    };

    std::string_view text_;
    std::vector<Node> nodes_;
};

/// The values in an array or object, in order: `for (JsonValue item : value.items())`.
class JsonRange {
  public:
    class Iterator {
      public:
        Iterator(const JsonDocument* document, std::uint32_t at, bool in_object)
            : document_(document), at_(at), in_object_(in_object) {}
        JsonValue operator*() const { return {document_, at_ + (in_object_ ? 1u : 0u)}; }
        Iterator& operator++();
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

      private:
        const JsonDocument* document_;
        std::uint32_t at_;
        bool in_object_;
    };

    JsonRange(Iterator begin, Iterator end) : begin_(begin), end_(end) {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }

  private:
    Iterator begin_;
    Iterator end_;
};

}  // namespace paramscope::open
