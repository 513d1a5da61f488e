// A model's protobuf without its weights: the graph of a file of any size fits into memory.
#pragma once

#include <string>

#include "open/support/bytes.h"
#include "open/open.h"

namespace paramscope::open::onnx {

/// Copies the messages of an ONNX file that say what the model is, and leaves out weights, texts for people
/// and whatever it does not know. Every length in the copy is right, also where the file is cut off or
/// broken: then there is a diagnostic with the byte, and the copy holds what came before. Source: onnx.proto
/// of the ONNX specification (message and field numbers).
std::string skim(ByteSource& file, Opened& opened);

}  // namespace paramscope::open::onnx
