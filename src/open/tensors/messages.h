// Sentences about the tensors of a file: one row each, English here, Chinese in web/languages/zh/open.txt by
// the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kTensorMessages[] = {
    {"tensors.optimizer_state",
     "{count} tensors are the state of an optimizer, such as {example}: they are no parameters"},
    {"tensors.averages",
     "{count} tensors are a moving average of the weights, such as {example}: they are no further "
     "parameters"},
    {"tensors.no_weights",
     "all tensors are the state of an optimizer: the weights of the model are not in this file"},
};

using TensorMessageId = MessageId<kTensorMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(TensorMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
