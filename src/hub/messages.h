// Sentences about models of the Hugging Face hub: one row each, English here, Chinese in
// web/languages/zh/agreement.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::hub {

inline constexpr MessageTemplate kAgreementMessages[] = {
    {"agreement.same", "config.json and the weights agree: {tensors} tensors, {parameters} parameters"},
    {"agreement.same_total",
     "config.json and the weights both have {parameters} parameters, but {differences} of their tensors "
     "differ in name, shape or type, such as {first}"},
    {"agreement.differs",
     "config.json gives {config} parameters, the weights have {weights}; {same} tensors are the same and "
     "{differences} differ, such as {first}"},
    {"agreement.unknown",
     "the number of parameters in the weights is unknown, so they are not compared with config.json"},
    {"agreement.config_unknown",
     "the number of parameters that config.json gives is unknown; the weights have {weights}"},
};

using AgreementMessageId = MessageId<kAgreementMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(AgreementMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::hub
