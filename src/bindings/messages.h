// Sentences of the bindings: requests of JavaScript that name something unknown. Chinese is in
// web/languages/zh/bindings.txt.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::bindings {

inline constexpr MessageTemplate kBindingMessages[] = {
    {"request.generate", "generate, engine and cacheDtype are for inference: name no optimizer"},
    {"request.gpus",
     "{gpus} GPUs cannot be divided into groups of {parallel} that hold one model: take a multiple of "
     "{parallel}"},
    {"request.needs_rank", "loraModules and modulesToSave are for adapters: loraRank says of which rank"},
    {"request.needs_train",
     "recompute, recomputeAttention, accumulate, dropOutput and loss are for training: name an optimizer, "
     "too"},
    {"request.not_of_element",
     "the element's reports have no {name}; the library's have: parse() of 'paramscope'"},
    {"request.not_of_element_format",
     "the element writes no format named \"{name}\"; the library may: parse() of 'paramscope'"},
    {"request.not_a_tie", "\"{text}\" does not name two tensors: write head.weight=embed.weight"},
    {"request.unknown_convention", "there is no convention named \"{name}\""},
    {"request.other_gpus", "gpus and device name different numbers of GPUs: name one"},
    {"request.roofline", "a roofline is drawn for a device: device names one, such as H100"},
    {"request.unknown_dtype", "there is no type of numbers named \"{name}\""},
    {"request.unknown_format", "there is no format named \"{name}\""},
    {"request.unknown_mode", "there is no mode named \"{name}\": it is forward, training or decode"},
    {"request.unknown_module", "there is no module \"{path}\""},
    {"request.unknown_name", "{setting} has no \"{name}\""},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kBindingMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::bindings
