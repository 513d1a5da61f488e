// Reads Python pickles as descriptions of objects. Nothing that a pickle names is imported, created or
// called.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace paramscope::open {

class Cursor;

/// The values of a pickle, which refer to each other by number (`Ref`). A value may be shared, and a list may
/// contain itself: code that walks the values must limit its depth and its steps.
class Pickle {
  public:
    using Ref = std::uint32_t;

    enum class Kind : std::uint8_t {
        None,
        Boolean,  ///< `number` is 0 or 1
        Integer,  ///< `number`; integers beyond 64 bits are Opaque
        Opaque,   ///< floats, bytes and others whose value is not kept
        Text,
        List,
        Tuple,
        Set,
        Dict,    ///< items are key, value, key, value...
        Global,  ///< a class or function; text() is "module.name"
        Call,    ///< the result of calling a Global with `arguments`; may have items, as Dict or List, and a
                 ///< `state`
        Persistent  ///< an object stored outside the pickle; `arguments` is its id
    };

    struct Value {
        Kind kind = Kind::None;
        bool is_mapping = false;  ///< of Call: its items are keys and values
        std::uint32_t first =
            0;  ///< Text, Global: offset of the text; containers and Call: index of the items
        std::uint32_t second = 0;  ///< Text, Global: length of the text; Call: Ref of the callee
        Ref arguments = kNothing;  ///< of Call and Persistent
        Ref state = kNothing;      ///< of Call: the state that BUILD sets
        std::int64_t number = 0;
    };

    static constexpr Ref kNothing = ~Ref{0};

    /// Reads one pickle up to its STOP. False when it is damaged, cut off or too large: then `problem` and
    /// `problem_byte` are set, the values read so far stay, and the root is the outermost unfinished value.
    bool read(Cursor& cursor);

    Ref root() const { return root_; }
    /// The number of all values, including those that the root does not reach.
    Ref size() const { return static_cast<Ref>(values_.size()); }
    const Message& problem() const { return problem_; }
    std::uint64_t problem_byte() const { return problem_byte_; }

    const Value& at(Ref ref) const { return values_[ref]; }
    bool is(Ref ref, Kind kind) const { return ref != kNothing && values_[ref].kind == kind; }
    /// The text of Text and Global; "" of others.
    std::string_view text(Ref ref) const;
    /// The items of List, Tuple, Set, Dict and Call.
    const std::vector<Ref>& items(Ref ref) const;
    /// The value of Integer and Boolean.
    std::optional<std::int64_t> integer(Ref ref) const;
    /// One item of a container; kNothing past its end.
    Ref item(Ref ref, std::size_t index) const;

  private:
    friend class PickleReader;

    std::deque<Value> values_;
    std::deque<std::vector<Ref>> items_;
    std::string texts_;
    Ref root_ = kNothing;
    Message problem_;
    std::uint64_t problem_byte_ = 0;
};

}  // namespace paramscope::open
