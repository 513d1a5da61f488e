// Sentences of the ONNX reader: one row each, English here, Chinese in web/languages/zh/onnx.txt by the same
// id.
#pragma once

#include "base/message.h"

namespace paramscope::open::onnx {

inline constexpr MessageTemplate kOnnxMessages[] = {
    {"onnx.no_graph", "the ONNX file holds no graph"},
    {"onnx.damaged_file",
     "this is not a whole ONNX file: {problem} (byte {byte}); what comes before is read"},
    {"onnx.impossible_weight", "one weight has sizes that no tensor can have; it is left out"},
    {"onnx.impossible_weights", "{count} weights have sizes that no tensor can have; they are left out"},
    {"onnx.unknown_operators",
     "the work of these operators, and of all that follows from their outputs, is unknown: {operators}"},
    {"onnx.constants_in_parts",
     "{count} constants of branches and loops that are not followed may be weights, and count as such, so "
     "the total is "
     "an estimate"},
    {"onnx.text_lacks_parts",
     "the text does not show the whole graph: it ends early, or a node holds a graph of its own, so "
     "totals say \"at least\""},

    // Problems of a damaged file.
    {"protobuf.wire_type", "a field has a wire type that protobuf does not have"},
    {"protobuf.cut_number", "the file ends inside a number"},
    {"protobuf.endless_number", "a number does not end"},
    {"protobuf.field_too_long", "a field is longer than the message that holds it"},
    {"protobuf.too_large", "the graph takes more than {most} MiB, the most that is read of one"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kOnnxMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open::onnx
