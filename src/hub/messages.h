// Sentences about models of the Hugging Face hub: one row each, English here, Chinese in
// web/languages/zh/agreement.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::hub {

inline constexpr MessageTemplate kAgreementMessages[] = {
    {"agreement.same", "config.json and the weights agree: {tensors} tensors, {parameters} parameters"},
    {"agreement.same_total",
     "config.json and the weights both have {parameters} parameters, but of their tensors {differences} "
     "differ in "
     "name, shape or type, such as {first}"},
    {"agreement.differs",
     "config.json makes {config} parameters, the weights have {weights}; of their tensors {same} are the "
     "same and "
     "{differences} differ, such as {first}"},
    {"agreement.unknown",
     "how many parameters the weights have is not known, so config.json is not compared with them"},
    {"agreement.config_unknown",
     "how many parameters config.json makes is not known; the weights have {weights}"},
};

using AgreementMessageId = MessageId<kAgreementMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(AgreementMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::hub
