// Sentences of the JSON reader: one row each, English here, Chinese in web/languages/zh/open.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kJsonMessages[] = {
    {"json.empty", "the text is empty; expected JSON"},
    {"json.ends_early", "the JSON ends too early: {problem}"},
    {"json.too_large", "JSON of more than {most} MiB is not read"},
    {"json.too_deep", "objects and arrays are nested too deep"},
    {"json.trailing_text", "there is more text after the JSON value"},
    {"json.value", "expected a value"},
    {"json.name", "expected a name in double quotes"},
    {"json.colon", "expected ':' after the name"},
    {"json.comma_or_brace", "expected ',' or '}'"},
    {"json.comma_or_bracket", "expected ',' or ']'"},
    {"json.unknown_escape", "a string holds an unknown escape sequence"},
    {"json.unclosed_string", "a string is never closed"},
    {"json.string_encoding", "a string is not UTF-8 or holds a control character"},
    {"json.number_too_large", "the number is too large"},
    {"json.fraction", "expected digits after the decimal point"},
    {"json.exponent", "expected digits in the exponent"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kJsonMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
