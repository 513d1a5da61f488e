// Values of a module's arguments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "base/shared_list.h"
#include "base/short_text.h"
#include "base/source.h"

namespace paramscope {

struct Argument;

/// One value: a number or expression, a word, a string, True/False/None, a tuple or list, a call. Any other
/// text (a custom extra_repr may print anything) is kept as Raw.
struct Value {
    enum class Kind : std::uint8_t {
        Number,   ///< `number`; `text` is how it was written (`1e-05`, `4*d`)
        Word,     ///< a single name: a symbol where a number is expected, else a word (`mode=row`)
        String,   ///< quoted; `text` between the quotes, escapes as written
        Boolean,  ///< True or False
        None,
        Tuple,  ///< (a, b) or [a, b]: `items`
        Call,   ///< name(arguments): `text` is the name
        Raw,    ///< anything else, kept as written
    };

    Kind kind = Kind::None;
    bool boolean = false;
    bool is_list = false;  ///< a Tuple written with square brackets
    Polynomial number;
    ShortText text;
    SharedList<Value> items;         ///< of a Tuple
    SharedList<Argument> arguments;  ///< of a Call
    Span span;

    static Value of_number(Polynomial number);
    static Value of_word(std::string word);
    static Value of_string(std::string text);
    static Value of_boolean(bool boolean);
    static Value of_tuple(std::vector<Value> items);
};

/// One argument: `name=value`, or positional when `name` is empty.
struct Argument {
    ShortText name;
    Value value;
    bool own_line = false;  ///< starts a new line, as print() does with extra_repr before children
    Span span;
};

/// The value as model text: as it was written, where that is known.
std::string to_string(const Value& value);
/// `name=value`, or the value alone.
std::string to_string(const Argument& argument);

}  // namespace paramscope
