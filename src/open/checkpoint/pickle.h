// Python's pickles, read as descriptions: nothing that one names is imported, made or called.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/cursor.h"

namespace paramscope::open {

/// What a pickle says, as values that refer to each other by number. One value may stand in several places,
/// and lists may hold themselves: whoever walks through must stop somewhere.
class Pickle {
  public:
    using Ref = std::uint32_t;

    enum class Kind : std::uint8_t {
        None,
        Boolean,  ///< `number` is 0 or 1
        Integer,  ///< `number`; what exceeds 64 bits is Opaque
        Opaque,   ///< floats, bytes and other things of which only their being there is known
        Text,
        List,
        Tuple,
        Set,
        Dict,    ///< items are key, value, key, value...
        Global,  ///< something by its name: text() is "module.name"
        Call,  ///< what calling `callee` with `arguments` would give; items as of Dict or List, and a `state`
        Persistent  ///< something kept elsewhere: `arguments` tells which
    };

    struct Value {
        Kind kind = Kind::None;
        bool is_mapping = false;   ///< of a Call: its items are keys and values
        std::uint32_t first = 0;   ///< text: where it begins; containers and calls: their items
        std::uint32_t second = 0;  ///< text: its length; calls: the callee
        Ref arguments = kNothing;  ///< of Call and Persistent
        Ref state = kNothing;      ///< of Call: what BUILD was given
        std::int64_t number = 0;
    };

    static constexpr Ref kNothing = ~Ref{0};

    /// Reads one pickle, up to its STOP. False when it ends early, breaks off or grows too large: `problem`
    /// says why and `place` where; what was read until then stays, with the outermost value that was begun as
    /// root.
    bool read(Cursor& cursor);

    Ref root() const { return root_; }
    /// All values there are, also those that the root does not lead to.
    Ref size() const { return static_cast<Ref>(values_.size()); }
    std::string_view problem() const { return problem_; }
    std::uint64_t place() const { return place_; }

    const Value& at(Ref ref) const { return values_[ref]; }
    bool is(Ref ref, Kind kind) const { return ref != kNothing && values_[ref].kind == kind; }
    /// Of Text and Global; "" of others.
    std::string_view text(Ref ref) const;
    /// Of List, Tuple, Set, Dict and Call.
    const std::vector<Ref>& items(Ref ref) const;
    /// The whole number that a value is.
    std::optional<std::int64_t> integer(Ref ref) const;
    /// The item of a tuple or list; kNothing behind its end.
    Ref item(Ref ref, std::size_t index) const;

  private:
    friend class PickleReader;

    std::deque<Value> values_;
    std::deque<std::vector<Ref>> items_;
    std::string texts_;
    Ref root_ = kNothing;
    std::string_view problem_;
    std::uint64_t place_ = 0;
};

}  // namespace paramscope::open
