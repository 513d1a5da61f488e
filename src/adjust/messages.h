// Sentences about hyper-parameters that are found in a model: one row each, English here, Chinese in
// web/languages/zh/adjust.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::adjust {

inline constexpr MessageTemplate kAdjustMessages[] = {
    {"adjust.attention_width", "width of the queries: heads times the size of one"},
    {"adjust.batch", "samples in a batch"},
    {"adjust.channels", "channels"},
    {"adjust.classes", "features of the output"},
    {"adjust.d_ff", "hidden width of the feed-forward layers"},
    {"adjust.d_model", "width of the residual stream"},
    {"adjust.depth", "layers"},
    {"adjust.embedding_dim", "width of the embedding"},
    {"adjust.experts", "experts; the router has an output for each"},
    {"adjust.frames", "frames of the input"},
    {"adjust.hidden", "hidden features"},
    {"adjust.hidden_size", "width of the recurrent state"},
    {"adjust.image_height", "height of the input"},
    {"adjust.image_size", "height and width of the input"},
    {"adjust.image_width", "width of the input"},
    {"adjust.in_channels", "channels of the input"},
    {"adjust.in_features", "features of the input"},
    {"adjust.kv_width", "width of keys and values: their heads times the size of one"},
    {"adjust.length", "length of the input"},
    {"adjust.lora_rank", "rank of the adapters"},
    {"adjust.positions", "positions that have an embedding"},
    {"adjust.token_types", "types of tokens that have an embedding"},
    {"adjust.tokens", "tokens of the input"},
    {"adjust.vocab", "tokens of the vocabulary"},
    {"adjust.width", "channels that all stages have multiples of"},

    {"adjust.has_variables", "the model is written with hyper-parameters already"},
    {"adjust.nothing_found", "no size is certain to be free to change, so every number stays"},
    {"adjust.too_many_sizes",
     "the model has more than {modules} modules or {sizes} sizes, so every number stays"},
    {"adjust.unreadable", "the model text has errors, so every number stays"},
};

using AdjustMessageId = MessageId<kAdjustMessages>;

/// Makes the message of `id`; its holes need exactly the arguments.
inline Message message(AdjustMessageId id, MessageArguments arguments = {}) {
    return {*id, std::move(arguments)};
}

}  // namespace paramscope::adjust
