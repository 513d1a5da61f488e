// Sentences of the bindings: requests of JavaScript that name something unknown. Chinese is in web/languages/zh/bindings.txt.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::bindings {

inline constexpr MessageTemplate kBindingMessages[] = {
    {"request.unknown_convention", "there is no convention named \"{name}\""},
    {"request.unknown_format", "there is no format named \"{name}\""},
    {"request.unknown_module", "there is no module \"{path}\""},
};
using BindingMessageId = MessageId<kBindingMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(BindingMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::bindings
