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
    {"tensors.packed",
     "weights that are packed, such as {example}, are counted as before packing ({count}); scales beside "
     "them are no "
     "parameters"},
    {"tensors.packing_unknown",
     "the shapes of packed weights, such as {example}, do not tell how many elements a stored number holds "
     "({count}): "
     "they are counted as if each had 8 bits, so totals say \"at least\"; config.json tells it"},
    {"tensors.no_weights",
     "all tensors are the state of an optimizer: the weights of the model are not in this file"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kTensorMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
