// Values of config keys and template expressions.
#pragma once

#include <string>
#include <vector>

#include "algebra/rational.h"
#include "base/message.h"
#include "open/support/json.h"

namespace paramscope::open {

/// A Python value. A list of a config refers to its JSON, a list of a template holds its items.
struct ConfigValue {
    enum class Kind { None, Boolean, Number, String, List, Object };

    Kind kind = Kind::None;
    bool boolean = false;
    Rational number;
    std::string text;  ///< of a String, or a Number as the config writes it
    std::vector<ConfigValue> items;
    JsonValue json;  ///< its place in the config; Missing when a template made it

    static ConfigValue of(Rational number);
    static ConfigValue of(bool boolean);
    static ConfigValue of(std::string text);
    static ConfigValue of(std::vector<ConfigValue> items);
    /// None for numbers that a Rational cannot hold (NaN, 1e-9999).
    static ConfigValue of(JsonValue json);

    bool is_none() const { return kind == Kind::None; }
    /// Python's bool().
    bool is_true() const;
    std::size_t length() const;
    /// An item of a List or a character of a String; None behind the end.
    ConfigValue at(std::size_t index) const;

    friend bool operator==(const ConfigValue& a, const ConfigValue& b);
};

using paramscope::to_string;

/// The value in model text: True, None, 12, 1e-05, a word. Characters that could end a word become `_`.
std::string to_string(const ConfigValue& value);

/// "a number", "a text", ...
Message kind_name(ConfigValue::Kind kind);

}  // namespace paramscope::open
