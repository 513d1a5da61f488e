// Sentences of the Keras reader: one row each, English here, Chinese in web/languages/zh/keras.txt by the
// same id.
#pragma once

#include "base/message.h"

namespace paramscope::open::keras {

inline constexpr MessageTemplate kKerasMessages[] = {
    {"keras.no_layers", "this Keras config lists no layers: its custom class defines them in code"},
    {"keras.custom_class",
     "{class} is a custom class whose config lists no layers; its weights are read instead"},
    {"keras.unreadable_config", "the config cannot be read: {problem}"},

    {"keras.unknown_weights", "how many weights these layers have does not follow from the config: {layers}"},
    {"keras.unknown_work", "the work and the outputs of these layers are unknown: {layers}"},
    {"keras.layers_and_more", "{layers}, {count} more"},

    // The weights of a file beside its config.
    {"keras.too_many_weights", "there are too many weights to compare with the config"},
    {"keras.missing_weight", "the config gives {layer} a weight of ({shape}), which the weights do not have"},
    {"keras.extra_weight", "the weights hold {tensor} ({shape}), which no layer of the config has"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kKerasMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open::keras
