// Messages as tests compare them: by id and values, so that rewording a sentence changes no test.
#pragma once

#include <string>

#include "base/message.h"

namespace paramscope::testing_support {

/// "linear.input_features(expected: 768, actual: 512)"; a text without an id as it is.
inline std::string describe(const Message& message) {
    if (message.id().empty()) return message.english();
    std::string text(message.id());
    const char* separator = "(";
    for (const MessageArgument& argument : message.arguments()) {
        text.append(separator).append(argument.name).append(": ");
        text.append(argument.message ? describe(*argument.message) : argument.text);
        separator = ", ";
    }
    if (!message.arguments().empty()) text += ")";
    return text;
}

}  // namespace paramscope::testing_support
