// What a key of a config or an expression of a template is worth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algebra/rational.h"
#include "open/support/json.h"

namespace paramscope::open {

/// A value as Python has it. Lists of a config stay where they stand, those of a template hold items.
struct ConfigValue {
    enum class Kind { None, Boolean, Number, String, List, Object };

    Kind kind = Kind::None;
    bool boolean = false;
    Rational number;
    std::string text;  ///< a String, or a Number as it is written
    std::vector<ConfigValue> items;
    JsonValue json;  ///< where it stands in the config; Missing when a template made it

    static ConfigValue of(Rational number);
    static ConfigValue of(bool boolean);
    static ConfigValue of(std::string text);
    static ConfigValue of(std::vector<ConfigValue> items);
    /// Numbers that are none (NaN, 1e-9999) are worth None.
    static ConfigValue of(JsonValue json);

    bool is_none() const { return kind == Kind::None; }
    /// As Python's bool().
    bool is_true() const;
    std::size_t length() const;
    /// An item of a List, a letter of a String; None behind the end.
    ConfigValue at(std::size_t index) const;

    friend bool operator==(const ConfigValue& a, const ConfigValue& b);
};

using paramscope::to_string;

/// As it stands in model text: True, None, 12, 1e-05, a word. Characters of a word that could end it become
/// `_`.
std::string to_string(const ConfigValue& value);

/// The fraction that `12`, `0.02` or `1e-05` writes; nullopt where it does not fit.
std::optional<Rational> parse_decimal(std::string_view text);

/// "a number", "a text", ...: what a value is, for sentences.
std::string_view kind_name(ConfigValue::Kind kind);

}  // namespace paramscope::open
