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
    {"agreement.same_packed",
     "config.json and the weights have the same {parameters} parameters, packed in {bytes}; {differences} "
     "tensors beside the weights have other names, such as {first}"},
    {"agreement.differs",
     "config.json gives {config} parameters, the weights have {weights}; {same} tensors are the same and "
     "{differences} differ, such as {first}"},
    {"agreement.packed",
     "config.json and the weights have the same {parameters} parameters; the files hold packed weights, "
     "{bytes}"},
    {"agreement.other_types",
     "config.json and the weights have the same {parameters} parameters, but the files have other types: "
     "{bytes}, where "
     "those of config.json would be {config_bytes}; those of the files are counted"},
    {"agreement.other_size",
     "config.json and the weights have the same {parameters} parameters, but sizes in bytes are by the type "
     "of "
     "config.json, {config_bytes}: the files hold {bytes}"},
    {"agreement.weights_counted",
     "config.json gives {config} parameters, the weights have {weights}: the weights are counted"},
    {"agreement.only_weights_known",
     "the number of parameters that config.json gives is unknown: the weights, {weights} parameters, are "
     "counted"},
    {"agreement.unknown",
     "the number of parameters in the weights is unknown, so they are not compared with config.json"},
    {"agreement.config_unknown",
     "the number of parameters that config.json gives is unknown; the weights have {weights}"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kAgreementMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::hub
