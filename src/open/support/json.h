// JSON as it stands in files: a flat tree of places in the text, 16 bytes a value, so that a header with a
// hundred thousand tensors is read without copying it. NaN and Infinity are numbers, as Python writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"
#include "base/result.h"

namespace paramscope::open {

/// How deep objects and arrays may nest, and how large a text may be.
inline constexpr unsigned kDeepestJson = 64;
inline constexpr std::size_t kLargestJson = 256u << 20;

class JsonRange;

/// One value of a document: a place in it, cheap to copy. The document and its text must outlive it. One that
/// is not there (`find` without success) is of kind Missing and answers every question with nothing.
class JsonValue {
  public:
    enum class Kind : std::uint8_t { Missing, Null, Boolean, Number, String, Array, Object };

    JsonValue() = default;

    Kind kind() const;
    bool is_missing() const { return kind() == Kind::Missing; }

    /// As written, quotes and brackets included.
    std::string_view source() const;
    Span span() const;

    /// True or false of a Boolean.
    std::optional<bool> boolean() const;
    /// The whole number that a Number is, also where it is written as 4096.0 or 1e3.
    std::optional<Integer> integer() const;
    /// What a String says, escapes resolved; "" of other kinds.
    std::string string() const;
    /// Whether it is a String that says `text`.
    bool is(std::string_view text) const;

    /// Items of an Array, values of an Object; nothing of other kinds.
    JsonRange items() const;
    std::size_t size() const;
    /// The name of a value that an Object holds, as a String.
    JsonValue key() const;
    /// The value of an Object under `name`: the last of several, as Python takes it.
    JsonValue find(std::string_view name) const;
    /// The first value of an Object whose name stood there before; Missing when all differ.
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
    /// Reads `text`, which must outlive the document. Errors have their place in it.
    static Result<JsonDocument> parse(std::string_view text);

    JsonValue root() const { return {this, 0}; }

  private:
    friend class JsonValue;
    friend class JsonRange;
    friend struct JsonBuilder;

    /// A value, or a key, which stands before its value; children follow their parent.
    struct Node {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t next = 0;  ///< the index behind all that is in it
        JsonValue::Kind kind = JsonValue::Kind::Null;
        bool is_in_object = false;  ///< the node before it is its key
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
